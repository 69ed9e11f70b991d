package org.shmem4j.examples.sort;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.shmem4j.HeapExhaustedException;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/**
 * Brings every PE the lines of its part: one sorted run from each PE, in a symmetric buffer that is as large as the
 * largest part. Everybody knows all lengths beforehand, so each PE can put its runs where nobody else writes, and
 * nobody has to answer.
 */
final class Exchange {
    /** Large enough for the speed of memory, small enough to be still in the cache when it is put. */
    private static final long PIECE_BYTES = 1 << 20;

    private static final long MIB = 1 << 20;

    private final Shmem shmem;
    private final SymmetricHeap heap;

    /** Bytes from each PE (row) to each PE (column). */
    private final long[] lengths;

    private final long[] bounds;

    /** Tells everybody how many bytes go to whom. Collective. */
    Exchange(Shmem shmem, Collectives collectives, long[] bounds) {
        this.shmem = shmem;
        this.heap = shmem.heap();
        this.bounds = bounds;
        long[] row = new long[shmem.peCount()];
        for (int pe = 0; pe < row.length; pe++) {
            row[pe] = bounds[pe + 1] - bounds[pe];
        }
        this.lengths = collectives.fromAll(row);
    }

    private long length(int source, int target) {
        return lengths[source * shmem.peCount() + target];
    }

    /** Where the run of a PE starts in the buffer of another; for the number behind the last, where the last run ends. */
    long runStart(int source, int target) {
        long start = 0;
        for (int pe = 0; pe < source; pe++) {
            start += length(pe, target);
        }
        return start;
    }

    /** The length of a PE's part of the output. */
    long partLength(int pe) {
        return runStart(shmem.peCount(), pe);
    }

    /** Where this PE's part starts in the output. */
    long partStart() {
        long start = 0;
        for (int pe = 0; pe < shmem.pe(); pe++) {
            start += partLength(pe);
        }
        return start;
    }

    long bytesToSelf() {
        return length(shmem.pe(), shmem.pe());
    }

    long bytesToOthers() {
        return bounds[shmem.peCount()] - bytesToSelf();
    }

    long largestPart() {
        long largest = 0;
        for (int pe = 0; pe < shmem.peCount(); pe++) {
            largest = Math.max(largest, partLength(pe));
        }
        return largest;
    }

    /** Sends all lines, and returns the buffer with what came. Collective; the caller frees it. */
    SymmetricSegment run(SortedLines lines, Phases phases) throws Fault {
        SymmetricSegment received = allocate(largestPart() + LineBytes.PADDING);
        long sent = 0;
        try (Arena arena = Arena.ofConfined()) {
            Pieces pieces = new Pieces(arena);
            for (int i = 0; i < shmem.peCount(); i++) {
                int target = (shmem.pe() + i) % shmem.peCount(); // not all to the same one at once
                long start = runStart(shmem.pe(), target);
                long length = length(shmem.pe(), target);
                for (long done = 0; done < length; ) {
                    long count = Math.min(PIECE_BYTES, length - done);
                    if (target == shmem.pe()) {
                        lines.copy(bounds[target] + done, count, received.local(), start + done);
                    } else {
                        MemorySegment piece = pieces.next();
                        lines.copy(bounds[target] + done, count, piece, 0);
                        heap.putNbi(received, start + done, piece, 0, count, target);
                    }
                    done += count;
                    sent += count;
                    phases.reached(sent, lines.byteSize());
                }
            }
            shmem.barrier(); // before the pieces go: it completes the puts
        }
        return received;
    }

    private SymmetricSegment allocate(long byteSize) throws Fault {
        try {
            return heap.allocate(byteSize);
        } catch (HeapExhaustedException e) {
            long needed = heap.usedBytes() + byteSize + MIB;
            String remedy = needed > heap.byteSize() ? ": run with --heap " + Math.ceilDiv(needed, MIB) + "m" : "";
            throw Fault.of(
                    e.getMessage() + "; sort needs " + byteSize + " bytes of heap per PE for this file" + remedy);
        }
    }

    /** Two buffers in turn: one can be filled while the other is still being put. */
    private final class Pieces {
        private final MemorySegment[] buffers;
        private long used;

        Pieces(Arena arena) {
            buffers = new MemorySegment[] {arena.allocate(PIECE_BYTES), arena.allocate(PIECE_BYTES)};
        }

        MemorySegment next() {
            if (used >= buffers.length) {
                heap.quiet();
            }
            return buffers[(int) (used++ % buffers.length)];
        }
    }
}
