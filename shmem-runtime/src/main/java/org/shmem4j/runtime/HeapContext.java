package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmem4j.AtomicOp;
import org.shmem4j.Context;
import org.shmem4j.ContextOption;
import org.shmem4j.SessionOption;
import org.shmem4j.SignalOp;
import org.shmem4j.SymmetricSegment;

/**
 * A context of its own. Loads and stores are complete when they are made, and a fence concerns all that its thread
 * stored, so that contexts differ in nothing but who may use them and until when.
 */
final class HeapContext implements Context {
    private final @Nullable Thread owner; // the only thread that may use it, or null

    // order: none; a thread that uses a context while another closes it is wrong, and what it does is still checked
    private @Nullable HeapPath path;

    HeapContext(HeapPath path, Set<ContextOption> options) {
        this.path = path;
        this.owner = options.contains(ContextOption.PRIVATE) ? Thread.currentThread() : null;
    }

    @Override
    public void close() {
        checkOwner();
        HeapPath open = path;
        if (open != null) {
            open.quiet();
            path = null;
        }
    }

    private HeapPath open() {
        checkOwner();
        HeapPath open = path;
        if (open == null) {
            throw new IllegalStateException("this context was closed");
        }
        return open;
    }

    private void checkOwner() {
        if (owner != null && owner != Thread.currentThread()) {
            throw new IllegalStateException("a private context belongs to the thread that created it, " + owner
                    + "; this is " + Thread.currentThread());
        }
    }

    @Override
    public void put(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            int pe) {
        open().put(destination, destinationOffset, source, sourceOffset, length, pe);
    }

    @Override
    public void get(
            MemorySegment destination,
            long destinationOffset,
            SymmetricSegment source,
            long sourceOffset,
            long length,
            int pe) {
        open().get(destination, destinationOffset, source, sourceOffset, length, pe);
    }

    @Override
    public void putNbi(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            int pe) {
        open().putNbi(destination, destinationOffset, source, sourceOffset, length, pe);
    }

    @Override
    public void getNbi(
            MemorySegment destination,
            long destinationOffset,
            SymmetricSegment source,
            long sourceOffset,
            long length,
            int pe) {
        open().getNbi(destination, destinationOffset, source, sourceOffset, length, pe);
    }

    @Override
    public void putByte(SymmetricSegment destination, long offset, byte value, int pe) {
        open().putByte(destination, offset, value, pe);
    }

    @Override
    public void putShort(SymmetricSegment destination, long offset, short value, int pe) {
        open().putShort(destination, offset, value, pe);
    }

    @Override
    public void putInt(SymmetricSegment destination, long offset, int value, int pe) {
        open().putInt(destination, offset, value, pe);
    }

    @Override
    public void putLong(SymmetricSegment destination, long offset, long value, int pe) {
        open().putLong(destination, offset, value, pe);
    }

    @Override
    public byte getByte(SymmetricSegment source, long offset, int pe) {
        return open().getByte(source, offset, pe);
    }

    @Override
    public short getShort(SymmetricSegment source, long offset, int pe) {
        return open().getShort(source, offset, pe);
    }

    @Override
    public int getInt(SymmetricSegment source, long offset, int pe) {
        return open().getInt(source, offset, pe);
    }

    @Override
    public long getLong(SymmetricSegment source, long offset, int pe) {
        return open().getLong(source, offset, pe);
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
        open().putStrided(
                        destination,
                        destinationOffset,
                        destinationStride,
                        source,
                        sourceOffset,
                        sourceStride,
                        blockBytes,
                        count,
                        pe);
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
        open().getStrided(
                        destination,
                        destinationOffset,
                        destinationStride,
                        source,
                        sourceOffset,
                        sourceStride,
                        blockBytes,
                        count,
                        pe);
    }

    @Override
    public int atomicFetchInt(SymmetricSegment target, long offset, int pe) {
        return open().atomicFetchInt(target, offset, pe);
    }

    @Override
    public void atomicSetInt(SymmetricSegment target, long offset, int value, int pe) {
        open().atomicSetInt(target, offset, value, pe);
    }

    @Override
    public int atomicSwapInt(SymmetricSegment target, long offset, int value, int pe) {
        return open().atomicSwapInt(target, offset, value, pe);
    }

    @Override
    public int atomicCompareSwapInt(SymmetricSegment target, long offset, int expected, int value, int pe) {
        return open().atomicCompareSwapInt(target, offset, expected, value, pe);
    }

    @Override
    public int atomicFetchAddInt(SymmetricSegment target, long offset, int value, int pe) {
        return open().atomicFetchAddInt(target, offset, value, pe);
    }

    @Override
    public void atomicAddInt(SymmetricSegment target, long offset, int value, int pe) {
        open().atomicAddInt(target, offset, value, pe);
    }

