package org.shmem4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of real processes. */
@Timeout(60)
final class LauncherTest {
    /** From the first failure until nothing is left, with room for a busy machine. */
    private static final Duration END_LIMIT = Duration.ofSeconds(8);

    @TempDir
    private Path directory;

    @Test
    void shouldExchangeValuesOfAnyLengthBetweenAllPes() throws Exception {
        try (LauncherProcess job = LauncherProcess.start(directory, 5, "else=enter,exchange,leave,print:ok")) {
            assertThat(job.code()).as(job.err()).isZero();
            assertThat(job.out().lines()).containsExactly("ok", "ok", "ok", "ok", "ok");
            assertThat(job.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1=print:x                          | else=print:x         | 0  | ''",
                "1=enter,leave,exit:7               | else=enter,sleep     | 7  | PE 1 (pid ",
                "1=enter,halt:9                     | else=enter,spin      | 9  | exited with code 9; the job was ended",
                "1=enter                            | else=enter,spin      | 1  | exited with code 0 without closing its Shmem",
                "1=enter,exit:0                     | else=enter,sleep     | 1  | exited with code 0 without closing its Shmem",
                "1=nothing                          | else=enter,sleep     | 1  | without joining the job as other PEs did",
                "1=enter,throw:oops                 | else=enter,sleep     | 1  | PE 1: uncaught java.lang.IllegalStateException: oops",
                "1=enter,throwForUser               | else=sleep           | 1  | PE 1: first fault; second fault; SHMEM_DEBUG=1 shows where",
                "1=enter,abort:0                    | else=enter,spin      | 0  | ''",
                "1=abortWithReason:42               | else=enter,exchange  | 42 | because of PE 1",
                "1=enter,abortInHook:5,leave        | else=enter,sleep     | 5  | in a hook",
                "1=enter,abort:6                    | else=hangInHook,enter,sleep | 6 | shmem run: PE 1 ended the job with status 6",
                "1=enter,throwFaulty                | else=enter,sleep     | 1  | PE 1: uncaught failure of which nothing can be told but its class, org.shmem4j.cli.TestPe$",
                "1=enter,throwBesideThread          | else=enter,sleep     | 1  | PE 1: uncaught java.lang.IllegalStateException: alone",
            })
    void shouldEndWithTheStatusOfThePeThatDecidesIt(String one, String others, int code, String message)
            throws Exception {
        try (LauncherProcess job = LauncherProcess.start(directory, 3, one, others)) {
            assertThat(job.code()).as(job.err()).isEqualTo(code);
            assertThat(job.err()).contains(message);
            assertThat(job.err().lines())
                    .filteredOn(line -> line.startsWith("shmem") || (!message.isEmpty() && line.contains(message)))
                    .hasSize(message.isEmpty() ? 0 : 1);
            if (one.contains("throwForUser")) {
                assertThat(job.err()).doesNotContain("\tat ");
            }
        }
    }

    @Test
    void shouldEndTheJobAndDeleteItsFilesWhenAPeIsKilled() throws Exception {
        String stay = "file:" + directory + ",enter,pid:" + directory + ",sleep";
        try (LauncherProcess job = LauncherProcess.start(directory, 3, "else=" + stay)) {
            List<ProcessHandle> pes = List.of(job.pe(0), job.pe(1), job.pe(2));
            long start = System.nanoTime();
            pes.get(1).destroyForcibly();
            assertThat(job.code()).isEqualTo(137);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(END_LIMIT);
            assertThat(job.err())
                    .contains("PE 1 (pid " + pes.get(1).pid() + ") exited with code 137, as after SIGKILL");
            assertThat(pes).noneMatch(ProcessHandle::isAlive);
            assertThat(left()).isEmpty();
        }
    }

    @Test
    void shouldLeaveNothingWhenTheLauncherIsKilled() throws Exception {
        String stay = "file:" + directory + ",enter,pid:" + directory + ",";
        try (LauncherProcess job =
                LauncherProcess.start(directory, 3, "0=" + stay + "spin", "else=" + stay + "sleep")) {
            List<ProcessHandle> pes = List.of(job.pe(0), job.pe(1), job.pe(2));
            job.process().destroyForcibly();
            for (ProcessHandle pe : pes) {
                LauncherProcess.await("the end of " + pe.pid(), () -> !pe.isAlive());
            }
            assertThat(left()).isEmpty();
            assertThat(job.err()).contains("PE 1: the launcher is gone");
        }
    }

    @Test
    void shouldEndAStoppedPeWhenAnotherEndsTheJob() throws Exception {
        Path go = directory.resolve("go");
        try (LauncherProcess job = LauncherProcess.start(
                directory, 2, "0=enter,await:" + go + ",abort:0", "else=enter,pid:" + directory + ",sleep")) {
            ProcessHandle stopped = job.pe(1);
            LauncherProcess.signal(stopped, "STOP");
            Files.createFile(go);
            long start = System.nanoTime();
            assertThat(job.code()).as(job.err()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(END_LIMIT);
            assertThat(stopped.isAlive()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void shouldEndAllPesWhenTheLauncherIsInterrupted(String signal, int code) throws Exception {
        String stay = "file:" + directory + ",enter,pid:" + directory + ",spin";
        try (LauncherProcess job = LauncherProcess.start(directory, 2, "else=" + stay)) {
            List<ProcessHandle> pes = List.of(job.pe(0), job.pe(1));
            LauncherProcess.signal(job.process().toHandle(), signal);
            assertThat(job.code()).as(job.err()).isEqualTo(code);
            assertThat(pes).noneMatch(ProcessHandle::isAlive);
            assertThat(left()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"leave, 0", "halt:9, 9"})
    void shouldEndWhatPesStartedHoweverTheJobEnds(String how, int code) throws Exception {
        Path go = directory.resolve("go");
        String role = "enter,child:" + directory + ",await:" + go + ",";
        try (LauncherProcess job = LauncherProcess.start(directory, 2, "0=" + role + how, "1=" + role + "leave")) {
            List<ProcessHandle> children = List.of(job.noted("child0"), job.noted("child1"));
            Files.createFile(go);
            assertThat(job.code()).as(job.err()).isEqualTo(code);
            for (ProcessHandle child : children) {
                LauncherProcess.await("the end of " + child.pid(), () -> !child.isAlive());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "'', 9"})
    void shouldEndInTimeWhenTheReaderOfTaggedOutputStopsReading(String signal, int code) throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path go = directory.resolve("go");
        String start = "file:" + directory + ",enter,pid:" + directory;
        try (RandomAccessFile reader = new RandomAccessFile(pipe.toFile(), "rw");
                LauncherProcess job = LauncherProcess.start(
                        directory,
                        pipe,
                        LauncherProcess.testClasses("-n", "2", "--tag"),
                        TestPe.class.getName(),
                        "0=" + start + ",await:" + go + ",halt:9",
                        "1=" + start + ",lines:100000,leave")) {
            List<ProcessHandle> pes = List.of(job.pe(0), job.pe(1));
            assertThat(reader.read()).isEqualTo('[');
            long from = System.nanoTime();
            if (signal.isEmpty()) {
                Files.createFile(go);
            } else {
                LauncherProcess.signal(job.process().toHandle(), signal);
            }
            assertThat(job.code()).as(job.err()).isEqualTo(code);
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(END_LIMIT);
            assertThat(pes).noneMatch(ProcessHandle::isAlive);
            assertThat(left()).isEmpty();
            assertThat(job.err()).contains(signal.isEmpty() ? "exited with code 9" : "interrupted");
        }
    }

    @Test
    void shouldKeepLinesWholeWhenManyPesWriteAtOnce() throws Exception {
        int count = 5000;
        try (LauncherProcess job = LauncherProcess.start(
                directory,
                LauncherProcess.testClasses("-n", "4", "--tag"),
                TestPe.class.getName(),
                "else=lines:" + count + ",halfLine")) {
            assertThat(job.code()).as(job.err()).isZero();
            List<List<String>> byPe =
                    List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (String line : job.out().lines().toList()) {
                assertThat(line).matches("\\[[0-3]] (\\d+ (abcdefghij)+|half)");
                byPe.get(line.charAt(1) - '0').add(line);
            }
            for (int pe = 0; pe < 4; pe++) {
                assertThat(byPe.get(pe)).hasSize(count + 1);
                assertThat(byPe.get(pe).get(count - 1))
                        .isEqualTo("[%d] %d %s", pe, count - 1, "abcdefghij".repeat(pe + 1));
                assertThat(byPe.get(pe).getLast()).isEqualTo("[%d] half", pe);
            }
        }
    }

    @Test
    void shouldGiveStandardInputToPe0AndOnlyTheRightVariablesToAll() throws Exception {
        try (LauncherProcess job = LauncherProcess.start(
                directory,
                LauncherProcess.testClasses("-n", "2", "--tag", "-x", "GREETING=hello", "--heap", "64m"),
                TestPe.class.getName(),
                "else=stdin,env:PMIX_RANK,env:GREETING,env:SHMEM_SYMMETRIC_SIZE")) {
            try (OutputStream in = job.process().getOutputStream()) {
                in.write("from above".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(job.code()).as(job.err()).isZero();
            assertThat(job.out().lines())
                    .contains(
                            "[0] read from above",
                            "[1] read ",
                            "[1] PMIX_RANK=null",
                            "[1] GREETING=hello",
                            "[1] SHMEM_SYMMETRIC_SIZE=64m");
        }
    }

    @Test
    void shouldGoOnWhenStrangersTalkToItsPort() throws Exception {
        Path go = directory.resolve("go");
        try (LauncherProcess job = LauncherProcess.start(
                directory,
                2,
                "0=env:PMI_PORT,pid:" + directory + ",enter,await:" + go + ",exchange,leave",
                "else=enter,exchange,leave")) {
            job.pe(0);
            int port = Integer.parseInt(job.out().strip().replaceAll(".*:", ""));
            for (String said : List.of(
                    "",
                    "half a line",
                    "x".repeat(100_000),
                    "cmd=abort exitcode=3\n",
                    "cmd=initack pmiid=99 nonce=00\n",
                    "cmd=initack pmiid=0 nonce=00\ncmd=proof mac=00\n",
                    "\n\n\u0000\u0001\n")) {
                try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    stranger.getOutputStream().write(said.getBytes(StandardCharsets.ISO_8859_1));
                } catch (IOException _) {
                    // it hung up before all was said
                }
            }
            try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port)) {
                Files.createFile(go);
                assertThat(job.code()).as(job.err()).isZero();
                assertThat(silent.isConnected()).isTrue();
            }
            assertThat(job.err().lines())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("dropped a connection from 127.0.0.1:");
        }
    }

    @Test
    void shouldRunAJarWithAMainClass() throws Exception {
        Path jar = directory.resolve("app.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, TestPe.class.getName());
        manifest.getMainAttributes()
                .put(Attributes.Name.CLASS_PATH, Path.of("target/test-classes").toUri() + "");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        try (LauncherProcess job = LauncherProcess.start(
                directory, List.of("-n", "2"), jar.toString(), "else=enter,leave,print:-n", "--tag")) {
            assertThat(job.code()).as(job.err()).isZero();
            assertThat(job.out().lines()).containsExactly("-n", "-n");
        }
    }

    @Test
    void shouldSayOnceThatAClassHasNoMainMethod() throws Exception {
        try (LauncherProcess job = LauncherProcess.start(
                directory, LauncherProcess.testClasses("-n", "3"), LauncherProcess.class.getName())) {
            assertThat(job.code()).isEqualTo(2);
            assertThat(job.err().lines()).hasSize(1).first().asString().contains("LauncherProcess' has no main method");
        }
    }

    private List<Path> left() throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("left-by"))
                    .toList();
        }
    }
}
