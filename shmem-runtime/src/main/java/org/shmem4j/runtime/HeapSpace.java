package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.shmem4j.HeapExhaustedException;
import org.shmem4j.Setting;
import org.shmem4j.runtime.Proposal.Operation;
import org.shmem4j.transport.TransportException;

/**
 * The collective part of the symmetric heap: what is allocated, and that all PEs agree on it. Every PE computes by
 * itself where an allocation lies, reserves the space, says what it asked for and whether it can; after a barrier each
 * looks at what all said, so that an allocation succeeds everywhere or nowhere, and calls that differ are an error
 * everywhere.
 */
final class HeapSpace {
    /** Space is reserved in multiples of this, a multiple of every page size. */
    static final long EXTENT_BYTES = 64 << 10;

    private static final long ALIGNMENT_MAX = 2L << 20;

    /** What the runtime of the PE does for its heap. */
    interface Memory {
        /** Makes the heap usable from one offset to another; throws TransportException if there is no space. */
        void reserve(long from, long to);

        /** Exchanges proposals: a barrier, after which those of all PEs are known. */
        Proposal[] agree(Proposal own);

        /** Quiet and sync over all PEs. */
        void barrier();

        /** Throws why the heap cannot be used any more, if that is so. */
        void checkOpen();

        /** Lets some time pass in a wait; throws if the job is ending. */
        void pause(long round);
    }

    private final long heapBytes;
    private final int me;
    private final Memory memory;
    private final HeapAllocator allocator;
    private final Map<Long, HeapSegment> live = new HashMap<>();
    private long reservedBytes;
    private long touchedBytes; // from here on the memory was never handed out, so it still is as it was made: 0

    HeapSpace(long heapBytes, int me, Memory memory) {
        this.heapBytes = heapBytes;
        this.me = me;
        this.memory = memory;
        this.allocator = new HeapAllocator(heapBytes);
    }

    void checkOpen() {
        memory.checkOpen();
    }

    void pause(long round) {
        memory.pause(round);
    }

    long byteSize() {
        return heapBytes;
    }

    long usedBytes() {
        return allocator.usedBytes();
    }

    HeapSegment allocate(HeapPath heap, long byteSize, long alignment) {
        if (alignment <= 0 || alignment > ALIGNMENT_MAX || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException(
                    "alignment " + alignment + ": expected a power of two from 1 to " + ALIGNMENT_MAX);
        }
        return allocate(heap, Operation.ALLOCATE, byteSize, alignment);
    }

    HeapSegment allocateZeroed(HeapPath heap, long byteSize) {
        return allocate(heap, Operation.ALLOCATE_ZEROED, byteSize, HeapPath.DEFAULT_ALIGNMENT);
    }

    private HeapSegment allocate(HeapPath heap, Operation operation, long byteSize, long alignment) {
        checkLength(byteSize);
        memory.checkOpen();
        if (byteSize == 0) {
            return HeapSegment.empty(heap);
        }
        long offset = allocator.allocate(byteSize, alignment);
        String fault = reserve(offset, byteSize);
        HeapSegment segment = HeapSegment.allocation(heap, offset, byteSize);
        if (operation == Operation.ALLOCATE_ZEROED && fault.isEmpty()) {
            clearTouched(segment);
        }
        settle(new Proposal(operation, byteSize, alignment, offset, fault), () -> {
            if (offset >= 0) {
                allocator.free(offset, byteSize);
            }
        });
        return keep(segment);
    }

