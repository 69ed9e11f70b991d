package org.shmem4j.examples.sort;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Sorts the lines of a slice, equal ones in the order of the file: by their first 8 bytes, then each group of lines
 * that are equal in these by the next 8, and so on. What a group has in common is skipped at once, so that no byte is
 * looked at more often than the lines differ; nothing but 28 bytes per line is moved.
 */
final class LineSorter {
    /** As long as the longest array. */
    static final long LINES_MAX = Integer.MAX_VALUE - 8;

    /** Below this, comparing lines is faster than distributing keys. */
    private static final int INSERTION_MAX = 24;

    private static final int DIGIT_VALUES = 1 << Byte.SIZE;
    private static final int PROGRESS_LINES = 1 << 14;

    private final MemorySegment bytes;
    private final long[] starts;
    private final int lines;
    private int[] order;
    private long[] keys;
    private int[] spareOrder;
    private long[] spareKeys;
    private final int[] counts = new int[Long.BYTES * DIGIT_VALUES];
    private final Groups groups = new Groups();
    private final Phases phases;

    private LineSorter(MemorySegment bytes, long[] starts, Phases phases) {
        this.bytes = bytes;
        this.starts = starts;
        this.lines = starts.length - 1;
        this.order = new int[lines];
        this.keys = new long[lines];
        this.spareOrder = new int[lines];
        this.spareKeys = new long[lines];
        this.phases = phases;
    }

    static SortedLines sort(Slice slice, int pe, Phases phases) throws Fault {
        long count = LineBytes.countNewlines(slice.bytes(), slice.length());
        checkCount(count, pe);
        long[] starts = LineBytes.starts(slice.bytes(), slice.length(), (int) count);
        LineSorter sorter = new LineSorter(slice.bytes(), starts, phases);
        sorter.sort();
        return new SortedLines(slice, starts, sorter.order, sorter.keys);
    }

    static void checkCount(long count, int pe) throws Fault {
        if (count >= LINES_MAX) {
            throw Fault.of("PE " + pe + " would have to sort " + count + " lines, but can sort only " + (LINES_MAX - 1)
                    + ": run with more PEs");
        }
    }

    private void sort() {
        for (int i = 0; i < lines; i++) {
            order[i] = i;
        }
        groups.push(0, lines, 0);
        long reported = 0;
        while (groups.pop()) {
            int from = groups.from;
            if (from - reported > PROGRESS_LINES) { // groups are taken from the first line to the last
                reported = from;
                phases.reached(from, lines);
            }
            sortGroup(from, groups.to, groups.depth);
        }
    }

    /** Sorts lines that are equal up to a depth, by what comes then. Ties of the next 8 bytes become new groups. */
    private void sortGroup(int from, int to, long groupDepth) {
        if (to - from <= INSERTION_MAX) {
            loadKeys(from, to, groupDepth);
            insertionSort(from, to, groupDepth);
            return;
        }
        long depth = groupDepth == 0 ? 0 : groupDepth + commonPrefix(from, to, groupDepth);
        loadKeys(from, to, depth);
        radixSort(from, to);
        // From the last to the first, so that the first group is on top of the stack.
        for (int end = to; end > from; ) {
            int start = end - 1;
            while (start > from && keys[start - 1] == keys[end - 1]) {
                start--;
            }
            int unsettled = end - start > 1 ? settleEnded(start, end, depth) : end;
            if (end - unsettled > 1) {
                groups.push(unsettled, end, depth + Long.BYTES);
            }
            end = start;
        }
    }

    private void loadKeys(int from, int to, long depth) {
        for (int i = from; i < to; i++) {
            int line = order[i];
            keys[i] = LineBytes.key(bytes, starts[line] + depth, length(line) - depth);
        }
    }

    private long length(int line) {
        return starts[line + 1] - starts[line] - 1;
    }

    /** How many bytes the lines have in common from a depth on; 0 if they are less than a key. */
    private long commonPrefix(int from, int to, long depth) {
        int first = order[from];
        long common = length(first) - depth;
        for (int i = from + 1; i < to; i++) {
            if (common < Long.BYTES) {
                return 0;
            }
            int line = order[i];
            long limit = Math.min(common, length(line) - depth);
            long a = starts[first] + depth;
            long b = starts[line] + depth;
            long mismatch = MemorySegment.mismatch(bytes, a, a + limit, bytes, b, b + limit);
            common = mismatch < 0 ? limit : mismatch;
        }
        return common;
    }

