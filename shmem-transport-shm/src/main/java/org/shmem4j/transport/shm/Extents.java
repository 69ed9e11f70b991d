package org.shmem4j.transport.shm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set of ranges of bytes, disjoint and not touching. Not thread-safe. */
final class Extents {

    /** A range: from start, inclusive, to end, exclusive. */
    record Extent(long start, long end) {
        long bytes() {
            return end - start;
        }
    }

    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** The parts of a range that are not in the set, in ascending order. */
    List<Extent> missing(Extent range) {
        List<Extent> gaps = new ArrayList<>();
        long from = range.start();
        for (Extent present : overlapping(range)) {
            if (from < present.start()) {
                gaps.add(new Extent(from, present.start()));
            }
            from = Math.max(from, present.end());
        }
        if (from < range.end()) {
            gaps.add(new Extent(from, range.end()));
        }
        return gaps;
    }

    void add(Extent range) {
        long start = range.start();
        long end = range.end();
        Map.Entry<Long, Long> before = ends.floorEntry(start);
        if (before != null && before.getValue() >= start) {
            start = before.getKey();
            end = Math.max(end, before.getValue());
        }
        Map.Entry<Long, Long> last = ends.floorEntry(end);
        if (last != null) {
            end = Math.max(end, last.getValue());
        }
        ends.subMap(start, true, end, true).clear();
        ends.put(start, end);
    }

    /** Takes a range out; answers the parts of it that were in the set. */
    List<Extent> remove(Extent range) {
        List<Extent> removed = new ArrayList<>();
        for (Extent present : overlapping(range)) {
            ends.remove(present.start());
            if (present.start() < range.start()) {
                ends.put(present.start(), range.start());
            }
            if (present.end() > range.end()) {
                ends.put(range.end(), present.end());
            }
            removed.add(new Extent(Math.max(present.start(), range.start()), Math.min(present.end(), range.end())));
        }
        return removed;
    }

    private List<Extent> overlapping(Extent range) {
        Long first = ends.floorKey(range.start());
        List<Extent> found = new ArrayList<>();
        for (Map.Entry<Long, Long> entry :
                ends.subMap(first == null ? range.start() : first, range.end()).entrySet()) {
            if (entry.getValue() > range.start()) {
                found.add(new Extent(entry.getKey(), entry.getValue()));
            }
        }
        return found;
    }

    @Override
    public String toString() {
        return ends.toString();
    }
}
