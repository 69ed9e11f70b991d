package org.shmem4j;

import java.lang.foreign.MemorySegment;

/**
 * The symmetric heap of a job, and one-sided communication on the default context: a put writes, and a get reads, the
 * memory of another PE, which takes no part.
 *
 * <p><b>Places</b> are a {@link SymmetricSegment} of this heap and a byte offset in it; local buffers are any
 * {@link MemorySegment}, native or on the Java heap. Offsets and lengths are in bytes. A length of 0 is legal
 * everywhere and does nothing.
 *
 * <p><b>Completion.</b> A blocking put returns when its source may be reused; the data are at the target after
 * {@link #quiet()} or {@link Shmem#barrier()}. A blocking get returns when the data are local. The forms with
 * {@code Nbi} return at once: until the next {@code quiet} the source must not be changed, the destination of a get not
 * be read, and the memory not be freed.
 *
 * <p><b>Memory consistency.</b> Two puts of one PE to one target become visible in any order unless {@link #fence()} or
 * {@code quiet()} stands between them. A single aligned value of up to 8 bytes, put or got by a typed method, is never
 * torn.
 *
 * <p><b>Errors</b>, the same on every route: {@link IndexOutOfBoundsException} if a PE does not exist or a range is not
 * inside its segment; {@link IllegalArgumentException} if a segment is of another heap, or a typed access is not
 * aligned to its own size; {@link IllegalStateException} after the job's end, or if the arena of a local buffer is
 * closed; {@link PeerFailedException} if the PE is gone. Nothing is written then. {@code fence} and {@code quiet} after
 * the end do nothing.
 *
 * <p><b>Thread safety.</b> All methods may be called from any thread, but for allocation: {@code allocate},
 * {@code reallocate} and {@code free} are collective, and one thread per PE at a time may be in a collective.
 */
public interface SymmetricHeap {

    /** The alignment of what {@link #allocate(long)} returns, in bytes. */
    long DEFAULT_ALIGNMENT = 64;

    /**
     * The size of the heap, the same on every PE.
     *
     * @return bytes
     */
    long byteSize();

    /**
     * How much of the heap is allocated now, alignment included.
     *
     * @return bytes
     */
    long usedBytes();

    /**
     * Allocates the same range on all PEs: {@code shmem_malloc}. Collective, with a barrier before it returns; every PE
     * has to ask for the same. The contents are unspecified. A length of 0 gives an empty segment without a barrier.
     *
     * @param byteSize bytes, at least 0
     * @return a segment aligned to {@value #DEFAULT_ALIGNMENT} bytes
     * @throws HeapExhaustedException on all PEs, with nothing allocated, if one has no room
     * @throws IllegalArgumentException if the length is negative, or, on all PEs, if they did not ask for the same
     */
    default SymmetricSegment allocate(long byteSize) {
        return allocate(byteSize, DEFAULT_ALIGNMENT);
    }

    /**
     * As {@link #allocate(long)}, aligned: {@code shmem_align}.
     *
     * @param byteSize bytes, at least 0
     * @param byteAlignment a power of two, at most 2<sup>21</sup>; addresses are aligned on every PE
     * @return a segment
     * @throws HeapExhaustedException on all PEs, with nothing allocated, if one has no room
     * @throws IllegalArgumentException if an argument is outside its range, or, on all PEs, if they did not ask for the
     * same
     */
    SymmetricSegment allocate(long byteSize, long byteAlignment);

    /**
     * As {@link #allocate(long)}, with every byte 0 on every PE: {@code shmem_calloc}.
     *
     * @param byteSize bytes, at least 0
     * @return a segment
     * @throws HeapExhaustedException on all PEs, with nothing allocated, if one has no room
     * @throws IllegalArgumentException if the length is negative, or, on all PEs, if they did not ask for the same
     */
    SymmetricSegment allocateZeroed(long byteSize);

