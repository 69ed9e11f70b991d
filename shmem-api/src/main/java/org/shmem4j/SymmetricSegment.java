package org.shmem4j;

import java.lang.foreign.MemorySegment;

/**
 * A piece of the symmetric heap: the same range of offsets on every PE. A value of this type names a place, not the
 * memory of one PE; operations of {@link SymmetricHeap} take it together with a PE number.
 *
 * <p><b>Thread safety.</b> Immutable, but for the moment at which it is freed.
 */
public interface SymmetricSegment {

    /**
     * Where the segment starts.
     *
     * @return bytes from the start of the symmetric heap, the same on all PEs
     */
    long offset();

    /**
     * The length.
     *
     * @return bytes, at least 0; 0 once the segment was freed or moved
     */
    long byteSize();

    /**
     * A part of this segment. It must not be used once the segment is freed.
     *
     * @param offset bytes from the start of this segment
     * @param length bytes
     * @return the part
     * @throws IndexOutOfBoundsException if the part is not inside the segment
     */
    SymmetricSegment asSlice(long offset, long length);

    /**
     * This PE's own memory of the segment, for loads and stores: {@code shmem_ptr} of the own PE. Valid until the
     * segment is freed or the job ends; an access after the job's end throws {@link IllegalStateException}.
     *
     * @return a segment of {@link #byteSize()} bytes, accessible from any thread
     */
    MemorySegment local();
}
