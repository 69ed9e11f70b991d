package org.shmem4j.testkit;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.shmem4j.Comparison;
import org.shmem4j.Shmem;
import org.shmem4j.SignalOp;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** Signals, and puts that end with one. */
final class SignalRules {
    private static final int ROUNDS = 300;
    private static final int WORDS = 500;

    private SignalRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("SIG-1", "whoever sees a signal set sees all of its bytes", shmem -> payload(shmem, false)),
                new Rule("SIG-2", "so does a non-blocking one", shmem -> payload(shmem, true)),
                new Rule("SIG-3", "added signals of all PEs add up", SignalRules::add),
                new Rule("SIG-4", "a put of no bytes signals too", SignalRules::empty),
                new Rule("SIG-5", "a signal inside the payload, or misaligned, is refused", SignalRules::refused));
    }

    private static void payload(Shmem shmem, boolean nonBlocking) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment data = heap.allocateZeroed(8L * WORDS);
        SymmetricSegment arrived = heap.allocateZeroed(8);
        SymmetricSegment taken = heap.allocateZeroed(8);
        int right = (shmem.pe() + 1) % shmem.peCount();
        int left = (shmem.pe() + shmem.peCount() - 1) % shmem.peCount();
        MemorySegment source = MemorySegment.ofArray(new long[WORDS]);
        for (long round = 1; round <= ROUNDS; round++) {
            heap.waitUntilLong(taken, 0, Comparison.EQ, round - 1); // the right one has read the round before
            for (int i = 0; i < WORDS; i++) {
                source.setAtIndex(JAVA_LONG, i, round * 1_000_000 + i);
            }
            long length = 8 * (1 + round % WORDS);
            if (nonBlocking) {
                heap.putSignalNbi(data, 0, source, 0, length, arrived, 0, SignalOp.SET, round, right);
            } else {
                heap.putSignal(data, 0, source, 0, length, arrived, 0, SignalOp.SET, round, right);
            }
            Check.equal(heap.signalWaitUntil(arrived, 0, Comparison.EQ, round), round, "the value waited for");
            Check.equal(heap.signalFetch(arrived, 0), round, "the value fetched");
            for (int i = 0; i < length / 8; i++) {
                Check.equal(data.local().getAtIndex(JAVA_LONG, i), round * 1_000_000 + i, "word " + i);
            }
            heap.signalAdd(taken, 0, 1, left);
            heap.quiet(); // before the source is written again
        }
        shmem.barrier();
        heap.free(taken);
        heap.free(arrived);
        heap.free(data);
    }

    private static void add(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment data = heap.allocateZeroed(8L * shmem.peCount());
        SymmetricSegment sum = heap.allocateZeroed(16);
        MemorySegment one = MemorySegment.ofArray(new long[] {shmem.pe() + 1});
        int target = shmem.peCount() - 1;
        for (int i = 0; i < ROUNDS; i++) {
            heap.putSignal(data, 8L * shmem.pe(), one, 0, 8, sum, 0, SignalOp.ADD, 2, target);
            heap.signalAdd(sum, 0, -1, target);
        }
        if (shmem.pe() == target) {
            heap.signalWaitUntil(sum, 0, Comparison.GE, (long) ROUNDS * shmem.peCount());
        }
        heap.signalSet(sum, 8, -3, shmem.pe());
        heap.signalWaitUntil(sum, 8, Comparison.GT_UNSIGNED, Long.MAX_VALUE);
        shmem.barrier();
        if (shmem.pe() == target) {
            Check.equal(heap.signalFetch(sum, 0), (long) ROUNDS * shmem.peCount(), "the sum");
            for (int pe = 0; pe < shmem.peCount(); pe++) {
                Check.equal(data.local().getAtIndex(JAVA_LONG, pe), pe + 1L, "what PE " + pe + " put");
            }
        }
        heap.free(sum);
        heap.free(data);
    }

    private static void empty(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment flag = heap.allocateZeroed(8);
        MemorySegment nothing = MemorySegment.ofArray(new byte[0]);
        int right = (shmem.pe() + 1) % shmem.peCount();
        heap.putSignal(flag.asSlice(8, 0), nothing, flag, SignalOp.SET, 4, right);
        heap.waitUntil(flag, Comparison.NE, 0);
        Check.equal(heap.signalFetch(flag, 0), 4L, "the signal");
        shmem.barrier();
        heap.free(flag);
    }

    private static void refused(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment segment = heap.allocateZeroed(64);
        MemorySegment ones = MemorySegment.ofArray(new long[] {-1, -1});
        Class<IllegalArgumentException> argument = IllegalArgumentException.class;
        for (long at : new long[] {0, 8}) {
            Check.refused(
                    argument,
                    "lies in what is put",
                    () -> heap.putSignal(segment, 0, ones, 0, 16, segment, at, SignalOp.SET, 1, 0));
        }
        Check.refused(
                argument, "aligned", () -> heap.putSignal(segment, 0, ones, 0, 16, segment, 20, SignalOp.SET, 1, 0));
        Check.refused(
                IndexOutOfBoundsException.class,
                "offset 64",
                () -> heap.putSignal(segment, 0, ones, 0, 16, segment, 64, SignalOp.ADD, 1, 0));
        Check.refused(argument, "aligned", () -> heap.signalAdd(segment, 4, 1, 0));
        shmem.barrier();
        Check.equal(segment.local().mismatch(MemorySegment.ofArray(new byte[64])), -1L, "the first byte written");
        shmem.barrier();
        heap.free(segment);
    }
}
