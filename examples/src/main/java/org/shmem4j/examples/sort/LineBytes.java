package org.shmem4j.examples.sort;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Lines as bytes in memory: where they end, and which is less, byte by byte and unsigned, a prefix before what it begins. */
final class LineBytes {
    /** How many bytes behind the last line must be readable for {@link #key}. */
    static final int PADDING = Long.BYTES;

    static final byte NEWLINE = '\n';

    /** Where a call of mismatch starts to be cheaper than comparing words here. */
    private static final long SHORT = 64;

    private static final ValueLayout.OfLong BIG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LITTLE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

    private LineBytes() {}

    /** The next 8 bytes as a number whose unsigned order is theirs; 0 stands for what is behind the end of the line. */
    static long key(MemorySegment bytes, long at, long remaining) {
        if (remaining >= Long.BYTES) {
            return bytes.get(BIG, at);
        }
        return remaining == 0 ? 0 : bytes.get(BIG, at) & (-1L << (Long.SIZE - Byte.SIZE * remaining));
    }

    /** Compares two lines, or what is left of them. */
    static int compare(
            MemorySegment left, long leftAt, long leftLength, MemorySegment right, long rightAt, long rightLength) {
        long common = Math.min(leftLength, rightLength);
        long i = 0;
        for (long last = Math.min(common, SHORT) - Long.BYTES; i <= last; i += Long.BYTES) {
            long l = left.get(BIG, leftAt + i);
            long r = right.get(BIG, rightAt + i);
            if (l != r) {
                return Long.compareUnsigned(l, r);
            }
        }
        if (common > SHORT) {
            long mismatch =
                    MemorySegment.mismatch(left, leftAt + i, leftAt + common, right, rightAt + i, rightAt + common);
            i = mismatch < 0 ? common : i + mismatch;
        }
        for (; i < common; i++) {
            byte l = left.get(ValueLayout.JAVA_BYTE, leftAt + i);
            byte r = right.get(ValueLayout.JAVA_BYTE, rightAt + i);
            if (l != r) {
                return Byte.compareUnsigned(l, r);
            }
        }
        return Long.compare(leftLength, rightLength);
    }

    /** The position of the first newline, or {@code to} if there is none. */
    static long newline(MemorySegment bytes, long from, long to) {
        long i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            long found = newlines(bytes.get(LITTLE, i));
            if (found != 0) {
                return i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        while (i < to && bytes.get(ValueLayout.JAVA_BYTE, i) != NEWLINE) {
            i++;
        }
        return i;
    }

    static long countNewlines(MemorySegment bytes, long length) {
        long count = 0;
        long i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            count += Long.bitCount(newlines(bytes.get(LITTLE, i)));
        }
        for (; i < length; i++) {
            count += bytes.get(ValueLayout.JAVA_BYTE, i) == NEWLINE ? 1 : 0;
        }
        return count;
    }

    /** The positions of the lines: where each starts, and in the last element where the next one would. */
    static long[] starts(MemorySegment bytes, long length, int lines) {
        long[] starts = new long[lines + 1];
        int next = 1;
        long i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            for (long found = newlines(bytes.get(LITTLE, i)); found != 0; found &= found - 1) {
                starts[next++] = i + Long.numberOfTrailingZeros(found) / Byte.SIZE + 1;
            }
        }
        for (; i < length; i++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, i) == NEWLINE) {
                starts[next++] = i + 1;
            }
        }
        return starts;
    }

    /** The top bit of each byte that is a newline. Adding to the low 7 bits carries into no other byte, so none is wrong. */
    private static long newlines(long word) {
        long difference = word ^ NEWLINES;
        return ~(((difference & LOW_BITS) + LOW_BITS) | difference | LOW_BITS);
    }
}
