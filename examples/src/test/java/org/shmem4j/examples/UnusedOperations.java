package org.shmem4j.examples;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;
import org.shmem4j.AtomicOp;
import org.shmem4j.Comparison;
import org.shmem4j.SessionOption;
import org.shmem4j.SignalOp;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.WaitSet;

/** What no example calls. */
abstract class UnusedOperations implements SymmetricHeap {
    @Override
    public final void putStrided(
            SymmetricSegment destination,
            long destinationOffset,
            long destinationStride,
            MemorySegment source,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long count,
            int pe) {
        throw new UnsupportedOperationException("putStrided");
    }

    @Override
    public final void getStrided(
            MemorySegment destination,
            long destinationOffset,
            long destinationStride,
            SymmetricSegment source,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long count,
            int pe) {
        throw new UnsupportedOperationException("getStrided");
    }

    @Override
    public final int atomicFetchInt(SymmetricSegment target, long offset, int pe) {
        throw new UnsupportedOperationException("atomicFetchInt");
    }

    @Override
    public final void atomicSetInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicSetInt");
    }

    @Override
    public final int atomicSwapInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicSwapInt");
    }

    @Override
    public final int atomicCompareSwapInt(SymmetricSegment target, long offset, int expected, int value, int pe) {
        throw new UnsupportedOperationException("atomicCompareSwapInt");
    }

    @Override
    public final int atomicFetchAddInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicFetchAddInt");
    }

    @Override
    public final void atomicAddInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicAddInt");
    }

    @Override
    public final int atomicFetchAndInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicFetchAndInt");
    }

    @Override
    public final void atomicAndInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicAndInt");
    }

    @Override
    public final int atomicFetchOrInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicFetchOrInt");
    }

    @Override
    public final void atomicOrInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicOrInt");
    }

    @Override
    public final int atomicFetchXorInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicFetchXorInt");
    }

    @Override
    public final void atomicXorInt(SymmetricSegment target, long offset, int value, int pe) {
        throw new UnsupportedOperationException("atomicXorInt");
    }

    @Override
    public final void atomicIntNbi(
            MemorySegment result,
            long resultOffset,
            AtomicOp op,
            SymmetricSegment target,
            long offset,
            int value,
            int pe) {
        throw new UnsupportedOperationException("atomicIntNbi");
    }

    @Override
    public final void atomicCompareSwapIntNbi(
            MemorySegment result,
            long resultOffset,
            SymmetricSegment target,
            long offset,
            int expected,
            int value,
            int pe) {
        throw new UnsupportedOperationException("atomicCompareSwapIntNbi");
    }

    @Override
    public final long atomicFetchLong(SymmetricSegment target, long offset, int pe) {
        throw new UnsupportedOperationException("atomicFetchLong");
    }

    @Override
    public final void atomicSetLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicSetLong");
    }

    @Override
    public final long atomicSwapLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicSwapLong");
    }

    @Override
    public final long atomicCompareSwapLong(SymmetricSegment target, long offset, long expected, long value, int pe) {
        throw new UnsupportedOperationException("atomicCompareSwapLong");
    }

    @Override
    public final long atomicFetchAddLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicFetchAddLong");
    }

    @Override
    public final void atomicAddLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicAddLong");
    }

    @Override
    public final long atomicFetchAndLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicFetchAndLong");
    }

    @Override
    public final void atomicAndLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicAndLong");
    }

    @Override
    public final long atomicFetchOrLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicFetchOrLong");
    }

    @Override
    public final void atomicOrLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicOrLong");
    }

    @Override
    public final long atomicFetchXorLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicFetchXorLong");
    }

    @Override
    public final void atomicXorLong(SymmetricSegment target, long offset, long value, int pe) {
        throw new UnsupportedOperationException("atomicXorLong");
    }

    @Override
    public final void atomicLongNbi(
            MemorySegment result,
            long resultOffset,
            AtomicOp op,
            SymmetricSegment target,
            long offset,
            long value,
            int pe) {
        throw new UnsupportedOperationException("atomicLongNbi");
    }

    @Override
    public final void atomicCompareSwapLongNbi(
            MemorySegment result,
            long resultOffset,
            SymmetricSegment target,
            long offset,
            long expected,
            long value,
            int pe) {
        throw new UnsupportedOperationException("atomicCompareSwapLongNbi");
    }

    @Override
    public final void putSignal(
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
        throw new UnsupportedOperationException("putSignal");
    }

    @Override
    public final void putSignalNbi(
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
        throw new UnsupportedOperationException("putSignalNbi");
    }

    @Override
    public final void signalSet(SymmetricSegment signal, long offset, long value, int pe) {
        throw new UnsupportedOperationException("signalSet");
    }

    @Override
    public final void signalAdd(SymmetricSegment signal, long offset, long value, int pe) {
        throw new UnsupportedOperationException("signalAdd");
    }

    @Override
    public final void quiet(int[] pes) {
        throw new UnsupportedOperationException("quiet");
    }

    @Override
    public final void startSession(long operations, Set<SessionOption> options) {
        throw new UnsupportedOperationException("startSession");
    }

    @Override
    public final void stopSession() {
        throw new UnsupportedOperationException("stopSession");
    }

    @Override
    public final Optional<MemorySegment> pointer(SymmetricSegment segment, int pe) {
        throw new UnsupportedOperationException("pointer");
    }

    @Override
    public final boolean isAccessible(SymmetricSegment segment, int pe) {
        throw new UnsupportedOperationException("isAccessible");
    }

    @Override
    public final int waitUntilInt(SymmetricSegment segment, long offset, Comparison comparison, int value) {
        throw new UnsupportedOperationException("waitUntilInt");
    }

    @Override
    public final boolean testInt(SymmetricSegment segment, long offset, Comparison comparison, int value) {
        throw new UnsupportedOperationException("testInt");
    }

    @Override
    public final WaitSet waitSetOfInts(SymmetricSegment segment, long offset, int count) {
        throw new UnsupportedOperationException("waitSetOfInts");
    }

    @Override
    public final long waitUntilLong(SymmetricSegment segment, long offset, Comparison comparison, long value) {
        throw new UnsupportedOperationException("waitUntilLong");
    }

    @Override
    public final boolean testLong(SymmetricSegment segment, long offset, Comparison comparison, long value) {
        throw new UnsupportedOperationException("testLong");
    }

    @Override
    public final WaitSet waitSetOfLongs(SymmetricSegment segment, long offset, int count) {
        throw new UnsupportedOperationException("waitSetOfLongs");
    }

    @Override
    public final long signalFetch(SymmetricSegment signal, long offset) {
        throw new UnsupportedOperationException("signalFetch");
    }
}
