package org.shmem4j.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmem4j.transport.shm.PosixLibrary.ENOMEM;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With a kernel that drops the reservation before it finds out that it cannot map the file. */
class ShmWindowTest {
    private static final long MIB = Job.MIB;

    /** Fails to map the first file, and where that is asked for also the reservation after it. */
    private static final class Leaky extends ForwardingPosixLibrary {
        private final boolean reservationFails;
        private final List<String> calls = new ArrayList<>();
        private boolean failed;

        Leaky(boolean reservationFails) {
            this.reservationFails = reservationFails;
        }

        @Override
        public long mmap(long address, long bytes, int protection, int flags, int fd, long offset) {
            if ((flags & MAP_FIXED) == 0) {
                return super.mmap(address, bytes, protection, flags, fd, offset);
            }
            calls.add(protection == PROT_NONE ? "reserve" : "map");
            if (protection == PROT_NONE) {
                return reservationFails ? -ENOMEM : super.mmap(address, bytes, protection, flags, fd, offset);
            }
            if (!failed) {
                failed = true;
                // in place of a hole, into which a thread of this JVM could map something
                super.mmap(address, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
                return -ENOMEM;
            }
            return super.mmap(address, bytes, protection, flags, fd, offset);
        }

        @Override
        public int munmap(long address, long bytes) {
            calls.add("unmap");
            return super.munmap(address, bytes);
        }
    }

    private static int open(PosixLibrary posix, Path directory) throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[Math.toIntExact(MIB)]);
        return posix.open(file, PosixLibrary.O_RDWR, 0);
    }

    private static String permissions(long address) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.map(line -> line.split("[- ]", 3))
                    .filter(line -> Long.parseUnsignedLong(line[0], 16) <= address
                            && address < Long.parseUnsignedLong(line[1], 16))
                    .map(line -> line[2].substring(0, 4))
                    .findFirst()
                    .orElse("none");
        }
    }

    @Test
    void shouldReserveAPlaceAgainThatCouldNotBeMapped() throws IOException {
        Path directory = Directories.inMemory();
        Leaky posix = new Leaky(false);
        int fd = open(posix, directory);
        try (Arena arena = Arena.ofShared()) {
            ShmWindow window = ShmWindow.reserve(posix, arena, MIB, 2);
            assertThat(window.map(1, fd, 0)).isEqualTo(-ENOMEM);
            assertThat(posix.calls).containsExactly("map", "reserve");
            assertThat(permissions(window.memory().address() + window.offset(1)))
                    .isEqualTo("---p");

            assertThat(window.map(1, fd, 0)).isZero();
            MemorySegment memory = window.memory();
            memory.set(ValueLayout.JAVA_LONG, window.offset(1), 42);
            assertThat(memory.get(ValueLayout.JAVA_LONG, window.offset(1))).isEqualTo(42);
        }
        assertThat(posix.calls).endsWith("map", "unmap");
        posix.close(fd);
        Directories.delete(directory);
    }

    @Test
    void shouldNeverUnmapAWindowWithAHole() throws IOException {
        Path directory = Directories.inMemory();
        Leaky posix = new Leaky(true);
        int fd = open(posix, directory);
        try (Arena arena = Arena.ofShared()) {
            ShmWindow window = ShmWindow.reserve(posix, arena, MIB, 2);
            assertThat(window.map(1, fd, 0)).isEqualTo(-ENOMEM);
            assertThat(window.map(1, fd, 0)).isEqualTo(-ENOMEM);
            assertThat(window.map(0, fd, 0)).isZero();
        }
        assertThat(posix.calls).containsExactly("map", "reserve", "map");
        posix.close(fd);
        Directories.delete(directory);
    }
}
