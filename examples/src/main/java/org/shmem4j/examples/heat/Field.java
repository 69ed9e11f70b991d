package org.shmem4j.examples.heat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
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
 * <p>The rows are a PE's own, and lie in arrays; what others write, the halos, lies in the symmetric heap. There are two
 * copies of all this. A step reads one, writes the other, and they change roles. So one barrier per step is enough:
 *
 * <ul>
 *   <li>A PE takes halos only after the barrier that ended the step in which they were put; the barrier completes puts.
 *   <li>A PE that is ahead by a step puts into the other halos. Before it puts into these again it needs another
 * barrier, and to that its neighbour comes only when it has taken them.
 * </ul>
 */
final class Field {
    private static final ValueLayout.OfDouble CELL = ValueLayout.JAVA_DOUBLE;

    private final Shmem shmem;
    private final SymmetricHeap heap;
    private final int rows;
    private final int columns;
    private final Block block;
    private final long rowBytes;
    private final SymmetricSegment halos;

    /** A copy of the block with its frame; its rows are the first of the frame, those of the block, the last of the frame. */
    private double[][] now;

    private double[][] next;
    private long steps;
    private long bytesPut;
    private @Nullable SymmetricSegment published;

    private Field(Shmem shmem, int rows, int columns, SymmetricSegment halos) {
        this.shmem = shmem;
        this.heap = shmem.heap();
        this.rows = rows;
        this.columns = columns;
        this.block = Block.of(shmem.pe(), rows, shmem.peCount());
        this.rowBytes = rowBytes(columns);
        this.halos = halos;
        this.now = new double[block.count() + 2][columns + 2];
        this.next = new double[block.count() + 2][columns + 2];
    }

    /** Collective. The cells are not set yet. */
    static Field allocate(Shmem shmem, int rows, int columns) {
        return new Field(shmem, rows, columns, shmem.heap().allocate(4 * rowBytes(columns)));
    }

    /** Collective: sets all cells and borders to the start. Nothing has to be put, since every PE knows all of it. */
    void reset() {
        for (int row = 0; row < now.length; row++) {
            for (int column = 0; column < columns + 2; column++) {
                now[row][column] = Plate.start(block.first() + row - 1, column - 1, rows, columns);
            }
            System.arraycopy(now[row], 0, next[row], 0, columns + 2);
        }
        bytesPut = 0;
        shmem.barrier(); // so that all start together
    }

    /** Collective: one step of time. */
    void step() {
        int last = block.count();
        if (last > 0) {
            // The rows that others wait for come first, and travel while the others are computed.
            compute(1, 1);
            putHalo(1, block.first() - 1);
            if (last > 1) {
                compute(last, last);
            }
            putHalo(last, block.first() + last);
            compute(2, last - 1);
        }
        shmem.barrier(); // all halos have arrived
        takeHalo(0, block.first() - 1);
        takeHalo(last + 1, block.first() + last);
        double[][] swap = now;
        now = next;
        next = swap;
        steps++;
    }

    private void compute(int first, int last) {
        for (int row = first; row <= last; row++) {
            Stencil.row(now[row - 1], now[row], now[row + 1], next[row]);
        }
    }

    /** Puts a row of this block beside {@code neighbour}, a row of another PE, or the border, which wants nothing. */
    private void putHalo(int row, int neighbour) {
        if (isBorder(neighbour)) {
            return;
        }
        int pe = Block.owner(neighbour, rows, shmem.peCount());
        // Not changed until the barrier: the next step writes the other copy.
        heap.putNbi(
                halos, halo(neighbour > block.first()), MemorySegment.ofArray(next[row]), Double.BYTES, rowBytes, pe);
        bytesPut += rowBytes;
    }

    private void takeHalo(int row, int neighbour) {
        if (block.count() > 0 && !isBorder(neighbour)) {
            MemorySegment.copy(halos.local(), CELL, halo(neighbour < block.first()), next[row], 1, columns);
        }
    }

    private boolean isBorder(int row) {
        return row < 0 || row >= rows;
    }

    /** Where the row above a block, or the one below it, is put in this step. */
    private long halo(boolean above) {
        return ((steps & 1) * 2 + (above ? 0 : 1)) * rowBytes;
    }

    /** Collective: puts the block, without its frame, where others can get it. */
    void publish() {
        // The heap is symmetric: PEs with a row less, or with none, allocate as much as the others.
        SymmetricSegment cells = heap.allocate(Block.countMax(rows, shmem.peCount()) * rowBytes);
        for (int row = 0; row < block.count(); row++) {
            MemorySegment.copy(now[row + 1], 1, cells.local(), CELL, row * rowBytes, columns);
        }
        published = cells;
        shmem.barrier();
    }

    /** Gets a published row of the plate from whichever PE has it. That PE takes no part: it waits in a barrier. */
    void getRow(int row, MemorySegment destination) {
        if (published == null) {
            throw new IllegalStateException("nothing was published");
        }
        int pe = Block.owner(row, rows, shmem.peCount());
        int row0 = Block.of(pe, rows, shmem.peCount()).first();
        heap.get(destination, 0, published, (row - row0) * rowBytes, rowBytes, pe);
    }

    /** A number that every bit of every cell of this block changes. Those of all PEs add up to one that does not depend on the cut. */
    long checksum() {
        long sum = 0;
        for (int row = 0; row < block.count(); row++) {
            long index = (long) (block.first() + row) * columns;
            for (int column = 0; column < columns; column++) {
                sum += (2 * (index + column) + 1) * Double.doubleToRawLongBits(now[row + 1][column + 1]);
            }
        }
        return sum;
    }

    /** Bytes of halos that this PE put since the start. */
    long bytesPut() {
        return bytesPut;
    }

    private static long rowBytes(int columns) {
        return (long) columns * Double.BYTES;
    }
}
