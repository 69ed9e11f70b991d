package org.shmem4j.runtime;

import java.util.Objects;
import org.shmem4j.Comparison;
import org.shmem4j.WaitSet;

/** A set of words in this PE's heap. Every look at one checks anew that the segment is live. */
final class HeapWaitSet implements WaitSet {
    private final HeapPath heap;
    private final HeapSegment segment;
    private final long offset;
    private final int count;
    private final int width;
    private final boolean[] excluded;
    private int included;
    private int next; // where testAny begins: behind what it found last, so that none starves

    HeapWaitSet(HeapPath heap, HeapSegment segment, long offset, int count, int width) {
        this.heap = heap;
        this.segment = segment;
        this.offset = offset;
        this.count = count;
        this.width = width;
        this.excluded = new boolean[count];
        this.included = count;
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public void exclude(int index) {
        Objects.checkIndex(index, count);
        included -= excluded[index] ? 0 : 1;
        excluded[index] = true;
    }

    @Override
    public void include(int index) {
        Objects.checkIndex(index, count);
        included += excluded[index] ? 1 : 0;
        excluded[index] = false;
    }

    @Override
    public void waitUntilAll(Comparison comparison, long value) {
        long wanted = normal(value);
        for (int i = 0; i < count; i++) {
            if (!excluded[i]) {
                long at = at(i);
                long operand = wanted;
                for (long round = 0; !comparison.holds(heap.read(at, width), operand); round++) {
                    heap.pause(round);
                }
            }
        }
    }

    @Override
    public int waitUntilAny(Comparison comparison, long value) {
        int found = testAny(comparison, value);
        for (long round = 0; found < 0 && included > 0; round++) {
            heap.pause(round);
            found = testAny(comparison, value);
        }
        return found;
    }

    @Override
    public int waitUntilSome(int[] found, Comparison comparison, long value) {
        int number = testSome(found, comparison, value);
        for (long round = 0; number == 0 && included > 0; round++) {
            heap.pause(round);
            number = testSome(found, comparison, value);
        }
        return number;
    }

    @Override
    public boolean testAll(Comparison comparison, long value) {
        long wanted = normal(value);
        for (int i = 0; i < count; i++) {
            if (!excluded[i] && !comparison.holds(heap.read(at(i), width), wanted)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int testAny(Comparison comparison, long value) {
        long wanted = normal(value);
        int i = next;
        for (int looked = 0; looked < count; looked++) {
            i = i < count ? i : 0;
            if (!excluded[i] && comparison.holds(heap.read(at(i), width), wanted)) {
                next = i + 1;
                return i;
            }
            i++;
        }
        return -1;
    }

    @Override
    public int testSome(int[] found, Comparison comparison, long value) {
        long wanted = normal(value);
        if (found.length < count) {
            throw new IllegalArgumentException(
                    "room for " + found.length + " indices: expected as many as the set has, " + count);
        }
        int number = 0;
        for (int i = 0; i < count; i++) {
            if (!excluded[i] && comparison.holds(heap.read(at(i), width), wanted)) {
                found[number++] = i;
            }
        }
        return number;
    }

    @Override
    public void waitUntilAll(Comparison comparison, long[] values) {
        checkLength(values);
        for (int i = 0; i < count; i++) {
            if (!excluded[i]) {
                long at = at(i);
                long operand = normal(values[i]);
                for (long round = 0; !comparison.holds(heap.read(at, width), operand); round++) {
                    heap.pause(round);
                }
            }
        }
    }

    @Override
    public int waitUntilAny(Comparison comparison, long[] values) {
        int found = testAny(comparison, values);
        for (long round = 0; found < 0 && included > 0; round++) {
            heap.pause(round);
            found = testAny(comparison, values);
        }
        return found;
    }

    @Override
    public int waitUntilSome(int[] found, Comparison comparison, long[] values) {
        int number = testSome(found, comparison, values);
        for (long round = 0; number == 0 && included > 0; round++) {
            heap.pause(round);
            number = testSome(found, comparison, values);
        }
        return number;
    }

    @Override
    public boolean testAll(Comparison comparison, long[] values) {
        checkLength(values);
        for (int i = 0; i < count; i++) {
            if (!excluded[i] && !comparison.holds(heap.read(at(i), width), normal(values[i]))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int testAny(Comparison comparison, long[] values) {
        checkLength(values);
        int i = next;
        for (int looked = 0; looked < count; looked++) {
            i = i < count ? i : 0;
            if (!excluded[i] && comparison.holds(heap.read(at(i), width), normal(values[i]))) {
                next = i + 1;
                return i;
            }
            i++;
        }
        return -1;
    }

    @Override
    public int testSome(int[] found, Comparison comparison, long[] values) {
        checkLength(values);
        if (found.length < count) {
            throw new IllegalArgumentException(
                    "room for " + found.length + " indices: expected as many as the set has, " + count);
        }
        int number = 0;
        for (int i = 0; i < count; i++) {
            if (!excluded[i] && comparison.holds(heap.read(at(i), width), normal(values[i]))) {
                found[number++] = i;
            }
        }
        return number;
    }

    private long at(int index) {
        return heap.ownWord(segment, offset + (long) index * width, width);
    }

    /** A value as an element is read: widened by its sign, so that an unsigned 32-bit value may be given as it is. */
    private long normal(long value) {
        if (width == Integer.BYTES && (value < Integer.MIN_VALUE || value > 0xFFFF_FFFFL)) {
            throw new IllegalArgumentException("value " + value + ": no 32-bit element can be compared with it");
        }
        return width == Integer.BYTES ? (int) value : value;
    }

    private void checkLength(long[] values) {
        if (values.length != count) {
            throw new IllegalArgumentException(
                    values.length + " values: expected one for each element of the set, " + count);
        }
    }
}
