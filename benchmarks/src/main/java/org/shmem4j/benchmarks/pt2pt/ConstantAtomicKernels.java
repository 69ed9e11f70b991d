package org.shmem4j.benchmarks.pt2pt;

import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** The same loops in a program that has its heap, and all that goes with it, in a {@code static final}. */
final class ConstantAtomicKernels implements AtomicKernels {
    private static final SymmetricHeap HEAP = Buffers.CURRENT.get().heap();
    private static final SymmetricSegment WORD_SEGMENT = Buffers.CURRENT.get().words();
    private static final int PEER = Buffers.CURRENT.get().peer();

    /** Where answers go, so that they are not dead: an add whose answer nobody reads is another instruction. */
    long sink;

    @Override
    public void fetchAddLong(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += HEAP.atomicFetchAddLong(WORD_SEGMENT, Buffers.word(i, Long.BYTES), 1, PEER);
        }
        sink = sum;
    }

    @Override
    public void compareSwapLong(int n) {
        long value = HEAP.atomicFetchLong(WORD_SEGMENT, 0, PEER);
        for (int i = 0; i < n; i++) {
            value = HEAP.atomicCompareSwapLong(WORD_SEGMENT, 0, value, value + 1, PEER) + 1;
        }
        sink = value;
    }

    @Override
    public void addLong(int n) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < ADD_WINDOW; k++) {
                HEAP.atomicAddLong(WORD_SEGMENT, Buffers.word(k, Long.BYTES), 1, PEER);
            }
            HEAP.quiet();
        }
    }

    @Override
    public void fetchLong(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += HEAP.atomicFetchLong(WORD_SEGMENT, Buffers.word(i, Long.BYTES), PEER);
        }
        sink = sum;
    }

    @Override
    public void swapLong(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += HEAP.atomicSwapLong(WORD_SEGMENT, Buffers.word(i, Long.BYTES), i, PEER);
        }
        sink = sum;
    }

    @Override
    public void fetchAddInt(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += HEAP.atomicFetchAddInt(WORD_SEGMENT, Buffers.word(i, Integer.BYTES), 1, PEER);
        }
        sink = sum;
    }

    @Override
    public void contendedFetchAdd(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += HEAP.atomicFetchAddLong(WORD_SEGMENT, CONTENDED, 1, OWNER);
        }
        sink = sum;
    }
}
