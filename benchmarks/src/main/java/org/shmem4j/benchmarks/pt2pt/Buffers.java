package org.shmem4j.benchmarks.pt2pt;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/**
 * What the loops work on, the same for both ways to hold it.
 *
 * @param shmem this PE's handle
 * @param heap its heap
 * @param target where bytes are put, and got from
 * @param local where they come from, and go
 * @param words for single values
 * @param flag for the ping-pong
 * @param peer the target of PE 0, and PE 0 to the target
 */
record Buffers(
        Shmem shmem,
        SymmetricHeap heap,
        SymmetricSegment target,
        MemorySegment local,
        SymmetricSegment words,
        SymmetricSegment flag,
        int peer) {
    /** How classes that hold them in a {@code static final} get them while they are initialised. */
    static final ScopedValue<Buffers> CURRENT = ScopedValue.newInstance();

    private static final long PAGE = 4096;

    /** Puts and gets walk over as many targets, so that no compiler takes one for the same as the last. */
    private static final int LINES = 8;

    private static final long LINE_BYTES = 64;

    /** Starts this PE, runs a program that finds its buffers in {@link #CURRENT} too, and ends. */
    static void use(long maxBytes, Consumer<Buffers> program) {
        try (Shmem shmem = Shmem.init();
                Arena arena = Arena.ofConfined()) {
            Buffers buffers = allocate(shmem, arena, maxBytes);
            shmem.barrier();
            ScopedValue.where(CURRENT, buffers).run(() -> program.accept(buffers));
        }
    }

    /** Allocates on all PEs, and touches every page. */
    private static Buffers allocate(Shmem shmem, Arena arena, long maxBytes) {
        SymmetricHeap heap = shmem.heap();
        long bytes = Math.max(PAGE, maxBytes + LINES * LINE_BYTES);
        SymmetricSegment target = heap.allocate(bytes, PAGE);
        SymmetricSegment words = heap.allocate(PAGE, PAGE);
        SymmetricSegment flag = heap.allocate(PAGE, PAGE);
        target.local().fill((byte) 1);
        words.local().fill((byte) 0);
        flag.local().fill((byte) 0);
        MemorySegment local = arena.allocate(bytes, PAGE).fill((byte) 2);
        return new Buffers(shmem, heap, target, local, words, flag, shmem.pe() == 0 ? 1 : 0);
    }

    /** Where the i-th atomic operation on a word of this width goes. */
    static long word(int i, int width) {
        return (long) (i & Kernels.WORDS - 1) * width;
    }

    /** Where the i-th put or get goes. */
    static long line(int i) {
        return (i & LINES - 1) * LINE_BYTES;
    }
}
