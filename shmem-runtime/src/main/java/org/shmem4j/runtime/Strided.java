package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies of blocks at equal distances: {@code iput}, {@code iget} and their block-strided forms. */
final class Strided {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Strided() {}

    static void check(String what, long stride, long blockBytes, long count) {
        if (blockBytes < 1) {
            throw new IllegalArgumentException("blocks of " + blockBytes + " bytes: expected at least 1");
        }
        if (count < 0) {
            throw new IllegalArgumentException(count + " blocks: expected 0 or more");
        }
        if (stride < blockBytes) {
            throw new IllegalArgumentException(
                    what + " stride " + stride + ": expected at least a block's length, " + blockBytes + " bytes");
        }
    }

    /** The bytes from the first block's start to the last one's end; more than any segment has if there are too many. */
    static long span(long stride, long blockBytes, long count) {
        if (count == 0) {
            return 0;
        }
        long high = Math.multiplyHigh(count - 1, stride);
        long low = (count - 1) * stride;
        return high != 0 || low < 0 || low > Long.MAX_VALUE - blockBytes ? Long.MAX_VALUE : low + blockBytes;
    }

    /** All ranges have been checked. */
    static void copy(
            MemorySegment source,
            long sourceOffset,
            long sourceStride,
            MemorySegment target,
            long targetOffset,
            long targetStride,
            long blockBytes,
            long count) {
        if (sourceStride == blockBytes && targetStride == blockBytes && blockBytes > Long.BYTES) {
            Copy.copy(source, sourceOffset, target, targetOffset, count * blockBytes);
            return;
        }
        long from = sourceOffset;
        long to = targetOffset;
        if (blockBytes == Long.BYTES) {
            for (long i = 0; i < count; i++, from += sourceStride, to += targetStride) {
                target.set(LONG, to, source.get(LONG, from));
            }
        } else if (blockBytes == Integer.BYTES) {
            for (long i = 0; i < count; i++, from += sourceStride, to += targetStride) {
                target.set(INT, to, source.get(INT, from));
            }
        } else if (blockBytes == Short.BYTES) {
            for (long i = 0; i < count; i++, from += sourceStride, to += targetStride) {
                target.set(SHORT, to, source.get(SHORT, from));
            }
        } else if (blockBytes == Byte.BYTES) {
            for (long i = 0; i < count; i++, from += sourceStride, to += targetStride) {
                target.set(BYTE, to, source.get(BYTE, from));
            }
        } else {
            for (long i = 0; i < count; i++, from += sourceStride, to += targetStride) {
                Copy.copy(source, from, target, to, blockBytes);
            }
        }
    }
}
