package org.shmem4j.runtime;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which ranges of the symmetric heap are taken. Offsets only; it touches no memory. The same calls give the same
 * offsets on every PE, so that no PE has to ask another where an allocation lies. First fit by offset, since low
 * offsets are the ones whose space was reserved before. Not thread-safe: allocation is collective.
 */
final class HeapAllocator {
    /** Every length is rounded up to this, so that two allocations never share a cache line. */
    static final long GRANULE_BYTES = 64;

    private final long limit;
    private final NavigableMap<Long, Long> free = new TreeMap<>(); // offset -> length, never adjacent
    private long used;

    HeapAllocator(long limit) {
        this.limit = limit;
        free.put(0L, limit);
    }

    /** Takes the lowest range that fits, or answers -1. */
    long allocate(long length, long alignment) {
        if (length > limit) {
            return -1; // also keeps the rounding below from overflowing
        }
        long rounded = round(length);
        for (Map.Entry<Long, Long> hole : free.entrySet()) {
            long start = hole.getKey();
            long end = start + hole.getValue();
            long aligned = (start + alignment - 1) & -alignment;
            if (aligned <= end && rounded <= end - aligned) {
                free.remove(start);
                addHole(start, aligned - start);
                addHole(aligned + rounded, end - aligned - rounded);
                used += rounded;
                return aligned;
            }
        }
        return -1;
    }

    /** Gives a range back that {@link #allocate} or {@link #resize} made. */
    void free(long offset, long length) {
        long start = offset;
        long end = offset + round(length);
        used -= end - start;
        Map.Entry<Long, Long> before = free.lowerEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            start = before.getKey();
        }
        Long after = free.remove(end);
        if (after != null) {
            end += after;
        }
        free.put(start, end - start);
    }

    /** Changes the length of a range where it lies; answers whether there was room. */
    boolean resize(long offset, long oldLength, long newLength) {
        if (newLength > limit) {
            return false;
        }
        long oldEnd = offset + round(oldLength);
        long newEnd = offset + round(newLength);
        if (newEnd < oldEnd) {
            free(newEnd, oldEnd - newEnd);
        } else if (newEnd > oldEnd) {
            Long hole = free.get(oldEnd);
            if (hole == null || hole < newEnd - oldEnd) {
                return false;
            }
            free.remove(oldEnd);
            addHole(newEnd, hole - (newEnd - oldEnd));
            used += newEnd - oldEnd;
        }
        return true;
    }

    long usedBytes() {
        return used;
    }

    /** The longest range that could be had now. */
    long largestHole() {
        return free.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private void addHole(long offset, long length) {
        if (length > 0) {
            free.put(offset, length);
        }
    }

    private static long round(long length) {
        return (length + GRANULE_BYTES - 1) & -GRANULE_BYTES;
    }
}
