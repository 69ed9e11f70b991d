package org.shmem4j.testkit;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.Comparison;
import org.shmem4j.Shmem;
import org.shmem4j.SignalOp;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** What fence, quiet and barrier promise. */
final class OrderRules {
    private static final int ROUNDS = 500;
    private static final int DEKKER_ROUNDS = 20_000;
    private static final int WORDS = 64;
    private static final long ASLEEP_MS = 2_000;

    private OrderRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("ORD-1", "what was put before a fence is seen before what is put after", OrderRules::fence),
                new Rule("ORD-2", "after quiet another PE sees it, told by whatever way", OrderRules::quiet),
                new Rule("ORD-3", "of two that put, quiet and get, one sees the other's value", OrderRules::dekker),
                new Rule("ORD-4", "quiet for listed PEs completes what went to them", OrderRules::quietPes),
                new Rule(
                        "ORD-5",
                        "operations complete though their target never calls the library",
                        OrderRules::progress),
                new Rule(
                        "ORD-6",
                        "a signal arrives though its sender never calls the library again",
                        OrderRules::lastCall));
    }

    private static void fence(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment data = heap.allocateZeroed(8L * WORDS);
        SymmetricSegment flag = heap.allocateZeroed(8);
        SymmetricSegment taken = heap.allocateZeroed(8);
        int right = (shmem.pe() + 1) % shmem.peCount();
        int left = (shmem.pe() + shmem.peCount() - 1) % shmem.peCount();
        MemorySegment source = MemorySegment.ofArray(new long[WORDS]);
        for (long round = 1; round <= ROUNDS; round++) {
            heap.waitUntilLong(taken, 0, Comparison.EQ, round - 1);
            source.fill((byte) round);
            heap.put(data, source, right);
            heap.atomicSetLong(data, 8, round, right); // unordered with the put: either may be last
            heap.fence();
            heap.putLong(flag, 0, round, right);
            heap.waitUntilLong(flag, 0, Comparison.EQ, round);
            long wide = (round & 0xff) * 0x0101_0101_0101_0101L;
            for (int i = 0; i < WORDS; i++) {
                long seen = data.local().getAtIndex(JAVA_LONG, i);
                Check.that(
                        seen == wide || (i == 1 && seen == round),
                        "word " + i + " of round " + round + ": saw " + seen + ", expected " + wide);
            }
            heap.putLong(taken, 0, round, left);
            heap.quiet();
        }
        shmem.barrier();
        heap.free(taken);
        heap.free(flag);
        heap.free(data);
    }

    private static void quiet(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment data = heap.allocateZeroed(8L * shmem.peCount());
        for (int round = 1; round <= ROUNDS; round++) {
            for (int pe = 0; pe < shmem.peCount(); pe++) {
                heap.putLong(data, 8L * shmem.pe(), round, pe);
            }
            heap.quiet();
            shmem.sync();
            for (int pe = 0; pe < shmem.peCount(); pe++) {
                Check.equal(data.local().getAtIndex(JAVA_LONG, pe), (long) round, "what PE " + pe + " put");
            }
            shmem.sync();
        }
        heap.free(data);
    }

    private static void dekker(Shmem shmem) {
        int me = shmem.pe();
        int other = me ^ 1;
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(128);
        SymmetricSegment seen = heap.allocateZeroed(16);
        SymmetricSegment step = heap.allocateZeroed(8);
        if (other < shmem.peCount()) {
            int home = me & ~1; // both words are in the memory of the even one, and what each saw too
            for (long round = 1; round <= DEKKER_ROUNDS; round++) {
                heap.putLong(words, 64L * (me & 1), round, home);
                heap.quiet();
                long value = heap.getLong(words, 64L * (other & 1), home);
                Check.that(value >= round - 1, "round " + round + " saw " + value);
                heap.putLong(seen, 8L * (me & 1), value, home);
                heap.quiet();
                heap.atomicIncLong(step, 0, other);
                heap.waitUntilLong(step, 0, Comparison.GE, 2 * round - 1);
                long hers = heap.getLong(seen, 8L * (other & 1), home);
                Check.that(value == round || hers == round, "in round " + round + " neither saw the other's value");
                heap.atomicIncLong(step, 0, other);
                heap.waitUntilLong(step, 0, Comparison.GE, 2 * round);
            }
        }
        shmem.barrier();
        heap.free(step);
        heap.free(seen);
        heap.free(words);
    }

    private static void quietPes(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment data = heap.allocateZeroed(8L * shmem.peCount());
        int right = (shmem.pe() + 1) % shmem.peCount();
        for (int round = 1; round <= ROUNDS; round++) {
            heap.putLong(data, 8L * shmem.pe(), round, right);
            heap.quiet(new int[] {right, right});
            shmem.sync();
            int left = (shmem.pe() + shmem.peCount() - 1) % shmem.peCount();
            Check.equal(data.local().getAtIndex(JAVA_LONG, left), (long) round, "what PE " + left + " put");
            shmem.sync();
        }
        heap.quiet(new int[0]);
        Check.refused(IndexOutOfBoundsException.class, "no PE -1", () -> heap.quiet(new int[] {shmem.pe(), -1}));
        heap.free(data);
    }

    /** PE 0 sleeps; the others are done long before it wakes. */
    private static void progress(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(8L * shmem.peCount() + 8);
        long took = 0;
        if (shmem.pe() == 0) {
            Thread.sleep(ASLEEP_MS);
        } else {
            long start = System.nanoTime();
            heap.putLong(words, 8L * shmem.pe(), 5, 0);
            heap.quiet();
            Check.equal(heap.getLong(words, 8L * shmem.pe(), 0), 5L, "a get from a PE that sleeps");
            Check.equal(heap.atomicFetchAddLong(words, 8L * shmem.pe(), 2, 0), 5L, "an atomic operation there");
            took = System.nanoTime() - start;
        }
        shmem.barrier();
        if (shmem.pe() == 0) {
            for (int pe = 1; pe < shmem.peCount(); pe++) {
                Check.equal(words.local().getAtIndex(JAVA_LONG, pe), 7L, "the word of PE " + pe);
            }
        }
        Check.that(took < ASLEEP_MS * 1_000_000 / 2, "it took " + took + " ns, as long as PE 0 slept");
        shmem.barrier();
        heap.free(words);
    }

    private static void lastCall(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment data = heap.allocateZeroed(4096);
        SymmetricSegment flag = heap.allocateZeroed(8);
        int last = shmem.peCount() - 1;
        if (shmem.pe() == 0) {
            byte[] bytes = new byte[4096];
            Arrays.fill(bytes, (byte) 9);
            heap.putSignal(data, MemorySegment.ofArray(bytes), flag, SignalOp.SET, 1, last);
            Thread.sleep(ASLEEP_MS);
        }
        if (shmem.pe() == last) {
            long start = System.nanoTime();
            heap.waitUntil(flag, Comparison.EQ, 1);
            long took = System.nanoTime() - start;
            Check.equal(heap.getByte(data, 4095, last), (byte) 9, "the last byte");
            Check.that(last == 0 || took < ASLEEP_MS * 1_000_000 / 2, "it took " + took + " ns");
        }
        shmem.barrier();
        heap.free(flag);
        heap.free(data);
    }
}
