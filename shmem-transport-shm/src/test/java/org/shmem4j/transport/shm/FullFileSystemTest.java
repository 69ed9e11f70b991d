package org.shmem4j.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.TransportException;

/** On a file system in memory of 1 MiB, as a container may have one of 64 MiB. Mounting it takes root. */
@EnabledIf(value = "canMount", disabledReason = "mounts a file system, which needs root")
class FullFileSystemTest {
    private static final long MIB = Job.MIB;

    private Path directory = Path.of("");

    /** Never skipped where the result counts: there a lack of root is a failure. */
    static boolean canMount() throws IOException {
        return System.getenv("CI") != null
                || Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        directory = Files.createTempDirectory("shm-test-");
        run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory.toString());
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        run("umount", directory.toString());
        Files.delete(directory);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    @Test
    void shouldRefuseWhatDoesNotFitAndKeepWhatDoes() throws IOException {
        try (Job job = Job.joined(directory, 2, 8 * MIB)) {
            Connection own = job.connectAll().get(0).get(0);
            ShmTransport pe = job.pes.get(0);
            pe.register(0, 512 << 10);
            long left = Files.getFileStore(directory).getUsableSpace();
            assertThatThrownBy(() -> pe.register(4 * MIB, 2 * MIB))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContainingAll(
                            "2097152 bytes",
                            "offset 4194304",
                            "errno 28",
                            "tmpfs " + directory,
                            left + " bytes left",
                            "SHMEM_SHM_DIR");
            assertThat(Files.getFileStore(directory).getUsableSpace()).isEqualTo(left);
            for (long offset = 0; offset < 512 << 10; offset += 8) {
                pe.memory().set(ValueLayout.JAVA_LONG, own.memoryOffset() + offset, offset);
            }
            pe.release(0, 512 << 10);
            job.pes.get(1).register(0, 768 << 10);
        }
        assertThat(Directories.list(directory)).isEmpty();
    }

    @Test
    void shouldNotOpenWhereNotEvenAHeaderFits() throws IOException {
        Path filler = directory.resolve("filler");
        Files.write(filler, new byte[1 << 20]);
        FakeHost host = FakeHost.of(directory, "job", 0, 2, MIB);
        assertThatThrownBy(() -> new ShmTransportProvider().open(host))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("header", "errno 28", "0 bytes left");
        assertThat(Directories.list(directory)).containsExactly(filler);
    }
}
