package org.shmem4j.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Copies of at least {@link #BYTES_MIN}, each the way that is fastest for its size: {@link MemorySegment#copy} is the C
 * library's equal or better but for two windows. Where source and target together are larger than the first-level cache
 * and smaller than the second, the C library's {@code memmove} is faster by a quarter. From 2.5 to 8 MiB the JDK
 * already stores past the caches, while the data would still fit the last one; in pieces of 1 MiB it does not.
 *
 * <p>The class is first used, and the C library looked for, at the first large copy; without native access the JDK's
 * copy serves all.
 */
final class LargeCopy {
    static final long BYTES_MIN = 32 << 10;

    private static final long MEMMOVE_BYTES_MAX = 256 << 10;
    private static final long PIECES_BYTES_MIN = 5 << 19;
    private static final long PIECES_BYTES_MAX = 8 << 20;
    private static final long PIECE_BYTES = 1 << 20;
    private static final @Nullable MethodHandle MEMMOVE = memmove();

    private LargeCopy() {}

    /** As {@link MemorySegment#copy(MemorySegment, long, MemorySegment, long, long)}, with the same checks. */
    static void copy(MemorySegment source, long sourceOffset, MemorySegment target, long targetOffset, long length) {
        MethodHandle memmove = MEMMOVE;
        if (length <= MEMMOVE_BYTES_MAX && memmove != null && !target.isReadOnly()) {
            call(memmove, target.asSlice(targetOffset, length), source.asSlice(sourceOffset, length), length);
        } else if (length >= PIECES_BYTES_MIN && length <= PIECES_BYTES_MAX) {
            target.asSlice(targetOffset, length); // the whole range is checked before anything is written
            source.asSlice(sourceOffset, length);
            for (long at = 0; at < length; at += PIECE_BYTES) {
                long piece = Math.min(PIECE_BYTES, length - at);
                MemorySegment.copy(source, sourceOffset + at, target, targetOffset + at, piece);
            }
        } else {
            MemorySegment.copy(source, sourceOffset, target, targetOffset, length);
        }
    }

    private static void call(MethodHandle memmove, MemorySegment target, MemorySegment source, long length) {
        try {
            memmove.invokeExact(target, source, length);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("memmove threw", e);
        }
    }

    /** Critical, so that it may read arrays and costs 3 ns: it ends within microseconds and calls nothing back. */
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
