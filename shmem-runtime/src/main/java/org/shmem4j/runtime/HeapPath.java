package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/**
 * The symmetric heap as the application sees it, and the path of every put and get. A record, whose fields the JIT
 * takes for constants if the application keeps the heap in a {@code static final}.
 *
 * <p>All heaps of the node lie in one window of memory, and {@code base[pe]} is where a PE's heap starts in it, or 0 if
 * it cannot be loaded and stored: one range check of ours against the segment, then an access that the JDK checks
 * against the window, so that no mistake of a caller, and no use after the end, can touch other memory.
 *
 * <p><b>Memory order.</b> A typed value is written with release and read with acquire, which costs a plain access on
 * x86-64: it is not torn, a loop that polls it ends, and whoever sees the value by a typed get sees what its writer
 * stored before. Copies are plain. {@code fence} is a release fence: together with the reader's acquire it orders an
 * earlier copy before a later flag. {@code quiet} is a full fence, since it also has to keep later loads of this PE
 * behind its earlier stores (the store-buffer, or Dekker, case).
 */
@SuppressWarnings({"ArrayRecordComponent", "ReferenceEquality"}) // the JIT trusts the reference; one heap is no other
record HeapPath(MemorySegment window, long[] base, int me, HeapSpace space) implements SymmetricHeap {
    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle().withInvokeExactBehavior();
    private static final VarHandle SHORT = ValueLayout.JAVA_SHORT.varHandle().withInvokeExactBehavior();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    /** A local buffer may lie anywhere; a put or get of this length is one access, a general copy costs twice that. */
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    @Override
    public long byteSize() {
        return space.byteSize();
    }

    @Override
    public long usedBytes() {
        return space.usedBytes();
    }

    @Override
    public SymmetricSegment allocate(long byteSize, long byteAlignment) {
        return space.allocate(this, byteSize, byteAlignment);
    }

    @Override
    public SymmetricSegment allocateZeroed(long byteSize) {
        return space.allocateZeroed(this, byteSize);
    }

    @Override
    public SymmetricSegment reallocate(SymmetricSegment segment, long byteSize) {
        return space.reallocate(this, own(segment), byteSize);
    }

    @Override
    public void free(SymmetricSegment segment) {
        space.free(own(segment));
    }

    @Override
    public void put(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            int pe) {
        long at = range(destination, destinationOffset, length, pe);
        try {
            if (length == Long.BYTES) {
                window.set(WORD, at, source.get(WORD, sourceOffset));
            } else {
                Copy.copy(source, sourceOffset, window, at, length);
            }
        } catch (RuntimeException e) {
            throw localFault("source", source, sourceOffset, length, e);
        }
    }

    @Override
    public void get(
            MemorySegment destination,
            long destinationOffset,
            SymmetricSegment source,
            long sourceOffset,
            long length,
            int pe) {
        long at = range(source, sourceOffset, length, pe);
        try {
            if (length == Long.BYTES) {
                destination.set(WORD, destinationOffset, window.get(WORD, at));
            } else {
                Copy.copy(window, at, destination, destinationOffset, length);
            }
        } catch (RuntimeException e) {
            throw localFault("destination", destination, destinationOffset, length, e);
        }
    }

    @Override
    public void putNbi(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            int pe) {
        put(destination, destinationOffset, source, sourceOffset, length, pe);
    }

    @Override
    public void getNbi(
            MemorySegment destination,
            long destinationOffset,
            SymmetricSegment source,
            long sourceOffset,
            long length,
            int pe) {
        get(destination, destinationOffset, source, sourceOffset, length, pe);
    }

    @Override
    public void putByte(SymmetricSegment destination, long offset, byte value, int pe) {
        BYTE.setRelease(window, word(destination, offset, Byte.BYTES, pe), value);
    }

    @Override
    public void putShort(SymmetricSegment destination, long offset, short value, int pe) {
        SHORT.setRelease(window, word(destination, offset, Short.BYTES, pe), value);
    }

    @Override
    public void putInt(SymmetricSegment destination, long offset, int value, int pe) {
        INT.setRelease(window, word(destination, offset, Integer.BYTES, pe), value);
    }

    @Override
    public void putLong(SymmetricSegment destination, long offset, long value, int pe) {
        LONG.setRelease(window, word(destination, offset, Long.BYTES, pe), value);
    }

    @Override
    public byte getByte(SymmetricSegment source, long offset, int pe) {
        return (byte) BYTE.getAcquire(window, word(source, offset, Byte.BYTES, pe));
    }

    @Override
    public short getShort(SymmetricSegment source, long offset, int pe) {
        return (short) SHORT.getAcquire(window, word(source, offset, Short.BYTES, pe));
    }

