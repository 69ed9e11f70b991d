package org.shmem4j.examples;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.shmem4j.Context;
import org.shmem4j.ContextOption;
import org.shmem4j.HeapExhaustedException;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.ThreadLevel;

/** One PE of a {@link FakeJob}. */
final class FakeShmem extends UnusedOperations implements Shmem {
    private record Put(MemorySegment source, MemorySegment target) {}

    /** Space is given out from the bottom; freeing gives it back only from the top. */
    private record Segment(FakeShmem owner, long offset, long byteSize) implements SymmetricSegment {
        @Override
        public SymmetricSegment asSlice(long from, long length) {
            Objects.checkFromIndexSize(from, length, byteSize);
            return new Segment(owner, offset + from, length);
        }

        @Override
        public MemorySegment local() {
            return owner.job.memories.get(owner.pe).asSlice(offset, byteSize);
        }
    }

    private final FakeJob job;
    private final int pe;
    private final Random random;
    private final List<Put> pending = new ArrayList<>();
    private final List<Segment> allocations = new ArrayList<>();

    FakeShmem(FakeJob job, int pe) {
        this.job = job;
        this.pe = pe;
        this.random = new Random(job.seed ^ pe);
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int peCount() {
        return job.peCount;
    }

    @Override
    public SymmetricHeap heap() {
        return this;
    }

    @Override
    public ThreadLevel threadLevel() {
        return ThreadLevel.MULTIPLE;
    }

    @Override
    public void profilingControl(int level) {}

    @Override
    public Context createContext(ContextOption... options) {
        throw new UnsupportedOperationException("createContext");
    }

    @Override
    public void barrier() {
        quiet();
        job.await();
    }

    @Override
    public void sync() {
        job.await();
    }

    @Override
    public void globalExit(int status, String reason) {
        throw job.end(pe, status, reason);
    }

    @Override
    public void deleteAtExit(Path file) {
        job.deletions.add(file);
    }

    @Override
    public void close() {
        barrier();
    }

    @Override
    public long byteSize() {
        return job.heapBytes;
    }

    @Override
    public long usedBytes() {
        Segment last = allocations.isEmpty() ? new Segment(this, 0, 0) : allocations.getLast();
        return last.offset + last.byteSize;
    }

    @Override
    public SymmetricSegment allocate(long byteSize, long byteAlignment) {
        if (byteSize == 0) {
            return new Segment(this, 0, 0);
        }
        long offset = Math.ceilDiv(usedBytes(), byteAlignment) * byteAlignment;
        if (byteSize > job.heapBytes - offset) {
            barrier();
            throw new HeapExhaustedException("no room for " + byteSize + " bytes");
        }
        Segment segment = new Segment(this, offset, byteSize);
        allocations.add(segment);
        barrier();
        return segment;
    }

    @Override
    public SymmetricSegment allocateZeroed(long byteSize) {
        SymmetricSegment segment = allocate(byteSize);
        if (byteSize > 0) {
            segment.local().fill((byte) 0);
            barrier();
        }
        return segment;
    }

    @Override
    public SymmetricSegment reallocate(SymmetricSegment segment, long byteSize) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void free(SymmetricSegment segment) {
        if (segment.byteSize() > 0) {
            barrier();
            if (!allocations.remove(segment)) {
                throw new IllegalArgumentException("not an allocation");
            }
        }
    }

    private MemorySegment at(SymmetricSegment segment, long offset, long length, int target) {
        Objects.checkFromIndexSize(offset, length, segment.byteSize());
        return job.memories.get(target).asSlice(segment.offset() + offset, length);
    }

    @Override
    public void put(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            int target) {
        byte[] copy = source.asSlice(sourceOffset, length).toArray(JAVA_BYTE);
        putNbi(destination, destinationOffset, MemorySegment.ofArray(copy), 0, length, target);
    }

    @Override
    public void putNbi(
            SymmetricSegment destination,
            long destinationOffset,
            MemorySegment source,
            long sourceOffset,
            long length,
            int target) {
        pending.add(new Put(source.asSlice(sourceOffset, length), at(destination, destinationOffset, length, target)));
    }

    @Override
    public void get(
            MemorySegment destination,
            long destinationOffset,
            SymmetricSegment source,
            long sourceOffset,
            long length,
            int target) {
        MemorySegment.copy(at(source, sourceOffset, length, target), 0, destination, destinationOffset, length);
    }

    @Override
    public void getNbi(
            MemorySegment destination,
            long destinationOffset,
            SymmetricSegment source,
            long sourceOffset,
            long length,
            int target) {
        get(destination, destinationOffset, source, sourceOffset, length, target);
    }

    @Override
    public void putByte(SymmetricSegment destination, long offset, byte value, int target) {
        put(destination, offset, MemorySegment.ofArray(new byte[] {value}), 0, Byte.BYTES, target);
    }

    @Override
    public void putShort(SymmetricSegment destination, long offset, short value, int target) {
        put(destination, offset, MemorySegment.ofArray(new short[] {value}), 0, Short.BYTES, target);
    }

    @Override
    public void putInt(SymmetricSegment destination, long offset, int value, int target) {
        put(destination, offset, MemorySegment.ofArray(new int[] {value}), 0, Integer.BYTES, target);
    }

    @Override
    public void putLong(SymmetricSegment destination, long offset, long value, int target) {
        put(destination, offset, MemorySegment.ofArray(new long[] {value}), 0, Long.BYTES, target);
    }

    @Override
    public byte getByte(SymmetricSegment source, long offset, int target) {
        return at(source, offset, Byte.BYTES, target).get(JAVA_BYTE, 0);
    }

    @Override
    public short getShort(SymmetricSegment source, long offset, int target) {
        return at(source, offset, Short.BYTES, target).get(JAVA_SHORT, 0);
    }

    @Override
    public int getInt(SymmetricSegment source, long offset, int target) {
        return at(source, offset, Integer.BYTES, target).get(JAVA_INT, 0);
    }

    @Override
    public long getLong(SymmetricSegment source, long offset, int target) {
        return at(source, offset, Long.BYTES, target).get(JAVA_LONG, 0);
    }

    @Override
    public void fence() {
        quiet();
    }

    @Override
    public void quiet() {
        Collections.shuffle(pending, random);
        pending.forEach(put -> put.target.copyFrom(put.source));
        pending.clear();
    }
}