    private void insertionSort(int from, int to, long depth) {
        for (int i = from + 1; i < to; i++) {
            long key = keys[i];
            int line = order[i];
            int j = i;
            while (j > from && less(key, line, keys[j - 1], order[j - 1], depth)) {
                keys[j] = keys[j - 1];
                order[j] = order[j - 1];
                j--;
            }
            keys[j] = key;
            order[j] = line;
        }
    }

    private boolean less(long leftKey, int left, long rightKey, int right, long depth) {
        if (leftKey != rightKey) {
            return Long.compareUnsigned(leftKey, rightKey) < 0;
        }
        long leftRest = length(left) - depth;
        long rightRest = length(right) - depth;
        if (leftRest <= Long.BYTES || rightRest <= Long.BYTES) {
            return leftRest < rightRest; // one of them is the beginning of the other
        }
        long compared = depth + Long.BYTES;
        return LineBytes.compare(
                        bytes,
                        starts[left] + compared,
                        leftRest - Long.BYTES,
                        bytes,
                        starts[right] + compared,
                        rightRest - Long.BYTES)
                < 0;
    }

    /** Distributes by one byte of the keys after the other, from the last, leaving out bytes that are the same in all. */
    private void radixSort(int from, int to) {
        Arrays.fill(counts, 0);
        for (int i = from; i < to; i++) {
            long key = keys[i];
            for (int digit = 0; digit < Long.BYTES; digit++) {
                counts[digit * DIGIT_VALUES + ((int) key & 0xFF)]++;
                key >>>= Byte.SIZE;
            }
        }
        boolean spared = false;
        for (int digit = 0; digit < Long.BYTES; digit++) {
            int shift = digit * Byte.SIZE;
            int base = digit * DIGIT_VALUES;
            if (counts[base + ((int) (keys[from] >>> shift) & 0xFF)] == to - from) {
                continue;
            }
            int next = from;
            for (int value = base; value < base + DIGIT_VALUES; value++) {
                int count = counts[value];
                counts[value] = next;
                next += count;
            }
            for (int i = from; i < to; i++) {
                long key = keys[i];
                int place = counts[base + ((int) (key >>> shift) & 0xFF)]++;
                spareKeys[place] = key;
                spareOrder[place] = order[i];
            }
            swapWithSpare();
            spared = !spared;
        }
        if (spared) {
            System.arraycopy(keys, from, spareKeys, from, to - from);
            System.arraycopy(order, from, spareOrder, from, to - from);
            swapWithSpare();
        }
    }

    private void swapWithSpare() {
        long[] swappedKeys = keys;
        keys = spareKeys;
        spareKeys = swappedKeys;
        int[] swappedOrder = order;
        order = spareOrder;
        spareOrder = swappedOrder;
    }

    /**
     * Of lines with equal keys, those that end within these 8 bytes differ only in how many NULs they end with: they
     * are put first, shortest first.
     *
     * @return the first of those that go on
     */
    private int settleEnded(int from, int to, long depth) {
        int ended = 0;
        for (int i = from; i < to; i++) {
            ended += length(order[i]) - depth <= Long.BYTES ? 1 : 0;
        }
        if (ended == 0) {
            return from;
        }
        int[] next = new int[Long.BYTES + 3];
        for (int i = from; i < to; i++) {
            next[rest(i, depth) + 1]++;
        }
        next[0] = from;
        for (int rest = 1; rest < next.length; rest++) {
            next[rest] += next[rest - 1];
        }
        for (int i = from; i < to; i++) {
            spareOrder[next[rest(i, depth)]++] = order[i];
        }
        System.arraycopy(spareOrder, from, order, from, to - from);
        return from + ended;
    }

    private int rest(int index, long depth) {
        return (int) Math.min(length(order[index]) - depth, Long.BYTES + 1);
    }

    /** A stack of the groups that are still to be sorted; recursion would be as deep as lines are long. */
    private static final class Groups {
        private int[] ranges = new int[128];
        private long[] depths = new long[64];
        private int size;
        int from;
        int to;
        long depth;

        void push(int first, int end, long groupDepth) {
            if (size == depths.length) {
                ranges = Arrays.copyOf(ranges, 4 * size);
                depths = Arrays.copyOf(depths, 2 * size);
            }
            ranges[2 * size] = first;
            ranges[2 * size + 1] = end;
            depths[size++] = groupDepth;
        }

        boolean pop() {
            if (size == 0) {
                return false;
            }
            size--;
            from = ranges[2 * size];
            to = ranges[2 * size + 1];
            depth = depths[size];
            return true;
        }
    }
}
