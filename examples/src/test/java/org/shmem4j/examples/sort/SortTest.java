package org.shmem4j.examples.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.Setting;
import org.shmem4j.Shmem;
import org.shmem4j.examples.FakeJob;

class SortTest {
    @TempDir
    private Path directory = Path.of("");

    private Path input = Path.of("");
    private Path output = Path.of("");

    @BeforeEach
    void nameFiles() {
        input = directory.resolve("input");
        output = directory.resolve("output");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void shouldSortAsPlainComparatorWhenInputIsRandom(int peCount) throws IOException {
        for (long seed = 0; seed < 40; seed++) {
            byte[] text = Texts.random(new Random(seed));
            sort(peCount, text, seed);
            assertThat(Files.readAllBytes(output)).as("seed %d", seed).isEqualTo(Texts.sorted(text));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void shouldSortSmallTexts(int peCount) throws IOException {
        for (String text :
                List.of("", "\n", "\n\n\n\n\n\n\n\n\n\n\n\n", "one line", "one line\n", "b\na", "a\0\na\na\n")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            sort(peCount, bytes, 0);
            assertThat(output).hasBinaryContent(Texts.sorted(bytes));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void shouldGiveWhatGnuSortGives(int peCount) throws IOException, InterruptedException {
        Random random = new Random(peCount);
        byte[] text = new byte[3_000_001];
        random.nextBytes(text);
        for (int i = 0; i < text.length; i += 1 + random.nextInt(60)) {
            text[i] = '\n';
        }
        Summary summary = sort(peCount, text, peCount);
        Path expected = directory.resolve("expected");
        ProcessBuilder gnuSort = new ProcessBuilder("sort", input.toString(), "-o", expected.toString());
        gnuSort.environment().put("LC_ALL", "C");
        assertThat(gnuSort.inheritIO().start().waitFor()).isZero();
        assertThat(Files.mismatch(output, expected)).isEqualTo(-1);
        assertBalanced(summary);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void shouldSpreadLinesOverPesWhenAllAreEqual(int peCount) throws IOException {
        byte[] text = "the same\n".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
        Summary summary = sort(peCount, text, 1);
        assertThat(Files.mismatch(output, input)).isEqualTo(-1);
        assertThat(summary.lines()).isEqualTo(1_000_000);
        assertBalanced(summary);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void shouldSortLinesOfOneMebibyte(int peCount) throws IOException {
        Random random = new Random(peCount);
        byte[] text = new byte[24 << 20];
        Arrays.fill(text, (byte) 'x');
        for (int end = (1 << 20) - 1; end < text.length; end += 1 << 20) {
            text[end] = '\n';
            text[end - 1] = (byte) ('a' + random.nextInt(4)); // many are equal, all differ only at the end
        }
        Summary summary = sort(peCount, text, peCount);
        assertThat(Files.mismatch(output, expected(text))).isEqualTo(-1);
        assertThat(summary.largestPart()).isLessThanOrEqualTo(((24 << 20) / peCount) + (2 << 20));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    void shouldSortWhenOneLineIsLargerThanTheShareOfAPe(int peCount) throws IOException {
        for (int before : new int[] {0, 1, 1000, 100_000}) {
            StringBuilder text = new StringBuilder();
            text.repeat("short\n", before)
                    .repeat('m', 1_000_000)
                    .append("\nz\na\n\n")
                    .repeat('m', 999_999);
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            sort(peCount, bytes, before);
            assertThat(Files.mismatch(output, expected(bytes))).isEqualTo(-1);
        }
    }

    @Test
    void shouldSayWhatWasDone() throws IOException {
        Summary summary = sort(2, "b\na".getBytes(StandardCharsets.UTF_8), 0);
        assertThat(summary.lines()).isEqualTo(2);
        assertThat(summary.bytes()).isEqualTo(4);
        assertThat(summary.bytesToSelf() + summary.bytesToOthers()).isEqualTo(4);
        assertThat(summary.text().lines()).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void shouldReplaceWhatALinkStandsForAndKeepItsPermissions() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "old");
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r-----"));
        Files.createSymbolicLink(output, Path.of("target"));
        sort(2, "b\na\n".getBytes(StandardCharsets.UTF_8), 0);
        assertThat(output).isSymbolicLink().hasContent("a\nb\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void shouldGiveOutputThePermissionsOfANewFile() throws IOException {
        sort(1, "a\n".getBytes(StandardCharsets.UTF_8), 0);
        Path fresh = Files.createFile(directory.resolve("fresh"));
        assertThat(Files.getPosixFilePermissions(output)).isEqualTo(Files.getPosixFilePermissions(fresh));
    }

    @Test
    void shouldRefuseWrongArguments() {
        for (List<String> arguments : List.of(List.<String>of(), List.of("a"), List.of("a", "b", "c"))) {
            assertFault(arguments, 2, "usage: sort INPUT OUTPUT");
        }
    }

    @Test
    void shouldRefuseUnusableInput() throws IOException {
        assertFault(input, output, "sort: " + input + ": no such file");
        assertFault(directory, output, "sort: " + directory + ": is a directory");
        assertFault(Path.of("/dev/null"), output, "sort: /dev/null: is not a regular file");
        assertFault(
                Path.of("/proc/self/status"), output, "sort: /proc/self/status: is longer than its size of 0 bytes");
        Files.writeString(input, "text");
        assertFault(input.resolve("below"), output, "sort: " + input.resolve("below") + ": no such file");
    }

    @Test
    void shouldRefuseUnusableOutput() throws IOException {
        Files.writeString(input, "b\na\n");
        assertFault(input, directory, "sort: " + directory + ": is a directory");
        Path nowhere = directory.resolve("nowhere");
        assertFault(
                input, nowhere.resolve("out"), "sort: " + nowhere.resolve("out") + ": no such directory: " + nowhere);
        assertFault(input, Path.of("/dev/null"), "sort: /dev/null: is not a regular file");
        assertFault(input, Path.of("/proc/out"), "sort: /proc/out: ");
        Path circle = Files.createSymbolicLink(directory.resolve("circle"), Path.of("circle"));
        assertFault(input, circle, "sort: " + circle + ": too many levels of symbolic links");
    }

    @Test
    void shouldRefuseToReplaceItsInput() throws IOException {
        Files.writeString(input, "b\na\n");
        Path link = Files.createSymbolicLink(directory.resolve("link"), input);
        Path hardLink = Files.createLink(directory.resolve("hard"), input);
        for (Path same : List.of(input, link, hardLink, directory.resolve("./input"))) {
            assertFault(input, same, "sort: " + same + ": is the input file");
        }
        assertThat(input).hasContent("b\na\n");
    }

    @Test
    void shouldLeaveOutputAloneWhenHeapIsTooSmall() throws IOException {
        Files.writeString(input, "some line\n".repeat(10_000));
        Files.writeString(output, "old");
        assertThatThrownBy(() -> run(new FakeJob(2, 50_000, 0), input, output))
                .hasMessageMatching("PE . ended the job with status 1: "
                        + "sort: no room for (5\\d{4}) bytes; sort needs \\1 bytes of heap per PE for this file: "
                        + "run with --heap 2m");
        assertThat(output).hasContent("old");
        assertThat(directoryNames()).containsExactly("input", "output");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldSortOnEmbeddedPes(int peCount) throws IOException {
        byte[] text = Texts.random(new Random(7));
        Files.write(input, text);
        AtomicReference<@Nullable Summary> summary = new AtomicReference<>();
        Shmem.builder().set(Setting.SYMMETRIC_SIZE, "64m").embedded(peCount, shmem -> {
            Summary done = Sort.run(shmem, List.of(input.toString(), output.toString()), System.err, false);
            summary.compareAndSet(null, done);
        });
        assertThat(output).hasBinaryContent(Texts.sorted(text));
        assertThat(summary.get()).isNotNull();
    }

    @Test
    void shouldDrawOnTerminalOnlyAndLeaveNothingThere() throws IOException {
        byte[] text = "some line\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        Files.write(input, text);
        ByteArrayOutputStream drawn = new ByteArrayOutputStream();
        for (boolean terminal : new boolean[] {false, true}) {
            assertThat(drawn.size()).isZero();
            new FakeJob(2, 1 << 20, 0)
                    .run(shmem -> Sort.run(
                            shmem,
                            List.of(input.toString(), output.toString()),
                            new PrintStream(drawn, true, StandardCharsets.UTF_8),
                            terminal && shmem.pe() == 0));
        }
        assertThat(drawn.toString(StandardCharsets.UTF_8))
                .contains("read     [")
                .contains(" %")
                .endsWith("\r\u001b[K");
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 5})
    void shouldSayThatInputChangedItsSize(long size) throws IOException {
        Files.writeString(input, "abc\n");
        new FakeJob(1, 1 << 12, 0).run(shmem -> {
            Phases phases = new Phases(shmem, false, System.err);
            try (FileChannel channel = FileChannel.open(input);
                    Arena arena = Arena.ofConfined()) {
                assertThatThrownBy(() -> Slice.read(channel, size, shmem, new Collectives(shmem), phases, arena))
                        .isInstanceOf(IOException.class)
                        .hasMessage(
                                size > 4
                                        ? "became shorter while it was being sorted"
                                        : "changed its size from 3 to 4 bytes while it was read");
            }
        });
    }

    @Test
    void shouldNoticeThatInputWasRewritten() throws IOException, Fault {
        Files.writeString(input, "abc\n");
        SortFiles files = SortFiles.of(List.of(input.toString(), output.toString()));
        Job job = Job.of(files.check(), 1, false);
        files.checkUnchanged(job);
        Files.setLastModifiedTime(input, FileTime.fromMillis(1));
        assertThatThrownBy(() -> files.checkUnchanged(job))
                .hasMessage("sort: " + input + ": changed while it was being sorted");
    }

    private void assertBalanced(Summary summary) {
        assertThat(summary.largestPart()).isLessThanOrEqualTo(summary.bytes() / summary.peCount() * 9 / 8 + 100);
    }

    private void assertFault(Path from, Path to, String reason) {
        assertFault(List.of(from.toString(), to.toString()), 1, reason);
        assertThat(directoryNames()).noneMatch(name -> name.endsWith(".part"));
    }

    private static void assertFault(List<String> arguments, int status, String reason) {
        assertThatThrownBy(() -> new FakeJob(3, 1 << 20, 0).run(shmem -> Sort.run(shmem, arguments, System.err, false)))
                .hasMessageStartingWith("PE 0 ended the job with status " + status + ": " + reason);
    }

    private List<String> directoryNames() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Summary sort(int peCount, byte[] text, long seed) throws IOException {
        Files.write(input, text);
        return run(new FakeJob(peCount, (1 << 20) + text.length, seed), input, output);
    }

    private Path expected(byte[] text) throws IOException {
        return Files.write(directory.resolve("expected"), Texts.sorted(text));
    }

    private static Summary run(FakeJob job, Path from, Path to) {
        AtomicReference<@Nullable Summary> summary = new AtomicReference<>();
        job.run(shmem -> {
            Summary done = Sort.run(shmem, List.of(from.toString(), to.toString()), System.err, false);
            assertThat(done == null).isEqualTo(shmem.pe() != 0);
            assertThat(shmem.heap().usedBytes()).as("heap in use at the end").isZero();
            if (done != null) {
                summary.set(done);
            }
        });
        return Objects.requireNonNull(summary.get());
    }
}
