package org.shmem4j.examples.heat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/**
 * The plate, cut into blocks of rows, one per PE. Around its block a PE has a frame one cell wide: left and right the
 * border of the plate; above and below the border of the plate too, or a <i>halo</i>, the copy of a row of the
 * neighbour, which that PE puts there.
 *
 * <pre>
 *   PE 0  border            PE 1  halo    &lt;-- last row of PE 0
 *         first row               first row
 *         ...                     ...
 *         last row                last row
 *         halo   &lt;-- first row    border
 *                    of PE 1
 * </pre>
 *
 * <p>There are two copies of all this. A step reads one, writes the other, and they change roles. So one barrier per
 * step is enough:
 *
 * <ul>
 *   <li>A PE reads halos only after the barrier that ended the step in which they were put; the barrier completes puts.
 *   <li>A PE that is ahead by a step puts into the copy that its neighbour has just read. It is ahead only because the
 * neighbour has come to the barrier, and so has read all that it wanted from that copy.
 * </ul>
 */
final class Field {
    private static final ValueLayout.OfDouble CELL = ValueLayout.JAVA_DOUBLE;

    private final Shmem shmem;
    private final SymmetricHeap heap;
    private final int rows;
    private final int columns;
    private final Block block;

    /** From a row to the next, in bytes. */
    private final long stride;

    private SymmetricSegment now;
    private SymmetricSegment next;
    private long bytesPut;

    private Field(Shmem shmem, int rows, int columns, SymmetricSegment now, SymmetricSegment next) {
        this.shmem = shmem;
        this.heap = shmem.heap();
        this.rows = rows;
        this.columns = columns;
        this.block = Block.of(shmem.pe(), rows, shmem.peCount());
        this.stride = stride(columns);
        this.now = now;
        this.next = next;
    }

    /** Collective. The cells are not set yet. */
    static Field allocate(Shmem shmem, int rows, int columns) {
        // The heap is symmetric: PEs with a row less, or with none, allocate as much as the others.
        long bytes = (Block.countMax(rows, shmem.peCount()) + 2) * stride(columns);
        return new Field(
                shmem, rows, columns, shmem.heap().allocate(bytes), shmem.heap().allocate(bytes));
    }

    /** Collective: sets all cells and borders to the start. Nothing has to be put, since every PE knows all of it. */
    void reset() {
        MemorySegment cells = now.local();
        for (int row = -1; row <= block.count(); row++) {
            for (int column = -1; column <= columns; column++) {
                cells.set(CELL, at(row, column), Plate.start(block.first() + row, column, rows, columns));
            }
        }
        next.local().copyFrom(cells);
        bytesPut = 0;
        shmem.barrier(); // before that, a neighbour's put would be overwritten
    }

    /** Collective: one step of time. */
    void step() {
        MemorySegment from = now.local();
        MemorySegment to = next.local();
        int last = block.count() - 1;
        if (last >= 0) {
            // The rows that others wait for come first, and travel while the others are computed.
            Stencil.rows(from, to, at(0, 0), 1, columns, stride);
            putHalo(to, 0, block.first() - 1);
            if (last > 0) {
                Stencil.rows(from, to, at(last, 0), 1, columns, stride);
            }
            putHalo(to, last, block.first() + block.count());
            Stencil.rows(from, to, at(1, 0), last - 1, columns, stride);
        }
        shmem.barrier(); // all halos have arrived, and nobody reads the old cells any more
        SymmetricSegment swap = now;
        now = next;
        next = swap;
    }

    /** Puts a row of this block beside {@code neighbour}, a row of another PE, or the border, which wants nothing. */
    private void putHalo(MemorySegment to, int row, int neighbour) {
        if (neighbour < 0 || neighbour >= rows) {
            return;
        }
        int pe = Block.owner(neighbour, rows, shmem.peCount());
        int row0 = Block.of(pe, rows, shmem.peCount()).first();
        long bytes = (long) columns * Double.BYTES;
        // Not changed until the barrier: the next step writes the other copy.
        heap.putNbi(next, at(block.first() + row - row0, 0), to, at(row, 0), bytes, pe);
        bytesPut += bytes;
    }

    /** Gets a row of the plate, without its border, from whichever PE has it. That PE takes no part: it waits in a barrier. */
    void getRow(int row, MemorySegment destination) {
        int pe = Block.owner(row, rows, shmem.peCount());
        int row0 = Block.of(pe, rows, shmem.peCount()).first();
        heap.get(destination, 0, now, at(row - row0, 0), (long) columns * Double.BYTES, pe);
    }

    /** A number that every bit of every cell of this block changes. Those of all PEs add up to one that does not depend on the cut. */
    long checksum() {
        MemorySegment cells = now.local();
        long sum = 0;
        for (int row = 0; row < block.count(); row++) {
            long index = (long) (block.first() + row) * columns;
            for (int column = 0; column < columns; column++) {
                sum += (2 * (index + column) + 1) * cells.get(ValueLayout.JAVA_LONG, at(row, column));
            }
        }
        return sum;
    }

    /** Bytes of halos that this PE put since the start. */
    long bytesPut() {
        return bytesPut;
    }

    private long at(int row, int column) {
        return (row + 1) * stride + (column + 1L) * Double.BYTES;
    }

    private static long stride(int columns) {
        return (columns + 2L) * Double.BYTES;
    }
}
