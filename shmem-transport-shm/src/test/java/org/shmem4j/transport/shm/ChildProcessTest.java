package org.shmem4j.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shmem4j.transport.Availability;
import org.shmem4j.transport.Completion;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.State;
import org.shmem4j.transport.TransportHost;

/** With a PE in a JVM of its own, on the class path. */
@Timeout(60)
class ChildProcessTest {
    private static final Completion NEVER = _ -> {};

    private Path directory = Path.of("");
    private final List<Process> children = new ArrayList<>();

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Directories.inMemory();
    }

    @AfterEach
    void cleanUp() throws IOException, InterruptedException {
        for (Process child : children) {
            child.destroyForcibly().waitFor();
        }
        Directories.delete(directory);
    }

    private Process start(List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                String.join(
                        File.pathSeparator,
                        classes(ShmTransport.class),
                        classes(TransportHost.class),
                        Path.of("target", "test-classes").toString()),
                main.getName()));
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        return child;
    }

    private static String classes(Class<?> of) {
        try {
            return Path.of(Objects.requireNonNull(of.getProtectionDomain().getCodeSource())
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldOutliveAPeerThatIsKilledWhileItsMemoryIsWritten() throws IOException, InterruptedException {
        Process child =
                start(List.of("--enable-native-access=ALL-UNNAMED"), PeMain.class, directory.toString(), "kill");
        FakeHost host = FakeHost.of(directory, "kill", 0, 2, Job.MIB);
        BufferedReader output = child.inputReader();
        try (ShmTransport pe = ShmTransport.open(host, new PanamaPosixLibrary());
                Arena arena = Arena.ofConfined()) {
            byte[] card = HexFormat.of().parseHex(output.readLine());
            Writer input = child.outputWriter();
            input.write(
                    HexFormat.of().formatHex(pe.card()) + "\n" + HexFormat.of().formatHex(card) + "\n");
            input.flush();
            pe.join(List.of(pe.card(), card));
            Connection connection = pe.connect(1, 0);
            while (connection.state() == State.DOWN) {
                pe.progress();
                Thread.onSpinWait();
            }
            assertThat(connection.state()).isEqualTo(State.UP);
            assertThat(output.readLine()).isEqualTo("UP");

            MemorySegment buffer = arena.allocate(64 << 10, 8);
            long puts = 0;
            long killedAt = 2000;
            long end = 4000;
            for (; puts < end || child.isAlive(); puts++) {
                buffer.set(ValueLayout.JAVA_LONG, 0, puts);
                assertThat(connection.put(puts % 16 * (64 << 10), buffer, 0, 64 << 10, NEVER))
                        .isEqualTo(PostStatus.DONE);
                if (puts == killedAt) {
                    child.destroyForcibly(); // SIGKILL
                }
            }
            connection.get((puts - 1) % 16 * (64 << 10), buffer, 0, 8, NEVER);
            assertThat(buffer.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(puts - 1);
        }
        ShmFile.sweep(new PanamaPosixLibrary(), directory);
        assertThat(Directories.list(directory)).isEmpty();
    }

    @Test
    void shouldSweepTheFileOfAKilledPeOnlyOnceItIsDead() throws IOException, InterruptedException {
        Process child =
                start(List.of("--enable-native-access=ALL-UNNAMED"), PeMain.class, directory.toString(), "sweep");
        child.inputReader().readLine(); // its card: the file is there
        Path file = directory.resolve("shmem4j-sweep-1");
        PosixLibrary posix = new PanamaPosixLibrary();
        ShmFile.sweep(posix, directory);
        assertThat(file).exists();
        assertThat(child.destroyForcibly().waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(file).exists();
        ShmTransport.open(FakeHost.of(directory, "next", 0, 1, Job.MIB), posix).close();
        assertThat(file).doesNotExist();
    }

    @Test
    void shouldSayHowToAllowNativeAccess() throws IOException, InterruptedException {
        Process child = start(List.of("--illegal-native-access=deny"), Probe.class, directory.toString());
        assertThat(child.inputReader().readLine())
                .isEqualTo("false: native access is denied to the class path; start java with"
                        + " --enable-native-access=ALL-UNNAMED");
        assertThat(child.waitFor()).isZero();
    }

    /** Prints what the provider finds. */
    static final class Probe {
        private Probe() {}

        public static void main(String[] arguments) {
            Availability found = new ShmTransportProvider().probe(FakeHost.settings(Path.of(arguments[0])));
            System.out.println(found.available() + ": " + found);
        }
    }
}
