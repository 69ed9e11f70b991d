package org.shmem4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The symmetric heap of a job: allocation, one-sided communication on the default context, and waiting for what other
 * PEs write here.
 *
 * <p><b>Thread safety.</b> All methods may be called from any thread, but for allocation: {@code allocate},
 * {@code reallocate} and {@code free} are collective, and one thread per PE at a time may be in a collective.
 */
public interface SymmetricHeap extends RemoteAccess {

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
     * As {@link #allocate(long)}, with what the program is going to do with it: {@code shmem_malloc_with_hints}. Only a
     * hint: every operation works on every segment.
     *
     * @param byteSize bytes, at least 0
     * @param hints what is known
     * @return a segment
     * @throws HeapExhaustedException on all PEs, with nothing allocated, if one has no room
     * @throws IllegalArgumentException if the length is negative, or, on all PEs, if they did not ask for the same
     */
    default SymmetricSegment allocate(long byteSize, Set<AllocationHint> hints) {
        Objects.requireNonNull(hints, "the hints are null");
        return allocate(byteSize);
    }

    /**
     * Changes the length of an allocation, in place or by moving it: {@code shmem_realloc}. Collective, with barriers
     * before and after. The contents are kept up to the shorter of both lengths. The old segment must not be used after
     * success. A length of 0 frees it; of an empty segment this is {@link #allocate(long)}.
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
     * The memory of a segment on a PE, if it can be loaded and stored: {@code shmem_ptr}. Valid as long as
     * {@link SymmetricSegment#local()}.
     *
     * @param segment what to reach
     * @param pe whose
     * @return a segment of the same length; empty if the PE is reached by a network
     */
    Optional<MemorySegment> pointer(SymmetricSegment segment, int pe);

    /**
     * Whether operations on this segment can reach a PE: {@code shmem_addr_accessible}, {@code shmem_pe_accessible}.
     * Unlike operations this throws nothing.
     *
     * @param segment any segment
     * @param pe any number
     * @return false if there is no such PE, if it failed, or if the segment is of another heap or was freed; a slice does
     * not know that its allocation was freed
     */
    boolean isAccessible(SymmetricSegment segment, int pe);

    /**
     * Waits until this PE's word in a segment of 4 or 8 bytes compares so: {@code shmem_wait_until}. The width is that of
     * the segment.
     *
     * @param flag a segment of 4 or 8 bytes
     * @param comparison how to compare
     * @param value with what
     * @throws IllegalArgumentException if the segment is longer or shorter, or no value of 32 bits, signed or unsigned, is
     * like the one given for a segment of 4 bytes
     * @throws PeerFailedException if a PE ended meanwhile, so that no wait outlives the job
     */
    default void waitUntil(SymmetricSegment flag, Comparison comparison, long value) {
        switch ((int) Math.min(flag.byteSize(), Integer.MAX_VALUE)) {
            case Integer.BYTES -> waitSetOfInts(flag, 0, 1).waitUntilAll(comparison, value);
            case Long.BYTES -> waitUntilLong(flag, 0, comparison, value);
            default ->
                throw new IllegalArgumentException("a flag of " + flag.byteSize()
                        + " bytes: expected 4 or 8, or waitUntilInt or waitUntilLong with an offset");
        }
    }

    /**
     * Waits until a value in this PE's memory compares so: {@code shmem_wait_until}. The value is to be written by atomic
     * operations, signals or typed puts, of any PE or thread; whoever sees it sees what its writer ordered before it.
     *
     * @param segment the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param comparison how to compare
     * @param value with what
     * @return the value seen
     * @throws PeerFailedException if a PE ended meanwhile, so that no wait outlives the job
     */
    int waitUntilInt(SymmetricSegment segment, long offset, Comparison comparison, int value);

    /**
     * Whether a value in this PE's memory compares so now: {@code shmem_test}. Sees what {@link #waitUntilInt} sees.
     *
     * @param segment the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param comparison how to compare
     * @param value with what
     * @return whether it does
     */
    boolean testInt(SymmetricSegment segment, long offset, Comparison comparison, int value);

    /**
     * Several values in this PE's memory, to wait for all, any or some of.
     *
     * @param segment the segment
     * @param offset bytes into the segment, a multiple of 4 on the heap
     * @param count how many values, at least 0
     * @return a set in which all take part
     */
    WaitSet waitSetOfInts(SymmetricSegment segment, long offset, int count);

    /**
     * Waits until a value in this PE's memory compares so: {@code shmem_wait_until}. The value is to be written by atomic
     * operations, signals or typed puts, of any PE or thread; whoever sees it sees what its writer ordered before it.
     *
     * @param segment the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param comparison how to compare
     * @param value with what
     * @return the value seen
     * @throws PeerFailedException if a PE ended meanwhile, so that no wait outlives the job
     */
    long waitUntilLong(SymmetricSegment segment, long offset, Comparison comparison, long value);

    /**
     * Whether a value in this PE's memory compares so now: {@code shmem_test}. Sees what {@link #waitUntilLong} sees.
     *
     * @param segment the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param comparison how to compare
     * @param value with what
     * @return whether it does
     */
    boolean testLong(SymmetricSegment segment, long offset, Comparison comparison, long value);

    /**
     * Several values in this PE's memory, to wait for all, any or some of.
     *
     * @param segment the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param count how many values, at least 0
     * @return a set in which all take part
     */
    WaitSet waitSetOfLongs(SymmetricSegment segment, long offset, int count);

    /**
     * Reads a signal in this PE's memory: {@code shmem_signal_fetch}. Whoever sees a signal's value sees the bytes of the
     * {@code putSignal} that wrote it.
     *
     * @param signal the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @return the value
     */
    long signalFetch(SymmetricSegment signal, long offset);

    /**
     * Waits until a signal in this PE's memory compares so: {@code shmem_signal_wait_until}.
     *
     * @param signal the segment
     * @param offset bytes into the segment, a multiple of 8 on the heap
     * @param comparison how to compare; a signal is unsigned, see {@link Comparison}
     * @param value with what
     * @return the value seen
     * @throws PeerFailedException if a PE ended meanwhile, so that no wait outlives the job
     */
    default long signalWaitUntil(SymmetricSegment signal, long offset, Comparison comparison, long value) {
        return waitUntilLong(signal, offset, comparison, value);
    }
}
