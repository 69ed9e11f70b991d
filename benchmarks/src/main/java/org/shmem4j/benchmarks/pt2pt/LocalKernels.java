package org.shmem4j.benchmarks.pt2pt;

import java.lang.foreign.MemorySegment;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** The loops of a program that has its heap in local variables. */
@SuppressWarnings({"HidingField", "ThreadPriorityCheck"}) // the loops work on locals; with more PEs than cores, yield
final class LocalKernels implements Kernels {
    private final Shmem shmem;
    private final SymmetricHeap heap;
    private final SymmetricSegment target;
    private final MemorySegment local;
    private final SymmetricSegment words;
    private final SymmetricSegment flag;
    private final int peer;

    /** Where sums go, so that the loads are not dead. */
    long sink;

    LocalKernels(Buffers buffers) {
        this.shmem = buffers.shmem();
        this.heap = buffers.heap();
        this.target = buffers.target();
        this.local = buffers.local();
        this.words = buffers.words();
        this.flag = buffers.flag();
        this.peer = buffers.peer();
    }

    @Override
    public void putLong(int n, long bytes) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        for (int i = 0; i < n; i++) {
            heap.putLong(words, (i & WORDS - 1) * 8L, i, peer);
        }
    }

    @Override
    public void putLongQuiet(int n, long bytes) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        for (int i = 0; i < n; i++) {
            heap.putLong(words, (i & WORDS - 1) * 8L, i, peer);
            heap.quiet();
        }
    }

    @Override
    public void getLong(int n, long bytes) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment words = this.words;
        int peer = this.peer;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += heap.getLong(words, (i & WORDS - 1) * 8L, peer);
        }
        sink = sum;
    }

    @Override
    public void put(int n, long bytes) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment target = this.target;
        MemorySegment local = this.local;
        int peer = this.peer;
        for (int i = 0; i < n; i++) {
            heap.put(target, Buffers.line(i), local, 0, bytes, peer);
        }
    }

    @Override
    public void putQuiet(int n, long bytes) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment target = this.target;
        MemorySegment local = this.local;
        int peer = this.peer;
        for (int i = 0; i < n; i++) {
            heap.put(target, Buffers.line(i), local, 0, bytes, peer);
            heap.quiet();
        }
    }

    @Override
    public void get(int n, long bytes) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment target = this.target;
        MemorySegment local = this.local;
        int peer = this.peer;
        for (int i = 0; i < n; i++) {
            heap.get(local, Buffers.line(i), target, 0, bytes, peer);
        }
    }

    @Override
    public void putRate(int n, long bytes) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment target = this.target;
        MemorySegment local = this.local;
        int peer = this.peer;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < RATE_WINDOW; k++) {
                heap.putNbi(target, k * bytes, local, k * bytes, bytes, peer);
            }
            heap.quiet();
        }
    }

    @Override
    public void putBandwidth(int n, long bytes) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment target = this.target;
        MemorySegment local = this.local;
        int peer = this.peer;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < BANDWIDTH_WINDOW; k++) {
                heap.putNbi(target, Buffers.line(k), local, 0, bytes, peer);
            }
            heap.quiet();
        }
    }

    @Override
    public void pingPong(int n, long flag) {
        if (peer == 1) {
            serve(n, flag);
        } else {
            answer(n, flag);
        }
    }

    private void serve(int n, long last) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment flag = this.flag;
        int peer = this.peer;
        for (int i = 1; i <= n; i++) {
            heap.putLong(flag, 0, last + i, peer);
            for (int round = 0; heap.getLong(flag, 0, 1 - peer) < last + i; round++) {
                pause(round);
            }
        }
    }

    private void answer(int n, long last) {
        SymmetricHeap heap = this.heap;
        SymmetricSegment flag = this.flag;
        int peer = this.peer;
        for (int i = 1; i <= n; i++) {
            for (int round = 0; heap.getLong(flag, 0, 1 - peer) < last + i; round++) {
                pause(round);
            }
            heap.putLong(flag, 0, last + i, peer);
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
        Shmem shmem = this.shmem;
        for (int i = 0; i < n; i++) {
            shmem.barrier();
        }
    }

    @Override
    public void sync(int n, long bytes) {
        Shmem shmem = this.shmem;
        for (int i = 0; i < n; i++) {
            shmem.sync();
        }
    }
}
