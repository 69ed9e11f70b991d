package org.shmem4j.testkit;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import org.shmem4j.AtomicOp;
import org.shmem4j.RemoteAccess;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** Atomic operations: every reply counts, not only the sum. */
final class AtomicRules {
    private static final int ROUNDS = 2_000;

    private AtomicRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("AMO-1", "every reply of fetch-add is given once", AtomicRules::fetchAdd),
                new Rule("AMO-2", "compare-swap lets one of them win", AtomicRules::compareSwap),
                new Rule("AMO-3", "a swap loses no value and gives none twice", AtomicRules::swap),
                new Rule("AMO-4", "bitwise operations of all PEs are all there", AtomicRules::bitwise),
                new Rule("AMO-5", "each operation answers the old value and writes the new one", AtomicRules::each),
                new Rule("AMO-6", "non-blocking results are there after quiet", AtomicRules::nonBlocking),
                new Rule("AMO-7", "32 bits wrap and touch no neighbour", AtomicRules::narrow),
                new Rule("AMO-8", "misaligned and out of range is refused", AtomicRules::refused));
    }

    private static void fetchAdd(Shmem shmem) {
        for (int target = 0; target < Math.min(2, shmem.peCount()); target++) {
            SymmetricHeap heap = shmem.heap();
            int total = ROUNDS * shmem.peCount();
            SymmetricSegment counters = heap.allocateZeroed(16);
            SymmetricSegment given = heap.allocateZeroed(4L * total);
            long before = -1;
            for (int i = 0; i < ROUNDS; i++) {
                long ticket = (i & 1) == 0
                        ? heap.atomicFetchAddLong(counters, 0, 1, target)
                        : heap.atomicFetchIncLong(counters, 0, target);
                Check.that(ticket > before && ticket < total, "ticket " + ticket + " after " + before);
                before = ticket;
                heap.atomicIncInt(given, 4 * ticket, target);
                heap.atomicAddInt(counters, 8, 3, target);
                heap.atomicIncInt(counters, 12, target);
            }
            shmem.barrier();
            if (shmem.pe() == target) {
                for (int i = 0; i < total; i++) {
                    Check.equal(given.local().getAtIndex(JAVA_INT, i), 1, "how often ticket " + i + " was given");
                }
            }
            Check.equal(heap.atomicFetchLong(counters, 0, target), (long) total, "the counter");
            Check.equal(heap.atomicFetchInt(counters, 8, target), 3 * total, "the sum");
            Check.equal(heap.atomicFetchInt(counters, 12, target), total, "the 32-bit counter");
            shmem.barrier();
            heap.free(given);
            heap.free(counters);
        }
    }

    private static void compareSwap(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(16);
        SymmetricSegment wins = heap.allocateZeroed(8L * shmem.peCount());
        int target = shmem.peCount() - 1;
        long won = 0;
        for (long value = heap.atomicFetchLong(words, 0, target); value < ROUNDS; ) {
            long seen = heap.atomicCompareSwapLong(words, 0, value, value + 1, target);
            if (seen == value) {
                won++;
                value++;
            } else {
                Check.that(seen > value, "a failed swap saw " + seen + " after " + value);
                value = seen;
            }
        }
        heap.putLong(wins, 8L * shmem.pe(), won, 0);
        Check.equal(heap.atomicCompareSwapInt(words, 8, 77, 78, shmem.pe()), 0, "32 bits that do not match");
        Check.equal(heap.atomicCompareSwapInt(words, 8, 0, -9, shmem.pe()), 0, "32 bits that match");
        Check.equal(heap.atomicFetchInt(words, 8, shmem.pe()), -9, "the 32 bits");
        shmem.barrier();
        if (shmem.pe() == 0) {
            long all = 0;
            for (int pe = 0; pe < shmem.peCount(); pe++) {
                all += wins.local().getAtIndex(JAVA_LONG, pe);
            }
            Check.equal(all, (long) ROUNDS, "all wins");
        }
        shmem.barrier();
        heap.free(wins);
        heap.free(words);
    }

    private static void swap(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        int total = ROUNDS * shmem.peCount();
        SymmetricSegment word = heap.allocateZeroed(8);
        SymmetricSegment seen = heap.allocateZeroed(4L * (total + 1));
        for (int i = 0; i < ROUNDS; i++) {
            long mine = 1 + (long) shmem.pe() * ROUNDS + i;
            heap.atomicIncInt(seen, 4 * heap.atomicSwapLong(word, 0, mine, 0), 0);
        }
        shmem.barrier();
        if (shmem.pe() == 0) {
            BitSet missing = new BitSet();
            for (int i = 0; i <= total; i++) {
                int times = seen.local().getAtIndex(JAVA_INT, i);
                Check.that(times <= 1, "value " + i + " was answered " + times + " times");
                missing.set(i, times == 0);
            }
            Check.equal(missing.cardinality(), 1, "values that nobody got");
            Check.equal((long) missing.nextSetBit(0), heap.atomicFetchLong(word, 0, 0), "the last value");
        }
        shmem.barrier();
        heap.free(seen);
        heap.free(word);
    }

    private static void bitwise(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(64);
        int target = shmem.peCount() / 2;
        if (shmem.pe() == target) {
            heap.atomicSetLong(words, 8, -1, target);
            heap.atomicSetInt(words, 24, -1, target);
        }
        shmem.barrier();
        long bit = 1L << (56 + shmem.pe() % 8);
        int low = 1 << (shmem.pe() % 31);
        for (int i = 0; i < 100; i++) {
            Check.equal(heap.atomicFetchOrLong(words, 0, bit, target) & bit, i == 0 ? 0 : bit, "the bit before OR");
            Check.equal(heap.atomicFetchAndLong(words, 8, ~bit, target) & bit, i == 0 ? bit : 0, "the bit before AND");
            Check.equal(heap.atomicFetchXorLong(words, 16, bit, target) & bit, (i & 1) == 0 ? 0 : bit, "before XOR");
            Check.equal(heap.atomicFetchOrInt(words, 20, low, target) & low, i == 0 ? 0 : low, "the int before OR");
            Check.equal(heap.atomicFetchAndInt(words, 24, ~low, target) & low, i == 0 ? low : 0, "the int before AND");
            Check.equal(heap.atomicFetchXorInt(words, 28, low, target) & low, (i & 1) == 0 ? 0 : low, "int before XOR");
        }
        heap.atomicXorLong(words, 32, bit, target);
        heap.atomicOrLong(words, 40, bit, target);
        heap.atomicXorInt(words, 48, low, target);
        heap.atomicOrInt(words, 52, low, target);
        heap.atomicAndLong(words, 8, ~bit, target);
        heap.atomicAndInt(words, 24, ~low, target);
        shmem.barrier();
        long all = 0;
        int allLow = 0;
        for (int pe = 0; pe < shmem.peCount(); pe++) {
            all |= 1L << (56 + pe % 8);
            allLow |= 1 << (pe % 31);
        }
        Check.equal(heap.atomicFetchLong(words, 0, target), all, "all ORed");
        Check.equal(heap.atomicFetchLong(words, 8, target), ~all, "all ANDed");
        Check.equal(heap.atomicFetchLong(words, 40, target), all, "all ORed without reply");
        Check.equal(heap.atomicFetchInt(words, 24, target), ~allLow, "all ints ANDed");
        Check.equal(heap.atomicFetchInt(words, 52, target), allLow, "all ints ORed");
        if (shmem.peCount() <= 8) {
            Check.equal(heap.atomicFetchLong(words, 32, target), all, "all XORed");
            Check.equal(heap.atomicFetchInt(words, 48, target), allLow, "all ints XORed");
        }
        shmem.barrier();
        heap.free(words);
    }

    private static void each(Shmem shmem) {
        SymmetricSegment words = shmem.heap().allocateZeroed(64L * shmem.peCount());
        for (int pe = 0; pe < shmem.peCount(); pe++) {
            each(shmem.heap(), words, 64L * shmem.pe(), pe); // a line of its own on every PE
        }
        shmem.barrier();
        shmem.heap().free(words);
    }

    private static void each(RemoteAccess access, SymmetricSegment words, long at, int pe) {
        access.atomicSetLong(words, at, 5, pe);
        access.fence();
        Check.equal(access.atomicSwapLong(words, at, -6, pe), 5L, "swap");
        Check.equal(access.atomicFetchAddLong(words, at, Long.MIN_VALUE, pe), -6L, "fetch-add");
        Check.equal(access.atomicFetchLong(words, at, pe), Long.MAX_VALUE - 5, "wrapped sum");
        access.atomicAddLong(words, at, 5, pe);
        access.atomicIncLong(words, at, pe);
        access.fence();
        Check.equal(access.atomicCompareSwapLong(words, at, Long.MIN_VALUE, 9, pe), Long.MIN_VALUE, "compare-swap");
        Check.equal(access.atomicFetchLong(words, at, pe), 9L, "after compare-swap");
        access.atomicSetInt(words, at + 8, 5, pe);
        access.fence();
        Check.equal(access.atomicSwapInt(words, at + 8, -6, pe), 5, "swap, 32 bits");
        Check.equal(access.atomicFetchIncInt(words, at + 8, pe), -6, "fetch-inc, 32 bits");
        Check.equal(access.atomicFetchAddInt(words, at + 8, 15, pe), -5, "fetch-add, 32 bits");
        Check.equal(access.atomicFetchInt(words, at + 8, pe), 10, "fetch, 32 bits");
        access.atomicSetFloat(words, at + 16, 1.5f, pe);
        access.fence();
        Check.equal(access.atomicSwapFloat(words, at + 16, -0.0f, pe), 1.5f, "swap, float");
        Check.equal(access.atomicFetchFloat(words, at + 16, pe), -0.0f, "fetch, float");
        access.atomicSetDouble(words, at + 24, Double.MIN_VALUE, pe);
        access.fence();
        Check.equal(access.atomicSwapDouble(words, at + 24, Double.NaN, pe), Double.MIN_VALUE, "swap, double");
        Check.equal(access.atomicFetchDouble(words, at + 24, pe), Double.NaN, "fetch, double");
    }

    private static void nonBlocking(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(64L * shmem.peCount());
        long at = 64L * shmem.pe();
        AtomicOp[] ops = AtomicOp.values();
        for (int pe = 0; pe < shmem.peCount(); pe++) {
            MemorySegment results = MemorySegment.ofArray(new long[2 * ops.length + 2]);
            heap.atomicSetLong(words, at, 0b1100, pe);
            heap.atomicSetInt(words, at + 8, 0b1100, pe);
            heap.fence();
            for (int i = 0; i < ops.length; i++) { // FETCH, SWAP, ADD, AND, OR, XOR
                heap.atomicLongNbi(results, 8L * i, ops[i], words, at, 0b1010, pe);
                heap.atomicIntNbi(results, 8L * (ops.length + i), ops[i], words, at + 8, 0b1010, pe);
                heap.fence();
            }
            heap.atomicCompareSwapLongNbi(results, 16L * ops.length, words, at, 0b0000, 7, pe);
            heap.atomicCompareSwapIntNbi(results, 16L * ops.length + 8, words, at + 8, 1, 7, pe);
            heap.quiet();
            long[] expected = {0b1100, 0b1100, 0b1010, 0b10100, 0, 0b1010};
            for (int i = 0; i < ops.length; i++) {
                Check.equal(results.getAtIndex(JAVA_LONG, i), expected[i], ops[i] + ", 64 bits, on PE " + pe);
                Check.equal(
                        (long) results.getAtIndex(JAVA_INT, 2L * (ops.length + i)), expected[i], ops[i] + ", 32 bits");
            }
            Check.equal(results.getAtIndex(JAVA_LONG, 2L * ops.length), 0L, "compare-swap that matches");
            Check.equal(results.getAtIndex(JAVA_INT, 4L * ops.length + 2), 0, "compare-swap that does not");
            Check.equal(heap.atomicFetchLong(words, at, pe), 7L, "after compare-swap that matches");
            Check.equal(heap.atomicFetchInt(words, at + 8, pe), 0, "after compare-swap that does not");
        }
        shmem.barrier();
        heap.free(words);
    }

    private static void narrow(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(12);
        int right = (shmem.pe() + 1) % shmem.peCount();
        Check.equal(heap.atomicFetchAddInt(words, 4, Integer.MAX_VALUE, right), 0, "first");
        Check.equal(heap.atomicFetchAddInt(words, 4, 1, right), Integer.MAX_VALUE, "before it wraps");
        Check.equal(heap.atomicFetchAddInt(words, 4, Integer.MIN_VALUE, right), Integer.MIN_VALUE, "wrapped");
        shmem.barrier();
        for (int i = 0; i < 3; i++) {
            Check.equal(words.local().getAtIndex(JAVA_INT, i), 0, "word " + i);
        }
        shmem.barrier();
        heap.free(words);
    }

    private static void refused(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(16);
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        Class<IllegalArgumentException> argument = IllegalArgumentException.class;
        Class<IndexOutOfBoundsException> range = IndexOutOfBoundsException.class;
        Check.refused(argument, "aligned", () -> heap.atomicIncLong(words, 4, 0));
        Check.refused(argument, "aligned", () -> heap.atomicIncInt(words, 2, 0));
        Check.refused(range, "offset 16", () -> heap.atomicIncLong(words, 16, 0));
        Check.refused(range, "no PE", () -> heap.atomicIncLong(words, 0, shmem.peCount()));
        Check.refused(range, "result", () -> heap.atomicLongNbi(result, 4, AtomicOp.ADD, words, 0, 1, 0));
        Check.refused(
                argument, "read-only", () -> heap.atomicLongNbi(result.asReadOnly(), 0, AtomicOp.ADD, words, 0, 1, 0));
        shmem.barrier();
        Check.equal(words.local().get(JAVA_LONG, 0) | words.local().get(JAVA_LONG, 8), 0L, "what was written");
        shmem.barrier();
        heap.free(words);
    }
}
