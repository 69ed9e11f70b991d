package org.shmem4j.transport.shm;

import static org.shmem4j.transport.shm.PosixLibrary.ENOMEM;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.TransportException;

/**
 * One range of addresses with a place for the region of every PE that can be reached:
 *
 * <pre>
 *   guard 2 MiB | region 0, gap | region 1, gap | ... | guard 2 MiB
 * </pre>
 *
 * Guards and gaps cannot be accessed. The guards keep a region from beginning at 0, which the runtime's tables use for
 * "none", and catch what runs out of the window at either end. The gaps fill a region up to a multiple of 2 MiB, so
 * that what is aligned in a region is aligned in memory, and alike on every PE.
 *
 * <p><b>Thread safety.</b> Guarded by the lock of the transport.
 */
final class ShmWindow {
    /** At a multiple of this every region begins: the size of a large page, which no alignment of an allocation exceeds. */
    static final long ALIGNMENT = 2L << 20;

    private final PosixLibrary posix;
    private final MemorySegment memory;
    private final long regionBytes;
    private final long strideBytes;
    /** Places without a reservation, where the JVM may have mapped something of its own by now. */
    private final Set<Integer> holes;

    private ShmWindow(
            PosixLibrary posix, MemorySegment memory, long regionBytes, long strideBytes, Set<Integer> holes) {
        this.posix = posix;
        this.memory = memory;
        this.regionBytes = regionBytes;
        this.strideBytes = strideBytes;
        this.holes = holes;
    }

    /**
     * Reserves the addresses; no memory yet.
     *
     * @param arena unmaps the window, with all that was mapped into it, when it is closed
     */
    static ShmWindow reserve(PosixLibrary posix, Arena arena, long regionBytes, int regions) {
        long strideBytes;
        long windowBytes;
        long bytes;
        try {
            strideBytes = Math.addExact(regionBytes, ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
            windowBytes = Math.addExact(Math.multiplyExact(strideBytes, regions), 2 * ALIGNMENT);
            bytes = Math.addExact(
                    windowBytes, ALIGNMENT); // the kernel gives any page; the window begins at an aligned one
        } catch (ArithmeticException e) {
            throw tooLarge(regionBytes, regions, "more than 64 bits can address", e);
        }
        long address = posix.mmap(0, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (address < 0) {
            throw tooLarge(regionBytes, regions, posix.failure("mmap", address), null);
        }
        Set<Integer> holes = ConcurrentHashMap.newKeySet();
        MemorySegment all = posix.segment(address, bytes, arena, () -> {
            if (holes.isEmpty()) { // else it would take away what somebody else has mapped into a hole
                posix.munmap(address, bytes);
            }
        });
        MemorySegment memory = all.asSlice(Math.floorMod(-address, ALIGNMENT), windowBytes);
        return new ShmWindow(posix, memory, regionBytes, strideBytes, holes);
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
        return ALIGNMENT + region * strideBytes;
    }

    /** Maps a file at the place of a region: 0, or a negative errno, after which it can be tried again. */
    long map(int region, int fd, long fileOffset) {
        if (holes.contains(region)) {
            return -ENOMEM;
        }
        long address = memory.address() + offset(region);
        long mapped = posix.mmap(address, regionBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, fileOffset);
        if (mapped >= 0) {
            return 0;
        }
        // the kernel takes away what was there before it finds out that it cannot map the file
        int reservation = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
        if (posix.mmap(address, regionBytes, PROT_NONE, reservation, -1, 0) < 0) {
            holes.add(region);
        }
        return mapped;
    }
}