    /**
     * Changes the length of an allocation, in place or by moving it: {@code shmem_realloc}. Collective, with barriers
     * before and after. The contents are kept up to the shorter of both lengths. The old segment must not be used after
     * success. A length of 0 frees it.
     *
     * @param segment a whole allocation, not a slice
     * @param byteSize bytes, at least 0
     * @return a segment aligned to {@value #DEFAULT_ALIGNMENT} bytes
     * @throws HeapExhaustedException on all PEs, with the old allocation untouched, if one has no room
     * @throws IllegalArgumentException if the segment is not a live allocation of this heap, or if the PEs did not ask
     * for the same
     */
    SymmetricSegment reallocate(SymmetricSegment segment, long byteSize);

    /**
     * Gives an allocation back on all PEs: {@code shmem_free}. Collective, with a barrier before anything is given
     * back. An empty segment is ignored, without a barrier.
     *
     * @param segment a whole allocation, not a slice
     * @throws IllegalArgumentException if the segment is not a live allocation of this heap, or if the PEs did not free
     * the same
     */
    void free(SymmetricSegment segment);

    /**
     * Copies a whole local buffer to the start of a segment on a PE: {@code shmem_putmem}.
     *
     * @param destination where to write, at least as long as the source
     * @param source what to write
     * @param pe the target
     */
    default void put(SymmetricSegment destination, MemorySegment source, int pe) {
        put(destination, 0, source, 0, source.byteSize(), pe);
    }

    /**
     * Copies bytes to a PE: {@code shmem_putmem}.
     *
     * @param destination where to write
     * @param destinationOffset bytes into the destination
     * @param source what to write
     * @param sourceOffset bytes into the source
     * @param length bytes
     * @param pe the target
     */
    void put(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            int pe);

    /**
     * Copies bytes from the start of a segment on a PE, as many as fill the buffer: {@code shmem_getmem}.
     *
     * @param destination where to write, at most as long as the source
     * @param source what to read
     * @param pe the PE to read from
     */
    default void get(MemorySegment destination, SymmetricSegment source, int pe) {
        get(destination, 0, source, 0, destination.byteSize(), pe);
    }

    /**
     * Copies bytes from a PE: {@code shmem_getmem}.
     *
     * @param destination where to write
     * @param destinationOffset bytes into the destination
     * @param source what to read
     * @param sourceOffset bytes into the source
     * @param length bytes
     * @param pe the PE to read from
     */
    void get(
            MemorySegment destination,
            long destinationOffset,
            SymmetricSegment source,
            long sourceOffset,
            long length,
            int pe);

    /**
     * Starts copying bytes to a PE: {@code shmem_putmem_nbi}. Complete after {@link #quiet()}.
     *
     * @param destination where to write
     * @param destinationOffset bytes into the destination
     * @param source what to write; unchanged until the next quiet
     * @param sourceOffset bytes into the source
     * @param length bytes
     * @param pe the target
     */
    void putNbi(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            int pe);

    /**
     * Starts copying bytes from a PE: {@code shmem_getmem_nbi}. Complete after {@link #quiet()}.
     *
     * @param destination where to write; not read until the next quiet
     * @param destinationOffset bytes into the destination
     * @param source what to read
     * @param sourceOffset bytes into the source
     * @param length bytes
     * @param pe the PE to read from
     */
    void getNbi(
            MemorySegment destination,
            long destinationOffset,
            SymmetricSegment source,
            long sourceOffset,
            long length,
            int pe);

    /**
     * Writes one value on a PE: {@code shmem_p}.
     *
     * @param destination where to write
     * @param offset bytes into the destination
     * @param value what to write
     * @param pe the target
     */
    void putByte(SymmetricSegment destination, long offset, byte value, int pe);

    /**
     * Writes one value on a PE: {@code shmem_p}.
     *
     * @param destination where to write
     * @param offset bytes into the destination, a multiple of 2 on the heap
     * @param value what to write
     * @param pe the target
     */
    void putShort(SymmetricSegment destination, long offset, short value, int pe);

