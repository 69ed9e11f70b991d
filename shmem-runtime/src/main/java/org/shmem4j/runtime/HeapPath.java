package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.shmem4j.AtomicOp;
import org.shmem4j.Comparison;
import org.shmem4j.SessionOption;
import org.shmem4j.SignalOp;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.WaitSet;

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
 * behind its earlier stores (the store-buffer, or Dekker, case). An atomic operation that answers a value is one locked
 * instruction with the order of a volatile access; a fetch is an acquire load, a set a release store. A signal is written
 * with release, behind its payload.
 */
@SuppressWarnings({"ArrayRecordComponent", "ReferenceEquality"}) // the JIT trusts the reference; one heap is no other
record HeapPath(MemorySegment window, long[] base, int me, HeapSpace space) implements SymmetricHeap {
    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle().withInvokeExactBehavior();
    private static final VarHandle SHORT = ValueLayout.JAVA_SHORT.varHandle().withInvokeExactBehavior();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    /** A local buffer may lie anywhere; a put or get of this length is one access, a general copy costs twice that. */
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private static final ValueLayout.OfInt HALF_WORD = ValueLayout.JAVA_INT_UNALIGNED;

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
    public void putStrided(
            SymmetricSegment destination,
            long destinationOffset,
            long destinationStride,
            MemorySegment source,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long count,
            int pe) {
        Strided.check("destination", destinationStride, blockBytes, count);
        Strided.check("source", sourceStride, blockBytes, count);
        long at = range(destination, destinationOffset, Strided.span(destinationStride, blockBytes, count), pe);
        checkLocal("source", source, sourceOffset, Strided.span(sourceStride, blockBytes, count));
        Strided.copy(source, sourceOffset, sourceStride, window, at, destinationStride, blockBytes, count);
    }

    @Override
    public void getStrided(
            MemorySegment destination,
            long destinationOffset,
            long destinationStride,
            SymmetricSegment source,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long count,
            int pe) {
        Strided.check("destination", destinationStride, blockBytes, count);
        Strided.check("source", sourceStride, blockBytes, count);
        long at = range(source, sourceOffset, Strided.span(sourceStride, blockBytes, count), pe);
        checkLocal("destination", destination, destinationOffset, Strided.span(destinationStride, blockBytes, count));
        Strided.copy(window, at, sourceStride, destination, destinationOffset, destinationStride, blockBytes, count);
    }

    @Override
    public int atomicFetchInt(SymmetricSegment target, long offset, int pe) {
        return (int) INT.getAcquire(window, word(target, offset, Integer.BYTES, pe));
    }

