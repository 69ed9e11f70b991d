package org.shmem4j.benchmarks.pt2pt;

import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** The atomics of a program that has its heap in local variables. */
@SuppressWarnings("HidingField") // the loops work on locals
final class LocalAtomicKernels implements AtomicKernels {
    private final SymmetricHeap heap;
    private final SymmetricSegment words;
    private final int peer;

    /** Where answers go, so that they are not dead: an add whose answer nobody reads is another instruction. */
    long sink;

    LocalAtomicKernels(Buffers buffers) {
        this.heap = buffers.heap();
        this.words = buffers.words();
        this.peer = buffers.peer();
    }

    @Override
    public void fetchAddLong(int n) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += heap.atomicFetchAddLong(words, Buffers.word(i, Long.BYTES), 1, peer);
        }
        sink = sum;
    }

    @Override
    public void compareSwapLong(int n) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        long value = heap.atomicFetchLong(words, 0, peer);
        for (int i = 0; i < n; i++) {
            value = heap.atomicCompareSwapLong(words, 0, value, value + 1, peer) + 1;
        }
        sink = value;
    }

    @Override
    public void addLong(int n) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < ADD_WINDOW; k++) {
                heap.atomicAddLong(words, Buffers.word(k, Long.BYTES), 1, peer);
            }
            heap.quiet();
        }
    }

    @Override
    public void fetchLong(int n) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += heap.atomicFetchLong(words, Buffers.word(i, Long.BYTES), peer);
        }
        sink = sum;
    }

    @Override
    public void swapLong(int n) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += heap.atomicSwapLong(words, Buffers.word(i, Long.BYTES), i, peer);
        }
        sink = sum;
    }

    @Override
    public void fetchAddInt(int n) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += heap.atomicFetchAddInt(words, Buffers.word(i, Integer.BYTES), 1, peer);
        }
        sink = sum;
    }

    @Override
    public void contendedFetchAdd(int n) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += heap.atomicFetchAddLong(words, CONTENDED, 1, OWNER);
        }
        sink = sum;
    }
}
