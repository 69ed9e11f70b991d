package org.shmem4j.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.Comparison;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.WaitSet;

/** Waiting and testing in all forms. */
final class WaitRules {
    private static final long[] EDGES = {Long.MIN_VALUE, Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE, Long.MAX_VALUE
    };

    private WaitRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("WAIT-1", "every comparison compares as its name says", WaitRules::comparisons),
                new Rule("WAIT-2", "a wait ends by any PE's update", WaitRules::byOthers),
                new Rule("WAIT-3", "a wait ends by the update of another thread of the own PE", WaitRules::byOwnThread),
                new Rule("WAIT-4", "all, any and some look at what is not excluded", WaitRules::sets),
                new Rule("WAIT-5", "any answers each element that holds, in turn", WaitRules::fairness),
                new Rule("WAIT-6", "an empty set never waits", WaitRules::empty),
                new Rule("WAIT-7", "a set of 32-bit values compares them signed and unsigned", WaitRules::narrow),
                new Rule("WAIT-8", "bad arguments of waits are refused", WaitRules::refused));
    }

    private static boolean model(Comparison comparison, long left, long right) {
        int signed = Long.compare(left, right);
        int unsigned = Long.compare(left + Long.MIN_VALUE, right + Long.MIN_VALUE);
        return switch (comparison) {
            case EQ -> signed == 0;
            case NE -> signed != 0;
            case GT -> signed > 0;
            case GE -> signed >= 0;
            case LT -> signed < 0;
            case LE -> signed <= 0;
            case GT_UNSIGNED -> unsigned > 0;
            case GE_UNSIGNED -> unsigned >= 0;
            case LT_UNSIGNED -> unsigned < 0;
            case LE_UNSIGNED -> unsigned <= 0;
        };
    }

    private static void comparisons(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(16);
        for (long left : EDGES) {
            heap.atomicSetLong(words, 0, left, shmem.pe());
            heap.atomicSetInt(words, 8, (int) left, shmem.pe());
            heap.quiet();
            for (long right : EDGES) {
                for (Comparison comparison : Comparison.values()) {
                    String what = left + " " + comparison + " " + right;
                    boolean holds = model(comparison, left, right);
                    Check.equal(heap.testLong(words, 0, comparison, right), holds, what);
                    int low = (int) left;
                    int lowRight = (int) right;
                    boolean narrow = model(comparison, low, lowRight);
                    Check.equal(heap.testInt(words, 8, comparison, lowRight), narrow, what + ", 32 bits");
                    if (holds) {
                        Check.equal(heap.waitUntilLong(words, 0, comparison, right), left, what + ", waited");
                    }
                    if (narrow) {
                        Check.equal(heap.waitUntilInt(words, 8, comparison, lowRight), low, what + ", waited");
                    }
                }
            }
        }
        heap.free(words);
    }

    private static void byOthers(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment word = heap.allocateZeroed(8);
        int right = (shmem.pe() + 1) % shmem.peCount();
        for (int lap = 1; lap <= 20; lap++) {
            if (shmem.pe() != 0) {
                Check.equal(heap.waitUntilLong(word, 0, Comparison.GE, lap), (long) lap, "what ended the wait");
            }
            switch (lap % 4) {
                case 0 -> heap.atomicSetLong(word, 0, lap, right);
                case 1 -> heap.atomicAddLong(word, 0, 1, right);
                case 2 -> heap.putLong(word, 0, lap, right);
                default -> heap.signalSet(word, 0, lap, right);
            }
            heap.quiet();
            if (shmem.pe() == 0) {
                heap.waitUntil(word, Comparison.EQ, lap);
                Check.that(heap.testLong(word, 0, Comparison.EQ, lap), "the wait ended too soon");
            }
        }
        shmem.barrier();
        heap.free(word);
    }

    private static void byOwnThread(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment word = heap.allocateZeroed(4);
        Thread other = new Thread(() -> {
            LockSupport.parkNanos(20_000_000); // so that the wait begins before the update
            heap.atomicSetInt(word, 0, -5, shmem.pe());
        });
        other.start();
        heap.waitUntil(word, Comparison.LT, 0);
        Check.that(heap.testInt(word, 0, Comparison.EQ, -5), "the wait ended too soon");
        other.join();
        heap.free(word);
    }

    private static void sets(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        int count = 9;
        SymmetricSegment words = heap.allocateZeroed(8L * count + 8);
        int right = (shmem.pe() + 1) % shmem.peCount();
        WaitSet set = heap.waitSetOfLongs(words, 8, count);
        Check.equal(set.size(), count, "size");
        int[] found = new int[count];
        long[] wanted = new long[count];
        Arrays.setAll(wanted, i -> 10 + i);
        set.exclude(4);
        set.exclude(4);
        Check.that(set.testAll(Comparison.EQ, 0), "all are 0");
        Check.equal(set.testSome(found, Comparison.NE, 0), 0, "how many are not 0");
        Check.equal(set.testAny(Comparison.EQ, wanted), -1, "any");
        shmem.barrier();
        for (int i = count - 1; i >= 0; i--) {
            if (i != 4) {
                heap.atomicSetLong(words, 8 + 8L * i, 10 + i, right);
                heap.quiet();
                shmem.barrier();
                int ones = set.waitUntilSome(found, Comparison.EQ, wanted);
                Check.equal(ones, i > 4 ? count - i : count - i - 1, "how many hold after element " + i);
                Check.equal(found[0], i, "the first that holds");
                Check.that(heap.testLong(words, 8 + 8L * i, Comparison.EQ, 10 + i), "the element itself");
                Check.equal(set.testAll(Comparison.EQ, wanted), i == 0, "whether all hold");
            }
            shmem.barrier();
        }
        set.waitUntilAll(Comparison.GE, 10);
        set.waitUntilAll(Comparison.EQ, wanted);
        Check.equal(set.waitUntilSome(found, Comparison.GT, 15), 3, "how many are above 15");
        Check.that(found[0] == 6 && found[1] == 7 && found[2] == 8, "which are above 15: " + Arrays.toString(found));
        Check.equal(set.waitUntilAny(Comparison.EQ, 17), 7, "the one that is 17");
        set.include(4);
        Check.that(!set.testAll(Comparison.GE, 10), "the one that is included again");
        Check.equal(set.testAny(Comparison.EQ, 0), 4, "its index");
        shmem.barrier();
        heap.free(words);
    }

    private static void fairness(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        int count = 33;
        SymmetricSegment words = heap.allocateZeroed(4L * count);
        WaitSet set = heap.waitSetOfInts(words, 0, count);
        set.exclude(7);
        int[] times = new int[count];
        for (int i = 0; i < 3 * (count - 1); i++) {
            times[i % 2 == 0 ? set.waitUntilAny(Comparison.EQ, 0) : set.testAny(Comparison.EQ, new long[count])]++;
        }
        for (int i = 0; i < count; i++) {
            Check.equal(times[i], i == 7 ? 0 : 3, "how often element " + i + " was answered");
        }
        heap.free(words);
    }

    private static void empty(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(16);
        WaitSet none = heap.waitSetOfLongs(words, 16, 0);
        WaitSet excluded = heap.waitSetOfLongs(words, 0, 2);
        excluded.exclude(0);
        excluded.exclude(1);
        for (WaitSet set : List.of(none, excluded)) {
            long[] values = new long[set.size()];
            int[] found = new int[set.size()];
            set.waitUntilAll(Comparison.NE, 0);
            set.waitUntilAll(Comparison.NE, values);
            Check.equal(set.waitUntilAny(Comparison.EQ, 0), -1, "any");
            Check.equal(set.waitUntilAny(Comparison.EQ, values), -1, "any, by values");
            Check.equal(set.waitUntilSome(found, Comparison.EQ, 0), 0, "some");
            Check.equal(set.waitUntilSome(found, Comparison.EQ, values), 0, "some, by values");
            Check.that(set.testAll(Comparison.NE, 0) && set.testAll(Comparison.NE, values), "all of nothing");
            Check.equal(set.testAny(Comparison.EQ, 0), -1, "test any");
            Check.equal(set.testSome(found, Comparison.EQ, 0), 0, "test some");
        }
        heap.free(words);
    }

    private static void narrow(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(8);
        heap.atomicSetInt(words, 0, -1, shmem.pe());
        heap.quiet();
        WaitSet set = heap.waitSetOfInts(words, 0, 2);
        Check.equal(set.testAny(Comparison.EQ, 0xFFFF_FFFFL), 0, "unsigned value");
        Check.equal(set.testAny(Comparison.LT, 0), 0, "signed value");
        Check.equal(set.testAny(Comparison.GT_UNSIGNED, 0x8000_0000L), 0, "unsigned order");
        Check.equal(set.testAny(Comparison.LT_UNSIGNED, 0x8000_0000L), 1, "unsigned order of 0");
        heap.free(words);
    }

    private static void refused(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(32);
        Class<IllegalArgumentException> argument = IllegalArgumentException.class;
        Class<IndexOutOfBoundsException> range = IndexOutOfBoundsException.class;
        Check.refused(argument, "a flag of 32 bytes", () -> heap.waitUntil(words, Comparison.EQ, 0));
        Check.refused(argument, "aligned", () -> heap.waitUntilLong(words, 4, Comparison.EQ, 0));
        Check.refused(range, "offset 32", () -> heap.testInt(words, 32, Comparison.EQ, 0));
        Check.refused(range, "length 40", () -> heap.waitSetOfLongs(words, 0, 5));
        Check.refused(argument, "aligned", () -> heap.waitSetOfInts(words, 1, 2));
        Check.refused(argument, "-1 elements", () -> heap.waitSetOfInts(words, 0, -1));
        WaitSet set = heap.waitSetOfInts(words, 0, 2);
        Check.refused(argument, "1 values", () -> set.testAll(Comparison.EQ, new long[1]));
        Check.refused(argument, "room for 1", () -> set.testSome(new int[1], Comparison.EQ, 0));
        Check.refused(argument, "value 4294967296", () -> set.testAll(Comparison.EQ, 1L << 32));
        Check.refused(range, "2", () -> set.exclude(2));
        SymmetricSegment freed = heap.allocate(8);
        WaitSet stale = heap.waitSetOfLongs(freed, 0, 1);
        heap.free(freed);
        Check.refused(range, "freed", () -> stale.testAll(Comparison.EQ, 0));
        heap.free(words);
    }
}
