package org.shmem4j.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.testkit.Job;
import org.shmem4j.testkit.JobResult;
import org.shmem4j.testkit.RunningJob;

/** The sort example as a user runs it, against GNU sort. */
class SortJobTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final byte[] OLD = "what was there before\n".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path directory;

    /** What is sorted. */
    enum Input {
        EMPTY {
            @Override
            void write(OutputStream out) {}
        },
        NO_FINAL_NEWLINE {
            @Override
            void write(OutputStream out) throws IOException {
                out.write(new byte[] {'b', '\n', '\n', 'a', 0, '\n', 'a', '\n', (byte) 0xff, '\n', 'c'});
            }
        },
        ONE_LINE {
            @Override
            void write(OutputStream out) throws IOException {
                out.write(new byte[] {'x', '\n'});
            }
        },
        EQUAL_LINES {
            @Override
            void write(OutputStream out) throws IOException {
                for (int i = 0; i < 1_000_000; i++) {
                    out.write(new byte[] {'s', 'a', 'm', 'e', '\n'});
                }
            }
        },
        LONG_LINES {
            @Override
            void write(OutputStream out) throws IOException {
                byte[] line = new byte[MEBIBYTE];
                for (int i = 0; i < 23; i++) {
                    Arrays.fill(line, (byte) ('a' + i % 2));
                    line[MEBIBYTE - 1] = (byte) ('z' - i);
                    out.write(line);
                    out.write('\n');
                }
            }
        },
        ANY_BYTES {
            @Override
            void write(OutputStream out) throws IOException {
                Random random = new Random(42);
                byte[] bytes = new byte[4 * MEBIBYTE + 17];
                random.nextBytes(bytes);
                out.write(bytes);
            }
        };

        abstract void write(OutputStream out) throws IOException;
    }

    private Path make(Input input) throws IOException {
        Path file = directory.resolve("input");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            input.write(out);
        }
        return file;
    }

    @ParameterizedTest
    @EnumSource(Input.class)
    void shouldWriteWhatGnuSortWrites(Input input) throws IOException, InterruptedException {
        Path file = make(input);
        Path expected = directory.resolve("expected");
        ProcessBuilder reference = new ProcessBuilder("sort", "-o", expected.toString(), file.toString());
        reference.environment().put("LC_ALL", "C");
        assertThat(reference.inheritIO().start().waitFor()).isZero();
        for (int peCount : new int[] {1, 2, 3, 5, 8}) {
            Path output = directory.resolve("output-" + peCount);
            JobResult result = Job.of(peCount, "sort", file.toString(), output.toString())
                    .withOptions("--heap", "64m")
                    .run();

            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(Files.mismatch(output, expected))
                    .as("%s PEs, %s", peCount, result)
                    .isEqualTo(-1);
        }
    }

    private void shouldFailInOneLine(Job job, int exitCode, String... parts) throws IOException {
        List<Path> before = files();
        JobResult result = job.run();

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(exitCode);
        assertThat(result.err().lines())
                .as(result.toString())
                .singleElement()
                .asString()
                .contains(parts);
        assertThat(result.out()).isEmpty();
        assertThat(files()).isEqualTo(before);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Test
    void shouldSayWhatIsWrongWithItsFiles() throws IOException {
        Path input = make(Input.ONE_LINE);
        String in = input.toString();
        String out = directory.resolve("output").toString();
        Path link = Files.createSymbolicLink(directory.resolve("link"), input);
        String missing = directory.resolve("missing").toString();

        shouldFailInOneLine(Job.of(3, "sort", missing, out), 1, "sort: " + missing, "no such file");
        shouldFailInOneLine(Job.of(3, "sort", directory.toString(), out), 1, "is a directory");
        shouldFailInOneLine(Job.of(3, "sort", in, directory.toString()), 1, "is a directory");
        shouldFailInOneLine(Job.of(3, "sort", in, missing + "/output"), 1, missing + "/output", "no such directory");
        shouldFailInOneLine(Job.of(3, "sort", in, "/proc/output"), 1, "/proc/output");
        shouldFailInOneLine(Job.of(3, "sort", in, in), 1, in, "is the input file");
        shouldFailInOneLine(Job.of(3, "sort", in, link.toString()), 1, "is the input file");
        shouldFailInOneLine(Job.of(3, "sort", in), 2, "INPUT OUTPUT");
        assertThat(Files.readAllBytes(input)).containsExactly('x', '\n');
    }

    @Test
    void shouldSayWhatIsWrongWithTheCommand() throws IOException {
        Path input = make(Input.ONE_LINE);
        Path noJar = Files.writeString(directory.resolve("no.jar"), "this is no jar");
        String[] arguments = {input.toString(), directory.resolve("output").toString()};
        Job sort = Job.ofCommand("sort", arguments);

        shouldFailInOneLine(sort.withOptions("-n", "0"), 2, "-n '0'", "1 to");
        shouldFailInOneLine(sort.withOptions("-n", "x"), 2, "-n 'x'", "1 to");
        shouldFailInOneLine(sort.withOptions("-n", "2", "--heap", "much"), 2, "--heap 'much'", "512m");
        shouldFailInOneLine(sort, 2, "-n");
        shouldFailInOneLine(Job.of(2, noJar.toString()), 2, noJar.toString());
        shouldFailInOneLine(
                Job.of(2, "sort", arguments).withEnvironment("SHMEM_SYMMETRIC_SIZE", "much"),
                2,
                "SHMEM_SYMMETRIC_SIZE='much'");
    }

    @Test
    void shouldSayHowMuchHeapItNeeds() throws IOException {
        Path input = make(Input.ANY_BYTES);
        Job job =
                Job.of(3, "sort", input.toString(), directory.resolve("output").toString());

        shouldFailInOneLine(job.withOptions("--heap", "64k"), 1, "--heap");
    }

    @Test
    @EnabledIf(value = Mount.POSSIBLE, disabledReason = Mount.NEEDS_ROOT)
    void shouldKeepTheOldOutputWhenTheDiskIsFull() throws IOException, InterruptedException {
        Path input = make(Input.ANY_BYTES);
        Path mount = Files.createDirectory(directory.resolve("mount"));
        Path output = mount.resolve("output");
        run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount.toString());
        try {
            Files.write(output, OLD);
            shouldFailInOneLine(
                    Job.of(3, "sort", input.toString(), output.toString()), 1, output.toString(), "No space left");
            assertThat(Files.readAllBytes(output)).isEqualTo(OLD);
            try (Stream<Path> left = Files.list(mount)) {
                assertThat(left).containsExactly(output);
            }
        } finally {
            run("umount", mount.toString());
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }

    /** The moments are random; the seed is printed. */
    @Test
    void shouldLeaveNothingWhenKilledAtAnyMoment() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Path input = make(Input.LONG_LINES);
        Path output = Files.write(directory.resolve("output"), OLD);
        List<Path> before = files();
        List<String> rounds = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            int peCount = 1 + random.nextInt(4);
            int victim = random.nextInt(peCount + 1) - 1;
            long delayMs = random.nextInt(1_000);
            rounds.add("seed " + seed + ": " + peCount + " PEs, kill " + victim + " after " + delayMs + " ms");
            Files.write(output, OLD);
            try (RunningJob job = Job.of(peCount, "sort", input.toString(), output.toString())
                    .withOptions("--heap", "64m")
                    .start()) {
                for (int pe = 0; pe < peCount; pe++) {
                    job.pe(pe);
                }
                long start = System.nanoTime();
                job.awaitUntil(
                        "the moment, or the end",
                        () -> System.nanoTime() - start > delayMs * 1_000_000
                                || !job.launcher().isAlive());
                RunningJob.signal("KILL", victim < 0 ? job.launcher() : job.pe(victim));
                long killed = System.nanoTime();
                job.awaitNothingLeft();
                assertThat(Duration.ofNanos(System.nanoTime() - killed))
                        .as(rounds.getLast())
                        .isLessThan(Duration.ofSeconds(5));
            }
            assertThat(files()).as(rounds.getLast()).isEqualTo(before);
            if (Files.size(output) == OLD.length) {
                assertThat(Files.readAllBytes(output)).as(rounds.getLast()).isEqualTo(OLD);
            } else {
                assertThat(Files.size(output)).as(rounds.getLast()).isEqualTo(Files.size(input));
            }
        }
        rounds.forEach(System.out::println);
    }
}