    @Override
    public void atomicSetInt(SymmetricSegment target, long offset, int value, int pe) {
        INT.setRelease(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public int atomicSwapInt(SymmetricSegment target, long offset, int value, int pe) {
        return (int) INT.getAndSet(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public int atomicCompareSwapInt(SymmetricSegment target, long offset, int expected, int value, int pe) {
        return (int) INT.compareAndExchange(window, word(target, offset, Integer.BYTES, pe), expected, value);
    }

    @Override
    public int atomicFetchAddInt(SymmetricSegment target, long offset, int value, int pe) {
        return (int) INT.getAndAdd(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public void atomicAddInt(SymmetricSegment target, long offset, int value, int pe) {
        int _ = (int) INT.getAndAdd(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public int atomicFetchAndInt(SymmetricSegment target, long offset, int value, int pe) {
        return (int) INT.getAndBitwiseAnd(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public void atomicAndInt(SymmetricSegment target, long offset, int value, int pe) {
        int _ = (int) INT.getAndBitwiseAnd(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public int atomicFetchOrInt(SymmetricSegment target, long offset, int value, int pe) {
        return (int) INT.getAndBitwiseOr(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public void atomicOrInt(SymmetricSegment target, long offset, int value, int pe) {
        int _ = (int) INT.getAndBitwiseOr(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public int atomicFetchXorInt(SymmetricSegment target, long offset, int value, int pe) {
        return (int) INT.getAndBitwiseXor(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public void atomicXorInt(SymmetricSegment target, long offset, int value, int pe) {
        int _ = (int) INT.getAndBitwiseXor(window, word(target, offset, Integer.BYTES, pe), value);
    }

    @Override
    public void atomicIntNbi(
            MemorySegment result,
            long resultOffset,
            AtomicOp op,
            SymmetricSegment target,
            long offset,
            int value,
            int pe) {
        checkLocal("result", result, resultOffset, Integer.BYTES);
        int old = switch (op) {
            case FETCH -> atomicFetchInt(target, offset, pe);
            case SWAP -> atomicSwapInt(target, offset, value, pe);
            case ADD -> atomicFetchAddInt(target, offset, value, pe);
            case AND -> atomicFetchAndInt(target, offset, value, pe);
            case OR -> atomicFetchOrInt(target, offset, value, pe);
            case XOR -> atomicFetchXorInt(target, offset, value, pe);
        };
        result.set(HALF_WORD, resultOffset, old);
    }

    @Override
    public void atomicCompareSwapIntNbi(
            MemorySegment result,
            long resultOffset,
            SymmetricSegment target,
            long offset,
            int expected,
            int value,
            int pe) {
        checkLocal("result", result, resultOffset, Integer.BYTES);
        result.set(HALF_WORD, resultOffset, atomicCompareSwapInt(target, offset, expected, value, pe));
    }

    @Override
    public long atomicFetchLong(SymmetricSegment target, long offset, int pe) {
        return (long) LONG.getAcquire(window, word(target, offset, Long.BYTES, pe));
    }

    @Override
    public void atomicSetLong(SymmetricSegment target, long offset, long value, int pe) {
        LONG.setRelease(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public long atomicSwapLong(SymmetricSegment target, long offset, long value, int pe) {
        return (long) LONG.getAndSet(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public long atomicCompareSwapLong(SymmetricSegment target, long offset, long expected, long value, int pe) {
        return (long) LONG.compareAndExchange(window, word(target, offset, Long.BYTES, pe), expected, value);
    }

    @Override
    public long atomicFetchAddLong(SymmetricSegment target, long offset, long value, int pe) {
        return (long) LONG.getAndAdd(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public void atomicAddLong(SymmetricSegment target, long offset, long value, int pe) {
        long _ = (long) LONG.getAndAdd(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public long atomicFetchAndLong(SymmetricSegment target, long offset, long value, int pe) {
        return (long) LONG.getAndBitwiseAnd(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public void atomicAndLong(SymmetricSegment target, long offset, long value, int pe) {
        long _ = (long) LONG.getAndBitwiseAnd(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public long atomicFetchOrLong(SymmetricSegment target, long offset, long value, int pe) {
        return (long) LONG.getAndBitwiseOr(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public void atomicOrLong(SymmetricSegment target, long offset, long value, int pe) {
        long _ = (long) LONG.getAndBitwiseOr(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public long atomicFetchXorLong(SymmetricSegment target, long offset, long value, int pe) {
        return (long) LONG.getAndBitwiseXor(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public void atomicXorLong(SymmetricSegment target, long offset, long value, int pe) {
        long _ = (long) LONG.getAndBitwiseXor(window, word(target, offset, Long.BYTES, pe), value);
    }

    @Override
    public void atomicLongNbi(
            MemorySegment result,
            long resultOffset,
            AtomicOp op,
            SymmetricSegment target,
            long offset,
            long value,
            int pe) {
        checkLocal("result", result, resultOffset, Long.BYTES);
        long old = switch (op) {
            case FETCH -> atomicFetchLong(target, offset, pe);
            case SWAP -> atomicSwapLong(target, offset, value, pe);
            case ADD -> atomicFetchAddLong(target, offset, value, pe);
            case AND -> atomicFetchAndLong(target, offset, value, pe);
            case OR -> atomicFetchOrLong(target, offset, value, pe);
            case XOR -> atomicFetchXorLong(target, offset, value, pe);
        };
        result.set(WORD, resultOffset, old);
    }

    @Override
    public void atomicCompareSwapLongNbi(
            MemorySegment result,
            long resultOffset,
            SymmetricSegment target,
            long offset,
            long expected,
            long value,
            int pe) {
        checkLocal("result", result, resultOffset, Long.BYTES);
        result.set(WORD, resultOffset, atomicCompareSwapLong(target, offset, expected, value, pe));
    }

    @Override
    public void putSignal(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            SymmetricSegment signal,
            long signalOffset,
            SignalOp op,
            long value,
            int pe) {
        long at = range(destination, destinationOffset, length, pe);
        long word = word(signal, signalOffset, Long.BYTES, pe);
        if (word < at + length && at < word + Long.BYTES && length > 0) {
            throw new IllegalArgumentException("the signal at heap offset " + (word - base(pe))
                    + " lies in what is put, from heap offset " + (at - base(pe)) + ", length " + length);
        }
        Objects.requireNonNull(op, "the signal operation is null");
        put(destination, destinationOffset, source, sourceOffset, length, pe);
        update(op, word, value);
    }

    @Override
    public void putSignalNbi(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            SymmetricSegment signal,
            long signalOffset,
            SignalOp op,
            long value,
            int pe) {
        putSignal(destination, destinationOffset, source, sourceOffset, length, signal, signalOffset, op, value, pe);
    }

    @Override
    public void signalSet(SymmetricSegment signal, long offset, long value, int pe) {
        update(SignalOp.SET, word(signal, offset, Long.BYTES, pe), value);
    }

    @Override
    public void signalAdd(SymmetricSegment signal, long offset, long value, int pe) {
        update(SignalOp.ADD, word(signal, offset, Long.BYTES, pe), value);
    }

    private void update(SignalOp op, long word, long value) {
        // order: the payload's stores before the signal; partner: the acquire of signalFetch, wait and test
        if (op == SignalOp.SET) {
            LONG.setRelease(window, word, value);
        } else {
            long _ = (long) LONG.getAndAddRelease(window, word, value);
        }
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

    @Override
    public void quiet(int[] pes) {
        for (int pe : pes) {
            checkPe(pe);
        }
        quiet(); // one fence serves all
    }

    @Override
    public void startSession(long operations, Set<SessionOption> options) {
        if (operations < 0) {
            throw new IllegalArgumentException(operations + " operations: expected how many follow, or 0 if unknown");
        }
        Objects.requireNonNull(options, "the session's options are null");
    }

    @Override
    public void stopSession() {
        // nothing was collected
    }

    @Override
    public Optional<MemorySegment> pointer(SymmetricSegment segment, int pe) {
        HeapSegment own = own(segment);
        return Optional.of(window.asSlice(base(pe) + own.offset, own.byteSize));
    }

    @Override
    public boolean isAccessible(SymmetricSegment segment, int pe) {
        return segment instanceof HeapSegment own
                && own.space == space
                && !own.isFreed()
                && pe >= 0
                && pe < base.length
                && base[pe] != 0;
    }

    @Override
    public int waitUntilInt(SymmetricSegment segment, long offset, Comparison comparison, int value) {
        long at = word(segment, offset, Integer.BYTES, me);
        for (long round = 0; ; round++) {
            int seen = (int) INT.getAcquire(window, at);
            if (comparison.holds(seen, value)) {
                return seen;
            }
            space.pause(round);
        }
    }

    @Override
    public boolean testInt(SymmetricSegment segment, long offset, Comparison comparison, int value) {
        return comparison.holds((int) INT.getAcquire(window, word(segment, offset, Integer.BYTES, me)), value);
    }

    @Override
    public WaitSet waitSetOfInts(SymmetricSegment segment, long offset, int count) {
        return waitSet(segment, offset, count, Integer.BYTES);
    }

    @Override
    public long waitUntilLong(SymmetricSegment segment, long offset, Comparison comparison, long value) {
        long at = word(segment, offset, Long.BYTES, me);
        for (long round = 0; ; round++) {
            long seen = (long) LONG.getAcquire(window, at);
            if (comparison.holds(seen, value)) {
                return seen;
            }
            space.pause(round);
        }
    }

    @Override
    public boolean testLong(SymmetricSegment segment, long offset, Comparison comparison, long value) {
        return comparison.holds((long) LONG.getAcquire(window, word(segment, offset, Long.BYTES, me)), value);
    }

    @Override
    public WaitSet waitSetOfLongs(SymmetricSegment segment, long offset, int count) {
        return waitSet(segment, offset, count, Long.BYTES);
    }

    @Override
    public long signalFetch(SymmetricSegment signal, long offset) {
        return (long) LONG.getAcquire(window, word(signal, offset, Long.BYTES, me));
    }

    private WaitSet waitSet(SymmetricSegment segment, long offset, int count, int width) {
        if (count < 0) {
            throw new IllegalArgumentException(count + " elements: expected 0 or more");
        }
        HeapSegment own = own(segment);
        if (offset < 0 || (long) count * width > own.byteSize - offset) {
            throw outOfRange(own, offset, (long) count * width);
        }
        if (((own.offset + offset) & (width - 1)) != 0) {
            throw misaligned(own, offset, width);
        }
        return new HeapWaitSet(this, own, offset, count, width);
    }

    /** Where an element of a wait set lies in the window. */
    long ownWord(HeapSegment segment, long offset, int width) {
        return word(segment, offset, width, me);
    }

    /** Reads an element of a wait set, widened by its sign. */
    long read(long at, int width) {
        return width == Integer.BYTES ? (int) INT.getAcquire(window, at) : (long) LONG.getAcquire(window, at);
    }

    void pause(long round) {
        space.pause(round);
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

    private void checkPe(int pe) {
        if (pe < 0 || pe >= base.length) {
            throw new IndexOutOfBoundsException("no PE " + pe + ": this job has PEs 0 to " + (base.length - 1));
        }
    }

    /** Finds the faults of a local buffer before anything is written. */
    private void checkLocal(String what, MemorySegment buffer, long offset, long length) {
        if (offset < 0
                || length > buffer.byteSize() - offset
                || !buffer.scope().isAlive()
                || !buffer.isAccessibleBy(Thread.currentThread())
                || (buffer.isReadOnly() && !what.equals("source"))) {
            throw localFault(
                    what, buffer, offset, length, new IllegalStateException("the " + what + " changed meanwhile"));
        }
    }

    private long base(int pe) {
        checkPe(pe);
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
        if (segment instanceof HeapSegment own && own.space == space) {
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
        if (buffer.isReadOnly() && !what.equals("source")) {
            return new IllegalArgumentException("the " + what + " is read-only", fault);
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
