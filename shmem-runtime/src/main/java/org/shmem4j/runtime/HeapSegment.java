package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import org.shmem4j.SymmetricSegment;

/** A range of one heap. */
final class HeapSegment implements SymmetricSegment {
    final HeapPath heap;

    /** Whose allocation it is: a load less than by way of the heap. */
    final HeapSpace space;

    final long offset;

    /**
     * Set to 0 when the allocation is freed, so that the range check of every later access fails without another test.
     * Plain: the barrier of the free orders it for threads that take part, and one that does not was wrong already.
     */
    long byteSize;

    /** Neither a slice nor an empty segment. */
    private final boolean allocation;

    private HeapSegment(HeapPath heap, long offset, long byteSize, boolean allocation) {
        this.heap = heap;
        this.space = heap.space();
        this.offset = offset;
        this.byteSize = byteSize;
        this.allocation = allocation;
    }

    static HeapSegment allocation(HeapPath heap, long offset, long byteSize) {
        return new HeapSegment(heap, offset, byteSize, true);
    }

    static HeapSegment empty(HeapPath heap) {
        return new HeapSegment(heap, 0, 0, false);
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long byteSize() {
        return byteSize;
    }

    boolean isFreed() {
        return allocation && byteSize == 0;
    }

    @Override
    public SymmetricSegment asSlice(long start, long length) {
        if (start < 0 || length < 0 || length > byteSize - start) {
            throw heap.outOfRange(this, start, length);
        }
        return new HeapSegment(heap, offset + start, length, false);
    }

    @Override
    public MemorySegment local() {
        return heap.local(this);
    }

    @Override
    public String toString() {
        return "SymmetricSegment[offset=" + offset + ", byteSize=" + byteSize + "]";
    }
}
