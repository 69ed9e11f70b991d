package org.shmem4j;

import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * One-sided communication on one context: a put writes, and a get reads, the memory of another PE, which takes no part.
 * {@link SymmetricHeap} is that of the default context, a {@link Context} has its own.
 *
 * <p><b>Places</b> are a {@link SymmetricSegment} of the heap and a byte offset in it; local buffers are any
 * {@link MemorySegment}, native or on the Java heap. Offsets and lengths are in bytes. A length of 0 is legal
 * everywhere and does nothing.
 *
 * <p><b>Completion.</b> A blocking put returns when its source may be reused; the data are at the target after
 * {@link #quiet()} or {@link Shmem#barrier()}. A blocking get, and an atomic operation that answers a value, returns
 * when the value is local; one that answers nothing completes like a put. The forms with {@code Nbi} return at once:
 * until the next {@code quiet} the source must not be changed, the destination or result not be read, and the memory
 * not be freed.
 *
 * <p><b>Memory consistency.</b> Two operations of one PE on one target become visible in any order unless
 * {@link #fence()} or {@code quiet()} stands between them. A single aligned value of up to 8 bytes, put or got by a typed
 * method, is never torn. Atomic operations on a place are atomic to one another, on whatever context, by whatever route
 * and in whatever PE or thread, if they have the same width; they are not atomic to puts, gets, loads and stores. Signal
 * updates of one kind are atomic to one another and to what reads signals.
 *
 * <p><b>Errors</b>, the same on every route: {@link IndexOutOfBoundsException} if a PE does not exist or a range is not
 * inside its segment; {@link IllegalArgumentException} if a segment is of another heap, or an access to a single value
 * is not aligned to its own size, or the arena of a local buffer belongs to another thread; {@link IllegalStateException}
 * after the job's end, or if the arena of a local buffer
 * is closed; {@link PeerFailedException} if the PE is gone. Nothing is written then. {@code fence} and {@code quiet}
 * after the end do nothing.
 *
 * <p><b>Thread safety.</b> All methods may be called from any thread, unless a context was made for fewer.
 */
public interface RemoteAccess {

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
     * Writes blocks of bytes on a PE, at equal distances on both sides: {@code shmem_iput} with a block as long as one
     * element, {@code shmem_ibput} with longer ones. Blocks of 1, 2, 4 or 8 bytes that are aligned on the heap are not
     * torn.
     *
     * @param destination where to write
     * @param destinationOffset bytes into the destination, of the first block
     * @param destinationStride bytes from the start of a block to that of the next, at least a block's length
     * @param source what to write
     * @param sourceOffset bytes into the source, of the first block
     * @param sourceStride bytes from the start of a block to that of the next, at least a block's length
     * @param blockBytes the length of a block in bytes, at least 1
     * @param count the number of blocks, at least 0
     * @param pe the target
     */
    void putStrided(
            SymmetricSegment destination,
            long destinationOffset,
            long destinationStride,
            MemorySegment source,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long count,
            int pe);

    /**
     * Reads blocks of bytes from a PE, at equal distances on both sides: {@code shmem_iget} with a block as long as one
     * element, {@code shmem_ibget} with longer ones.
     *
     * @param destination where to write
     * @param destinationOffset bytes into the destination, of the first block
     * @param destinationStride bytes from the start of a block to that of the next, at least a block's length
     * @param source what to read
     * @param sourceOffset bytes into the source, of the first block
     * @param sourceStride bytes from the start of a block to that of the next, at least a block's length
     * @param blockBytes the length of a block in bytes, at least 1
     * @param count the number of blocks, at least 0
     * @param pe the PE to read from
     */
    void getStrided(
            MemorySegment destination,
            long destinationOffset,
            long destinationStride,
            SymmetricSegment source,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long count,
            int pe);

    /**
     * Reads one value atomically: {@code shmem_atomic_fetch}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param pe the PE
     * @return the value
     */
    int atomicFetchInt(SymmetricSegment target, long offset, int pe);

    /**
     * Writes one value atomically: {@code shmem_atomic_set}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value what to write
     * @param pe the PE
     */
    void atomicSetInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Exchanges one value: {@code shmem_atomic_swap}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value what to write
     * @param pe the PE
     * @return the value that was there
     */
    int atomicSwapInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Writes a value if another one is there: {@code shmem_atomic_compare_swap}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param expected what has to be there
     * @param value what to write then
     * @param pe the PE
     * @return the value that was there; the write took place if it is the expected one
     */
    int atomicCompareSwapInt(SymmetricSegment target, long offset, int expected, int value, int pe);

    /**
     * Adds 1 and answers what was there: {@code shmem_atomic_fetch_inc}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param pe the PE
     * @return the value that was there
     */
    default int atomicFetchIncInt(SymmetricSegment target, long offset, int pe) {
        return atomicFetchAddInt(target, offset, 1, pe);
    }

    /**
     * Adds 1: {@code shmem_atomic_inc}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param pe the PE
     */
    default void atomicIncInt(SymmetricSegment target, long offset, int pe) {
        atomicAddInt(target, offset, 1, pe);
    }

    /**
     * Adds a value, modulo 2<sup>32</sup>, and answers what was there: {@code shmem_atomic_fetch_add}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the summand
     * @param pe the PE
     * @return the value that was there
     */
    int atomicFetchAddInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Adds a value, modulo 2<sup>32</sup>: {@code shmem_atomic_add}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the summand
     * @param pe the PE
     */
    void atomicAddInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Combines by AND, and answers what was there: {@code shmem_atomic_fetch_and}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the other operand
     * @param pe the PE
     * @return the value that was there
     */
    int atomicFetchAndInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Combines by AND: {@code shmem_atomic_and}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the other operand
     * @param pe the PE
     */
    void atomicAndInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Combines by OR, and answers what was there: {@code shmem_atomic_fetch_or}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the other operand
     * @param pe the PE
     * @return the value that was there
     */
    int atomicFetchOrInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Combines by OR: {@code shmem_atomic_or}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the other operand
     * @param pe the PE
     */
    void atomicOrInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Combines by XOR, and answers what was there: {@code shmem_atomic_fetch_xor}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the other operand
     * @param pe the PE
     * @return the value that was there
     */
    int atomicFetchXorInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Combines by XOR: {@code shmem_atomic_xor}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the other operand
     * @param pe the PE
     */
    void atomicXorInt(SymmetricSegment target, long offset, int value, int pe);

    /**
     * Starts an atomic operation that answers what was there: {@code shmem_atomic_fetch_nbi}, {@code _swap_nbi}, {@code
     * _fetch_inc_nbi}, {@code _fetch_add_nbi}, {@code _fetch_and_nbi}, {@code _fetch_or_nbi}, {@code _fetch_xor_nbi}.
     *
     * @param result where the value that was there goes; not read until the next quiet
     * @param resultOffset bytes into the result
     * @param op which operation
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value the operand; not looked at by {@link AtomicOp#FETCH}
     * @param pe the PE
     */
    void atomicIntNbi(
            MemorySegment result,
            long resultOffset,
            AtomicOp op,
            SymmetricSegment target,
            long offset,
            int value,
            int pe);

    /**
     * Starts a compare and swap: {@code shmem_atomic_compare_swap_nbi}.
     *
     * @param result where the value that was there goes; not read until the next quiet
     * @param resultOffset bytes into the result
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param expected what has to be there
     * @param value what to write then
     * @param pe the PE
     */
    void atomicCompareSwapIntNbi(
            MemorySegment result,
            long resultOffset,
            SymmetricSegment target,
            long offset,
            int expected,
            int value,
            int pe);

    /**
     * Reads one value atomically: {@code shmem_atomic_fetch}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param pe the PE
     * @return the value
     */
    long atomicFetchLong(SymmetricSegment target, long offset, int pe);

    /**
     * Writes one value atomically: {@code shmem_atomic_set}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value what to write
     * @param pe the PE
     */
    void atomicSetLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Exchanges one value: {@code shmem_atomic_swap}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value what to write
     * @param pe the PE
     * @return the value that was there
     */
    long atomicSwapLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Writes a value if another one is there: {@code shmem_atomic_compare_swap}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param expected what has to be there
     * @param value what to write then
     * @param pe the PE
     * @return the value that was there; the write took place if it is the expected one
     */
    long atomicCompareSwapLong(SymmetricSegment target, long offset, long expected, long value, int pe);

    /**
     * Adds 1 and answers what was there: {@code shmem_atomic_fetch_inc}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param pe the PE
     * @return the value that was there
     */
    default long atomicFetchIncLong(SymmetricSegment target, long offset, int pe) {
        return atomicFetchAddLong(target, offset, 1, pe);
    }

    /**
     * Adds 1: {@code shmem_atomic_inc}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param pe the PE
     */
    default void atomicIncLong(SymmetricSegment target, long offset, int pe) {
        atomicAddLong(target, offset, 1, pe);
    }

    /**
     * Adds a value, modulo 2<sup>64</sup>, and answers what was there: {@code shmem_atomic_fetch_add}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the summand
     * @param pe the PE
     * @return the value that was there
     */
    long atomicFetchAddLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Adds a value, modulo 2<sup>64</sup>: {@code shmem_atomic_add}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the summand
     * @param pe the PE
     */
    void atomicAddLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Combines by AND, and answers what was there: {@code shmem_atomic_fetch_and}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the other operand
     * @param pe the PE
     * @return the value that was there
     */
    long atomicFetchAndLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Combines by AND: {@code shmem_atomic_and}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the other operand
     * @param pe the PE
     */
    void atomicAndLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Combines by OR, and answers what was there: {@code shmem_atomic_fetch_or}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the other operand
     * @param pe the PE
     * @return the value that was there
     */
    long atomicFetchOrLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Combines by OR: {@code shmem_atomic_or}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the other operand
     * @param pe the PE
     */
    void atomicOrLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Combines by XOR, and answers what was there: {@code shmem_atomic_fetch_xor}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the other operand
     * @param pe the PE
     * @return the value that was there
     */
    long atomicFetchXorLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Combines by XOR: {@code shmem_atomic_xor}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the other operand
     * @param pe the PE
     */
    void atomicXorLong(SymmetricSegment target, long offset, long value, int pe);

    /**
     * Starts an atomic operation that answers what was there: {@code shmem_atomic_fetch_nbi}, {@code _swap_nbi}, {@code
     * _fetch_inc_nbi}, {@code _fetch_add_nbi}, {@code _fetch_and_nbi}, {@code _fetch_or_nbi}, {@code _fetch_xor_nbi}.
     *
     * @param result where the value that was there goes; not read until the next quiet
     * @param resultOffset bytes into the result
     * @param op which operation
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the operand; not looked at by {@link AtomicOp#FETCH}
     * @param pe the PE
     */
    void atomicLongNbi(
            MemorySegment result,
            long resultOffset,
            AtomicOp op,
            SymmetricSegment target,
            long offset,
            long value,
            int pe);

    /**
     * Starts a compare and swap: {@code shmem_atomic_compare_swap_nbi}.
     *
     * @param result where the value that was there goes; not read until the next quiet
     * @param resultOffset bytes into the result
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param expected what has to be there
     * @param value what to write then
     * @param pe the PE
     */
    void atomicCompareSwapLongNbi(
            MemorySegment result,
            long resultOffset,
            SymmetricSegment target,
            long offset,
            long expected,
            long value,
            int pe);

    /**
     * Reads one value atomically: {@code shmem_atomic_fetch}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param pe the PE
     * @return the value
     */
    default float atomicFetchFloat(SymmetricSegment target, long offset, int pe) {
        return Float.intBitsToFloat(atomicFetchInt(target, offset, pe));
    }

    /**
     * Writes one value atomically: {@code shmem_atomic_set}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value what to write
     * @param pe the PE
     */
    default void atomicSetFloat(SymmetricSegment target, long offset, float value, int pe) {
        atomicSetInt(target, offset, Float.floatToRawIntBits(value), pe);
    }

    /**
     * Exchanges one value: {@code shmem_atomic_swap}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param value what to write
     * @param pe the PE
     * @return the value that was there
     */
    default float atomicSwapFloat(SymmetricSegment target, long offset, float value, int pe) {
        return Float.intBitsToFloat(atomicSwapInt(target, offset, Float.floatToRawIntBits(value), pe));
    }

    /**
     * Reads one value atomically: {@code shmem_atomic_fetch}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param pe the PE
     * @return the value
     */
    default double atomicFetchDouble(SymmetricSegment target, long offset, int pe) {
        return Double.longBitsToDouble(atomicFetchLong(target, offset, pe));
    }

    /**
     * Writes one value atomically: {@code shmem_atomic_set}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value what to write
     * @param pe the PE
     */
    default void atomicSetDouble(SymmetricSegment target, long offset, double value, int pe) {
        atomicSetLong(target, offset, Double.doubleToRawLongBits(value), pe);
    }

    /**
     * Exchanges one value: {@code shmem_atomic_swap}.
     *
     * @param target the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value what to write
     * @param pe the PE
     * @return the value that was there
     */
    default double atomicSwapDouble(SymmetricSegment target, long offset, double value, int pe) {
        return Double.longBitsToDouble(atomicSwapLong(target, offset, Double.doubleToRawLongBits(value), pe));
    }

    /**
     * Copies a whole local buffer to the start of a segment on a PE, then updates the first word of a signal there:
     * {@code shmem_put_signal}.
     *
     * @param destination where to write, at least as long as the source
     * @param source what to write
     * @param signal the signal
     * @param op how the signal is updated
     * @param value with what
     * @param pe the target
     */
    default void putSignal(
            SymmetricSegment destination,
            MemorySegment source,
            SymmetricSegment signal,
            SignalOp op,
            long value,
            int pe) {
        putSignal(destination, 0, source, 0, source.byteSize(), signal, 0, op, value, pe);
    }

    /**
     * Copies bytes to a PE, then updates a signal there: {@code shmem_put_signal}. Whoever sees the signal's new value
     * by a wait, a test or {@link SymmetricHeap#signalFetch} sees these bytes; other puts are not ordered by it. A length
     * of 0 only updates the signal.
     *
     * @param destination where to write; must not overlap the signal
     * @param destinationOffset bytes into the destination
     * @param source what to write
     * @param sourceOffset bytes into the source
     * @param length bytes
     * @param signal the signal
     * @param signalOffset bytes into the signal's segment, a multiple of 8 on the heap
     * @param op how the signal is updated
     * @param value with what
     * @param pe the target
     */
    void putSignal(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            SymmetricSegment signal,
            long signalOffset,
            SignalOp op,
            long value,
            int pe);

    /**
     * As {@link #putSignal(SymmetricSegment, long, MemorySegment, long, long, SymmetricSegment, long, SignalOp, long,
     * int)}, but returns at once: {@code shmem_put_signal_nbi}.
     *
     * @param destination where to write; must not overlap the signal
     * @param destinationOffset bytes into the destination
     * @param source what to write; unchanged until the next quiet
     * @param sourceOffset bytes into the source
     * @param length bytes
     * @param signal the signal
     * @param signalOffset bytes into the signal's segment, a multiple of 8 on the heap
     * @param op how the signal is updated
     * @param value with what
     * @param pe the target
     */
    void putSignalNbi(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            SymmetricSegment signal,
            long signalOffset,
            SignalOp op,
            long value,
            int pe);

    /**
     * Sets a signal: {@code shmem_signal_set}. Nothing is ordered before it.
     *
     * @param signal the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the new value
     * @param pe the PE
     */
    void signalSet(SymmetricSegment signal, long offset, long value, int pe);

    /**
     * Adds to a signal: {@code shmem_signal_add}. Nothing is ordered before it.
     *
     * @param signal the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param value the summand
     * @param pe the PE
     */
    void signalAdd(SymmetricSegment signal, long offset, long value, int pe);

    /**
     * Orders puts, atomic operations, signals and plain stores to memory that other PEs read: {@code shmem_fence}. To each
     * PE, what was put on this context before becomes visible before what is put after. Neither gets nor the results of fetching non-blocking operations are
     * ordered, and nothing is completed.
     */
    void fence();

    /**
     * Completes all operations of this PE on this context: {@code shmem_quiet}. Afterwards all puts and plain stores are visible
     * to all PEs, non-blocking gets have arrived, and sources may be reused. Between PEs of one node it is a full
     * fence: when one PE does {@code put x; quiet; get y} and another {@code put y; quiet; get x}, at least one of them
     * sees the other's value.
     */
    void quiet();

    /**
     * As {@link #quiet()}, for the operations on some PEs only: {@code shmem_pe_quiet}.
     *
     * @param pes the targets, in any order; repeated ones count once
     */
    void quiet(int[] pes);

    /**
     * Says that many operations follow, and how they look: {@code shmem_ctx_session_start}. Only a hint: no result and
     * no order changes.
     *
     * @param operations about how many follow, or 0 if that is not known
     * @param options what else is known
     */
    void startSession(long operations, Set<SessionOption> options);

    /** Ends what {@link #startSession} began: {@code shmem_ctx_session_stop}. Completes nothing. */
    void stopSession();
}