    @Override
    public int getInt(SymmetricSegment source, long offset, int pe) {
        return (int) INT.getAcquire(window, word(source, offset, Integer.BYTES, pe));
    }

    @Override
    public long getLong(SymmetricSegment source, long offset, int pe) {
        return (long) LONG.getAcquire(window, word(source, offset, Long.BYTES, pe));
    }

    @Override
    public void fence() {
        // order: earlier puts before later ones; partner: the acquire of a typed get that sees a later one
        VarHandle.releaseFence();
    }

    @Override
    public void quiet() {
        // order: earlier stores before later loads too; partner: HeapPath.quiet of the other PE
        VarHandle.fullFence();
    }

    /** This PE's memory of a segment. */
    MemorySegment local(HeapSegment segment) {
        return window.asSlice(base(me) + segment.offset, segment.byteSize);
    }

    /** No PE's memory can be reached through this heap any more. */
    void close() {
        Arrays.fill(base, 0);
    }

    IndexOutOfBoundsException outOfRange(HeapSegment segment, long offset, long length) {
        if (length < 0) {
            return new IndexOutOfBoundsException("length " + length + ": expected 0 or more bytes");
        }
        String what = segment.isFreed()
                ? "a segment that was freed, at offset " + segment.offset
                : "a segment of " + segment.byteSize + " bytes";
        return new IndexOutOfBoundsException("offset " + offset + ", length " + length + ": not inside " + what);
    }

    private long range(SymmetricSegment segment, long offset, long length, int pe) {
        HeapSegment own = own(segment);
        if (offset < 0 || length < 0 || length > own.byteSize - offset) {
            throw outOfRange(own, offset, length);
        }
        return base(pe) + own.offset + offset;
    }

    private long word(SymmetricSegment segment, long offset, int width, int pe) {
        HeapSegment own = own(segment);
        if (offset < 0 || offset > own.byteSize - width) {
            throw outOfRange(own, offset, width);
        }
        long at = own.offset + offset;
        if ((at & width - 1) != 0) {
            throw misaligned(own, offset, width);
        }
        return base(pe) + at;
    }

    private long base(int pe) {
        if (pe < 0 || pe >= base.length) {
            throw new IndexOutOfBoundsException("no PE " + pe + ": this job has PEs 0 to " + (base.length - 1));
        }
        // order: none for the data, which start-up published. Plain, so that a loop of puts loads it once; a typed
        // access,
        // a fence or a quiet has it loaded again, and a loop without any ends when the window is closed, since closing
        // an arena makes the JVM throw away the code that works on it
        long start = base[pe];
        if (start == 0) {
            throw closed();
        }
        return start;
    }

    private IllegalStateException closed() {
        space.checkOpen(); // throws the reason
        return new IllegalStateException("the symmetric heap is being closed by another thread");
    }

    private HeapSegment own(SymmetricSegment segment) {
        if (segment instanceof HeapSegment own && own.heap == this) {
            return own;
        }
        throw foreign(Objects.requireNonNull(segment, "the symmetric segment is null"));
    }

    /** Finds out what of a local buffer was wrong; if nothing was, the fault stands as it is. */
    private RuntimeException localFault(
            String what, MemorySegment buffer, long offset, long length, RuntimeException fault) {
        if (offset < 0 || length > buffer.byteSize() - offset) {
            return new IndexOutOfBoundsException("offset " + offset + ", length " + length + ": not inside the " + what
                    + ", which has " + buffer.byteSize() + " bytes");
        }
        if (!buffer.scope().isAlive()) {
            return new IllegalStateException("the arena of the " + what + " is closed", fault);
        }
        if (!buffer.isAccessibleBy(Thread.currentThread())) {
            return new IllegalArgumentException("the arena of the " + what + " belongs to another thread", fault);
        }
        if (buffer.isReadOnly() && what.equals("destination")) {
            return new IllegalArgumentException("the destination is read-only", fault);
        }
        if (!window.scope().isAlive()) {
            return closed();
        }
        return fault;
    }

    private static IllegalArgumentException foreign(SymmetricSegment segment) {
        return new IllegalArgumentException(
                segment + " is not of this heap: each job has its own, and each start after a close too");
    }

    private static IllegalArgumentException misaligned(HeapSegment segment, long offset, int width) {
        return new IllegalArgumentException("offset " + offset + " of a segment at heap offset " + segment.offset
                + " is not aligned for an access of " + width + " bytes: the sum has to be a multiple of " + width);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return "SymmetricHeap[PE " + me + " of " + base.length + ", " + usedBytes() + " of " + byteSize()
                + " bytes used]";
    }
}