    /**
     * Writes one value on a PE: {@code shmem_p}.
     *
     * @param destination where to write
     * @param offset bytes into the destination, a multiple of 4 on the heap
     * @param value what to write
     * @param pe the target
     */
    void putInt(SymmetricSegment destination, long offset, int value, int pe);

    /**
     * Writes one value on a PE: {@code shmem_p}.
     *
     * @param destination where to write
     * @param offset bytes into the destination, a multiple of 8 on the heap
     * @param value what to write
     * @param pe the target
     */
    void putLong(SymmetricSegment destination, long offset, long value, int pe);

    /**
     * Writes one value on a PE: {@code shmem_p}.
     *
     * @param destination where to write
     * @param offset bytes into the destination, a multiple of 4 on the heap
     * @param value what to write
     * @param pe the target
     */
    default void putFloat(SymmetricSegment destination, long offset, float value, int pe) {
        putInt(destination, offset, Float.floatToRawIntBits(value), pe);
    }

    /**
     * Writes one value on a PE: {@code shmem_p}.
     *
     * @param destination where to write
     * @param offset bytes into the destination, a multiple of 8 on the heap
     * @param value what to write
     * @param pe the target
     */
    default void putDouble(SymmetricSegment destination, long offset, double value, int pe) {
        putLong(destination, offset, Double.doubleToRawLongBits(value), pe);
    }

    /**
     * Reads one value from a PE: {@code shmem_g}.
     *
     * @param source what to read
     * @param offset bytes into the source
     * @param pe the PE to read from
     * @return the value
     */
    byte getByte(SymmetricSegment source, long offset, int pe);

    /**
     * Reads one value from a PE: {@code shmem_g}.
     *
     * @param source what to read
     * @param offset bytes into the source, a multiple of 2 on the heap
     * @param pe the PE to read from
     * @return the value
     */
    short getShort(SymmetricSegment source, long offset, int pe);

    /**
     * Reads one value from a PE: {@code shmem_g}.
     *
     * @param source what to read
     * @param offset bytes into the source, a multiple of 4 on the heap
     * @param pe the PE to read from
     * @return the value
     */
    int getInt(SymmetricSegment source, long offset, int pe);

    /**
     * Reads one value from a PE: {@code shmem_g}.
     *
     * @param source what to read
     * @param offset bytes into the source, a multiple of 8 on the heap
     * @param pe the PE to read from
     * @return the value
     */
    long getLong(SymmetricSegment source, long offset, int pe);

    /**
     * Reads one value from a PE: {@code shmem_g}.
     *
     * @param source what to read
     * @param offset bytes into the source, a multiple of 4 on the heap
     * @param pe the PE to read from
     * @return the value
     */
    default float getFloat(SymmetricSegment source, long offset, int pe) {
        return Float.intBitsToFloat(getInt(source, offset, pe));
    }

    /**
     * Reads one value from a PE: {@code shmem_g}.
     *
     * @param source what to read
     * @param offset bytes into the source, a multiple of 8 on the heap
     * @param pe the PE to read from
     * @return the value
     */
    default double getDouble(SymmetricSegment source, long offset, int pe) {
        return Double.longBitsToDouble(getLong(source, offset, pe));
    }

    /**
     * Orders puts: {@code shmem_fence}. To each PE, what this PE put before becomes visible before what it puts after.
     * Gets are not ordered, and nothing is completed.
     */
    void fence();

    /**
     * Completes all operations of this PE on the default context: {@code shmem_quiet}. Afterwards all puts are visible
     * to all PEs, non-blocking gets have arrived, and sources may be reused. Between PEs of one node it is a full
     * fence: when one PE does {@code put x; quiet; get y} and another {@code put y; quiet; get x}, at least one of them
     * sees the other's value.
     */
    void quiet();
}
