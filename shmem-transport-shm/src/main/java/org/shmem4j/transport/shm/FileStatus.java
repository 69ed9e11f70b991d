package org.shmem4j.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What is known of an open file. Read from a struct statx, which is laid out alike on all processors, unlike struct
 * stat:
 *
 * <pre>
 *   16  u32  stx_nlink
 *   28  u16  stx_mode
 *   40  u64  stx_size
 *  256       end
 * </pre>
 *
 * @param error 0, or the negative errno that kept it from being read; the rest is 0 then
 * @param regular whether it is a regular file
 * @param links how many names it has; 0 if it was unlinked
 * @param bytes its size
 */
record FileStatus(int error, boolean regular, int links, long bytes) {
    static final long STATX_BYTES = 256;

    private static final long NLINK = 16;
    private static final long MODE = 28;
    private static final long SIZE = 40;
    private static final int S_IFMT = 0xF000;
    private static final int S_IFREG = 0x8000;

    static FileStatus of(PosixLibrary posix, int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(STATX_BYTES, Long.BYTES);
            int error = posix.statx(fd, status);
            return new FileStatus(
                    error,
                    (status.get(ValueLayout.JAVA_SHORT, MODE) & S_IFMT) == S_IFREG,
                    status.get(ValueLayout.JAVA_INT, NLINK),
                    status.get(ValueLayout.JAVA_LONG, SIZE));
        }
    }
}
