package org.shmem4j.benchmarks.pt2pt;

import java.lang.foreign.MemorySegment;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** The same loops in a program that has its heap, and all that goes with it, in a {@code static final}. */
@SuppressWarnings("ThreadPriorityCheck") // with more PEs than cores, the one that is waited for needs this core
final class ConstantKernels implements Kernels {
    private static final Shmem SHMEM = Buffers.CURRENT.get().shmem();
    private static final SymmetricHeap HEAP = Buffers.CURRENT.get().heap();
    private static final SymmetricSegment TARGET = Buffers.CURRENT.get().target();
    private static final MemorySegment LOCAL = Buffers.CURRENT.get().local();
    private static final SymmetricSegment WORD_SEGMENT = Buffers.CURRENT.get().words();
    private static final SymmetricSegment FLAG = Buffers.CURRENT.get().flag();
    private static final int PEER = Buffers.CURRENT.get().peer();

    /** Where sums go, so that the loads are not dead. */
    long sink;

    @Override
    public void putLong(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            HEAP.putLong(WORD_SEGMENT, (i & WORDS - 1) * 8L, i, PEER);
        }
    }

    @Override
    public void putLongQuiet(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            HEAP.putLong(WORD_SEGMENT, (i & WORDS - 1) * 8L, i, PEER);
            HEAP.quiet();
        }
    }

    @Override
    public void getLong(int n, long bytes) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += HEAP.getLong(WORD_SEGMENT, (i & WORDS - 1) * 8L, PEER);
        }
        sink = sum;
    }

    @Override
    public void put(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            HEAP.put(TARGET, Buffers.line(i), LOCAL, 0, bytes, PEER);
        }
    }

    @Override
    public void putQuiet(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            HEAP.put(TARGET, Buffers.line(i), LOCAL, 0, bytes, PEER);
            HEAP.quiet();
        }
    }

    @Override
    public void get(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            HEAP.get(LOCAL, Buffers.line(i), TARGET, 0, bytes, PEER);
        }
    }

    @Override
    public void putRate(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < RATE_WINDOW; k++) {
                HEAP.putNbi(TARGET, k * bytes, LOCAL, k * bytes, bytes, PEER);
            }
            HEAP.quiet();
        }
    }

    @Override
    public void putBandwidth(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < BANDWIDTH_WINDOW; k++) {
                HEAP.putNbi(TARGET, Buffers.line(k), LOCAL, 0, bytes, PEER);
            }
            HEAP.quiet();
        }
    }

    @Override
    public void pingPong(int n, long flag) {
        if (PEER == 1) {
            serve(n, flag);
        } else {
            answer(n, flag);
        }
    }

    private static void serve(int n, long last) {
        for (int i = 1; i <= n; i++) {
            HEAP.putLong(FLAG, 0, last + i, PEER);
            for (int round = 0; HEAP.getLong(FLAG, 0, 1 - PEER) < last + i; round++) {
                pause(round);
            }
        }
    }

    private static void answer(int n, long last) {
        for (int i = 1; i <= n; i++) {
            for (int round = 0; HEAP.getLong(FLAG, 0, 1 - PEER) < last + i; round++) {
                pause(round);
            }
            HEAP.putLong(FLAG, 0, last + i, PEER);
        }
    }

    private static void pause(int round) {
        if (round < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    @Override
    public void barrier(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            SHMEM.barrier();
        }
    }

    @Override
    public void sync(int n, long bytes) {
        for (int i = 0; i < n; i++) {
            SHMEM.sync();
        }
    }
}
