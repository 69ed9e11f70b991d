package org.shmem4j.transport.shm;

import static org.shmem4j.transport.shm.PosixLibrary.MAP_ANONYMOUS;
import static org.shmem4j.transport.shm.PosixLibrary.MAP_FIXED;
import static org.shmem4j.transport.shm.PosixLibrary.MAP_NORESERVE;
import static org.shmem4j.transport.shm.PosixLibrary.MAP_PRIVATE;
import static org.shmem4j.transport.shm.PosixLibrary.MAP_SHARED;
import static org.shmem4j.transport.shm.PosixLibrary.PROT_NONE;
import static org.shmem4j.transport.shm.PosixLibrary.PROT_READ;
import static org.shmem4j.transport.shm.PosixLibrary.PROT_WRITE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.TransportException;

/**
 * One range of addresses with a place for the region of every PE that can be reached:
 *
 * <pre>
 *   guard 64 KiB | region 0 | region 1 | ... | guard 64 KiB
 * </pre>
 *
 * The guards cannot be accessed. They keep a region from beginning at 0, which the runtime's tables use for "none", and catch what
 * runs out of the window at either end.
 */
final class ShmWindow {
    private static final long GUARD_BYTES = ShmLayout.ALIGNMENT;

    private final PosixLibrary posix;
    private final MemorySegment memory;
    private final long regionBytes;

    private ShmWindow(PosixLibrary posix, MemorySegment memory, long regionBytes) {
        this.posix = posix;
        this.memory = memory;
        this.regionBytes = regionBytes;
    }

    /**
     * Reserves the addresses; no memory yet.
     *
     * @param arena unmaps the window, with all that was mapped into it, when it is closed
     */
    static ShmWindow reserve(PosixLibrary posix, Arena arena, long regionBytes, int regions) {
        long bytes;
        try {
            bytes = Math.addExact(Math.multiplyExact(regionBytes, regions), 2 * GUARD_BYTES);
        } catch (ArithmeticException e) {
            throw tooLarge(regionBytes, regions, "more than 64 bits can address", e);
        }
        long address = posix.mmap(0, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (address < 0) {
            throw tooLarge(regionBytes, regions, posix.failure("mmap", address), null);
        }
        return new ShmWindow(posix, posix.segment(address, bytes, arena), regionBytes);
    }

    private static TransportException tooLarge(long regionBytes, int regions, String why, @Nullable Throwable cause) {
        String message = String.format(
                "shm: no address space for %d regions of %d bytes, %s; set SHMEM_SYMMETRIC_SIZE to less, raise the limit on"
                        + " address space (ulimit -v), or do without with SHMEM_TRANSPORTS=^shm",
                regions, regionBytes, why);
        return cause == null ? new TransportException(message) : new TransportException(message, cause);
    }

    MemorySegment memory() {
        return memory;
    }

    /** Where a region begins in {@link #memory()}. */
    long offset(int region) {
        return GUARD_BYTES + region * regionBytes;
    }

    /** Maps a file at the place of a region: 0, or a negative errno. */
    long map(int region, int fd, long fileOffset) {
        long address = memory.address() + offset(region);
        long mapped = posix.mmap(address, regionBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, fileOffset);
        return mapped < 0 ? mapped : 0;
    }
}
