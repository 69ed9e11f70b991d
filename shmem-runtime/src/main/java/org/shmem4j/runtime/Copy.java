package org.shmem4j.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies, each the way that is fastest for its length: {@link MemorySegment#copy} is the C library's equal or better
 * but for the length of one or two primitives, which is as many accesses, and for copies that are too large for the first-level
 * cache and small enough for the last. There the C library's {@code memmove} is faster, by a quarter at 64 KiB; and
 * from 2.5 MiB the JDK stores past the caches already.
 */
final class Copy {
    private static final long MEMMOVE_BYTES_MIN = 32 << 10;
    private static final long MEMMOVE_BYTES_MAX = 8 << 20;
    private static final long PIECE_BYTES = 1 << 20;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private Copy() {}

    /**
     * As {@link MemorySegment#copy(MemorySegment, long, MemorySegment, long, long)}, with the same checks, all of them
     * before the first byte is written, and the same result where source and target overlap.
     *
     * <p>One method on purpose: it is larger than what C2 compiles into a caller (325 bytes of bytecode). So the callers
     * stay small, and {@link HeapPath#put} with its case for one word is compiled into the loop that calls it. If this
     * were compiled into them, they would be called instead, and a put of one word would cost twice as much.
     */
    static void copy(MemorySegment source, long sourceOffset, MemorySegment target, long targetOffset, long length) {
        if (length < MEMMOVE_BYTES_MIN) {
            if (length == Integer.BYTES) {
                target.set(INT, targetOffset, source.get(INT, sourceOffset));
            } else if (length == Short.BYTES) {
                target.set(SHORT, targetOffset, source.get(SHORT, sourceOffset));
            } else if (length == Byte.BYTES) {
                target.set(BYTE, targetOffset, source.get(BYTE, sourceOffset));
            } else if (length == 2 * Long.BYTES) {
                Objects.checkFromIndexSize(targetOffset, length, target.byteSize()); // or one half is written
                long first = source.get(LONG, sourceOffset);
                long second = source.get(LONG, sourceOffset + Long.BYTES);
                target.set(LONG, targetOffset, first);
                target.set(LONG, targetOffset + Long.BYTES, second);
            } else {
                MemorySegment.copy(source, sourceOffset, target, targetOffset, length);
            }
            return;
        }
        MethodHandle memmove = length <= MEMMOVE_BYTES_MAX ? Memmove.HANDLE : null;
        if (memmove == null || target.isReadOnly()) {
            MemorySegment.copy(source, sourceOffset, target, targetOffset, length);
            return;
        }
        MemorySegment from = source.asSlice(sourceOffset, length);
        MemorySegment to = target.asSlice(targetOffset, length);
        if (length > PIECE_BYTES && from.asOverlappingSlice(to).isPresent()) {
            MemorySegment.copy(from, 0, to, 0, length);
            return;
        }
        try {
            for (long at = 0; at < length; at += PIECE_BYTES) {
                long piece = Math.min(PIECE_BYTES, length - at);
                memmove.invokeExact(to.asSlice(at, piece), from.asSlice(at, piece), piece);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("memmove threw", e);
        }
    }

    /** Looked for at the first large copy. */
    private static final class Memmove {
        static final @Nullable MethodHandle HANDLE = memmove();

        private Memmove() {}
    }

    /**
     * Critical, so that it may read arrays and costs 3 ns. A safepoint waits for it, so a call copies no more than
     * {@link #PIECE_BYTES}, some 20 µs.
     */
    private static @Nullable MethodHandle memmove() {
        try {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("memmove"),
                    FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_LONG),
                    Linker.Option.critical(true));
        } catch (IllegalCallerException e) {
            return null; // native access is denied to this module
        }
    }
}
