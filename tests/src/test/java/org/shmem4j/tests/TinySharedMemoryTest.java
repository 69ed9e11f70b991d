package org.shmem4j.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.testkit.Job;
import org.shmem4j.testkit.JobResult;

/** A file system for shared memory that has less room than the heap: containers often have 16 or 64 MiB. Mounts one, so it needs root. */
@EnabledIf(value = Mount.POSSIBLE, disabledReason = Mount.NEEDS_ROOT)
class TinySharedMemoryTest {
    @TempDir
    Path mount;

    @BeforeEach
    void mountTmpfs() throws IOException, InterruptedException {
        run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", mount.toString());
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        try (Stream<Path> files = Files.list(mount)) {
            assertThat(files).isEmpty();
        }
        run("umount", mount.toString());
    }

    private static void run(String... command) throws IOException, InterruptedException {
        int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
        assertThat(exitCode).as(String.join(" ", command)).isZero();
    }

    /** Fills the heap with allocations of 1 MiB, writing every byte on all PEs. */
    static final class Fill {
        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init()) {
                for (int i = 0; i < 1_000; i++) {
                    SymmetricSegment segment = shmem.heap().allocate(1 << 20);
                    for (int pe = 0; pe < shmem.peCount(); pe++) {
                        segment.local().fill((byte) pe);
                        shmem.heap().put(segment, segment.local(), pe);
                    }
                    shmem.barrier();
                }
            }
        }
    }

    @Test
    void shouldGiveOneLineThatNamesTheDirectoryAndTheRemedy() {
        JobResult result = Job.of(2, Fill.class)
                .withEnvironment("SHMEM_SHM_DIR", mount.toString())
                .run();

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.err().lines())
                .as(result.toString())
                .singleElement()
                .asString()
                .contains(mount.toString())
                .contains("No space left on device")
                .contains("SHMEM_SHM_DIR");
    }
}