    @Override
    public int atomicFetchAndInt(SymmetricSegment target, long offset, int value, int pe) {
        return open().atomicFetchAndInt(target, offset, value, pe);
    }

    @Override
    public void atomicAndInt(SymmetricSegment target, long offset, int value, int pe) {
        open().atomicAndInt(target, offset, value, pe);
    }

    @Override
    public int atomicFetchOrInt(SymmetricSegment target, long offset, int value, int pe) {
        return open().atomicFetchOrInt(target, offset, value, pe);
    }

    @Override
    public void atomicOrInt(SymmetricSegment target, long offset, int value, int pe) {
        open().atomicOrInt(target, offset, value, pe);
    }

    @Override
    public int atomicFetchXorInt(SymmetricSegment target, long offset, int value, int pe) {
        return open().atomicFetchXorInt(target, offset, value, pe);
    }

    @Override
    public void atomicXorInt(SymmetricSegment target, long offset, int value, int pe) {
        open().atomicXorInt(target, offset, value, pe);
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
        open().atomicIntNbi(result, resultOffset, op, target, offset, value, pe);
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
        open().atomicCompareSwapIntNbi(result, resultOffset, target, offset, expected, value, pe);
    }

    @Override
    public long atomicFetchLong(SymmetricSegment target, long offset, int pe) {
        return open().atomicFetchLong(target, offset, pe);
    }

    @Override
    public void atomicSetLong(SymmetricSegment target, long offset, long value, int pe) {
        open().atomicSetLong(target, offset, value, pe);
    }

    @Override
    public long atomicSwapLong(SymmetricSegment target, long offset, long value, int pe) {
        return open().atomicSwapLong(target, offset, value, pe);
    }

    @Override
    public long atomicCompareSwapLong(SymmetricSegment target, long offset, long expected, long value, int pe) {
        return open().atomicCompareSwapLong(target, offset, expected, value, pe);
    }

    @Override
    public long atomicFetchAddLong(SymmetricSegment target, long offset, long value, int pe) {
        return open().atomicFetchAddLong(target, offset, value, pe);
    }

    @Override
    public void atomicAddLong(SymmetricSegment target, long offset, long value, int pe) {
        open().atomicAddLong(target, offset, value, pe);
    }

    @Override
    public long atomicFetchAndLong(SymmetricSegment target, long offset, long value, int pe) {
        return open().atomicFetchAndLong(target, offset, value, pe);
    }

    @Override
    public void atomicAndLong(SymmetricSegment target, long offset, long value, int pe) {
        open().atomicAndLong(target, offset, value, pe);
    }

    @Override
    public long atomicFetchOrLong(SymmetricSegment target, long offset, long value, int pe) {
        return open().atomicFetchOrLong(target, offset, value, pe);
    }

    @Override
    public void atomicOrLong(SymmetricSegment target, long offset, long value, int pe) {
        open().atomicOrLong(target, offset, value, pe);
    }

    @Override
    public long atomicFetchXorLong(SymmetricSegment target, long offset, long value, int pe) {
        return open().atomicFetchXorLong(target, offset, value, pe);
    }

    @Override
    public void atomicXorLong(SymmetricSegment target, long offset, long value, int pe) {
        open().atomicXorLong(target, offset, value, pe);
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
        open().atomicLongNbi(result, resultOffset, op, target, offset, value, pe);
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
        open().atomicCompareSwapLongNbi(result, resultOffset, target, offset, expected, value, pe);
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
        open().putSignal(
                        destination,
                        destinationOffset,
                        source,
                        sourceOffset,
                        length,
                        signal,
                        signalOffset,
                        op,
                        value,
                        pe);
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
        open().putSignalNbi(
                        destination,
                        destinationOffset,
                        source,
                        sourceOffset,
                        length,
                        signal,
                        signalOffset,
                        op,
                        value,
                        pe);
    }

    @Override
    public void signalSet(SymmetricSegment signal, long offset, long value, int pe) {
        open().signalSet(signal, offset, value, pe);
    }

    @Override
    public void signalAdd(SymmetricSegment signal, long offset, long value, int pe) {
        open().signalAdd(signal, offset, value, pe);
    }

    @Override
    public void fence() {
        open().fence();
    }

    @Override
    public void quiet() {
        open().quiet();
    }

    @Override
    public void quiet(int[] pes) {
        open().quiet(pes);
    }

    @Override
    public void startSession(long operations, Set<SessionOption> options) {
        open().startSession(operations, options);
    }

    @Override
    public void stopSession() {
        open().stopSession();
    }

    @Override
    public String toString() {
        return path == null ? "Context[closed]" : "Context[" + path + "]";
    }
}