    HeapSegment reallocate(HeapPath heap, HeapSegment old, long byteSize) {
        checkLength(byteSize);
        memory.checkOpen();
        if (old.byteSize == 0 && !old.isFreed()) {
            return allocate(heap, byteSize, HeapPath.DEFAULT_ALIGNMENT);
        }
        checkLive(old);
        if (byteSize == 0) {
            free(old);
            return HeapSegment.empty(heap);
        }
        long oldSize = old.byteSize;
        boolean inPlace = allocator.resize(old.offset, oldSize, byteSize);
        long offset = inPlace ? old.offset : allocator.allocate(byteSize, HeapPath.DEFAULT_ALIGNMENT);
        String fault = reserve(offset, byteSize);
        settle(new Proposal(Operation.REALLOCATE, byteSize, old.offset, offset, fault), () -> {
            if (inPlace) {
                allocator.resize(old.offset, byteSize, oldSize);
            } else if (offset >= 0) {
                allocator.free(offset, byteSize);
            }
        });
        HeapSegment moved = HeapSegment.allocation(heap, offset, byteSize);
        if (!inPlace) {
            MemorySegment.copy(heap.local(old), 0, heap.local(moved), 0, Math.min(oldSize, byteSize));
            allocator.free(old.offset, oldSize);
        }
        live.remove(old.offset);
        old.byteSize = 0;
        keep(moved);
        memory.barrier();
        return moved;
    }

    void free(HeapSegment segment) {
        memory.checkOpen();
        if (segment.byteSize == 0 && !segment.isFreed()) {
            return;
        }
        checkLive(segment);
        settle(new Proposal(Operation.FREE, 0, segment.offset, segment.offset, ""), () -> {});
        live.remove(segment.offset);
        allocator.free(segment.offset, segment.byteSize);
        segment.byteSize = 0;
    }

    private HeapSegment keep(HeapSegment segment) {
        live.put(segment.offset, segment);
        touchedBytes = Math.max(touchedBytes, segment.offset + segment.byteSize);
        return segment;
    }

    private void clearTouched(HeapSegment segment) {
        long dirty = Math.min(segment.byteSize, touchedBytes - segment.offset);
        if (dirty > 0) {
            segment.local().asSlice(0, dirty).fill((byte) 0);
        }
    }

    /** Reserves what an allocation needs; answers why it cannot, or an empty text. */
    private String reserve(long offset, long byteSize) {
        if (offset < 0) {
            return "the symmetric heap has no room for " + byteSize + " bytes: " + allocator.usedBytes() + " of "
                    + heapBytes + " are used, the largest free range has " + allocator.largestHole()
                    + "; set " + Setting.SYMMETRIC_SIZE + " (or run with --heap) to more";
        }
        long end = Math.min(heapBytes, (offset + byteSize + EXTENT_BYTES - 1) & -EXTENT_BYTES);
        if (end > reservedBytes) {
            try {
                memory.reserve(reservedBytes, end);
            } catch (TransportException e) {
                return String.valueOf(e.getMessage());
            }
            reservedBytes = end;
        }
        return "";
    }

    /** Finds out what all PEs want, and undoes what this one did if they cannot have it. */
    private void settle(Proposal own, Runnable undo) {
        Proposal[] all;
        try {
            all = memory.agree(own);
        } catch (RuntimeException e) {
            undo.run();
            throw e;
        }
        String fault = "";
        for (int pe = all.length - 1; pe >= 0; pe--) {
            Proposal other = all[pe];
            if (!other.sameCall(own)) {
                undo.run();
                throw new IllegalArgumentException("a collective call has to be the same on all PEs: PE " + me
                        + " called " + own.call() + ", PE " + pe + " called " + other.call());
            }
            if (!other.fault().isEmpty()) {
                fault = "PE " + pe + ": " + other.fault();
            }
        }
        if (!fault.isEmpty()) {
            undo.run();
            throw new HeapExhaustedException(fault);
        }
    }

    private void checkLive(HeapSegment segment) {
        if (live.get(segment.offset) != segment) {
            throw new IllegalArgumentException(segment
                    + (segment.isFreed()
                            ? " was freed before"
                            : " is a slice: expected a whole allocation of this heap"));
        }
    }

    private static void checkLength(long byteSize) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("length " + byteSize + ": expected 0 or more bytes");
        }
    }
}
