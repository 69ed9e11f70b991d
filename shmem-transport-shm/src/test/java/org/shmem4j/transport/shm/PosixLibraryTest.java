package org.shmem4j.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PosixLibraryTest {
    private final PosixLibrary posix = new PanamaPosixLibrary();

    @Test
    void shouldReadTheStatusThatJavaReads(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[12_345]);
        int fd = posix.open(file, PosixLibrary.O_RDWR, 0);
        assertThat(fd).isPositive();
        assertThat(FileStatus.of(posix, fd)).isEqualTo(new FileStatus(0, true, 1, 12_345));
        Files.createLink(directory.resolve("second"), file);
        assertThat(FileStatus.of(posix, fd).links()).isEqualTo(2);
        Files.delete(file);
        Files.delete(directory.resolve("second"));
        assertThat(FileStatus.of(posix, fd).links()).isZero();
        assertThat(posix.close(fd)).isZero();
        assertThat(FileStatus.of(posix, fd).error()).isNegative();
    }

    @Test
    void shouldReadBytesAndReportTheEnd(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[] {1, 2, 3});
        int fd = posix.open(file, PosixLibrary.O_RDWR, 0);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(8);
            assertThat(posix.pread(fd, buffer, 1)).isEqualTo(2);
            assertThat(buffer.get(ValueLayout.JAVA_BYTE, 1)).isEqualTo((byte) 3);
            assertThat(posix.pread(fd, buffer, 10)).isZero();
            assertThat(posix.pread(-1, buffer, 0)).isNegative();
        } finally {
            posix.close(fd);
        }
    }

    @Test
    void shouldAnswerTheErrno(@TempDir Path directory) {
        int enoent = 2;
        assertThat(posix.open(directory.resolve("none"), PosixLibrary.O_RDWR, 0))
                .isEqualTo(-enoent);
        int ebadf = -9;
        assertThat(posix.close(-1)).isEqualTo(ebadf);
        assertThat(posix.ftruncate(-1, 0)).isNegative();
        assertThat(posix.posixFallocate(-1, 0, 1)).isEqualTo(ebadf);
        assertThat(posix.fallocate(-1, 0, 0, 1)).isEqualTo(ebadf);
        assertThat(posix.flock(-1, PosixLibrary.LOCK_EX)).isEqualTo(ebadf);
        assertThat(posix.mmap(0, 4096, PosixLibrary.PROT_READ, PosixLibrary.MAP_SHARED, -1, 0))
                .isEqualTo(ebadf);
        assertThat(posix.munmap(1, 1)).isNegative();
        assertThat(posix.failure("open", -enoent)).matches("open: .+ \\(errno 2\\)");
        assertThat(posix.getpagesize()).isIn(4096, 16384, 65536);
    }
}
