package org.shmem4j.examples.sort;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The lines of a PE in order, as one run of bytes that stays scattered in memory until it is copied out piece by piece. */
final class SortedLines {
    private final Slice slice;
    private final long[] starts;
    private final int[] order;

    /** Where each line starts in the run. */
    private final long[] places;

    /** Takes over an array of as many elements as there are lines, whatever is in it. */
    SortedLines(Slice slice, long[] starts, int[] order, long[] places) {
        this.slice = slice;
        this.starts = starts;
        this.order = order;
        this.places = places;
        long place = 0;
        for (int i = 0; i < order.length; i++) {
            places[i] = place;
            place += starts[order[i] + 1] - starts[order[i]];
        }
    }

    int count() {
        return order.length;
    }

    /** The length of the run, newlines included. */
    long byteSize() {
        return slice.length();
    }

    Line line(int index) {
        long start = starts[order[index]];
        long length = starts[order[index] + 1] - start - 1;
        return new Line(slice.bytes().asSlice(start, length), length, slice.position() + start);
    }

    /** Where in the run a line starts; the end of the run for the index behind the last. */
    long place(int index) {
        return index == order.length ? slice.length() : places[index];
    }

    /** The line that a byte of the run belongs to. */
    int indexAt(long place) {
        int found = Arrays.binarySearch(places, place);
        return found >= 0 ? found : -found - 2;
    }

    /** The first line that is not less than this one. */
    int lowerBound(Line bound, LineOrder lineOrder) {
        int low = 0;
        int high = order.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lineOrder.compare(line(middle), bound) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Copies a piece of the run, which may start and end within lines. */
    void copy(long place, long length, MemorySegment target, long targetOffset) {
        if (length == 0) {
            return;
        }
        int index = indexAt(place);
        long skipped = place - places[index];
        for (long done = 0; done < length; index++) {
            int line = order[index];
            long start = starts[line] + skipped;
            long count = Math.min(starts[line + 1] - start, length - done);
            MemorySegment.copy(slice.bytes(), start, target, targetOffset + done, count);
            done += count;
            skipped = 0;
        }
    }
}
