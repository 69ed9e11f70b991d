package org.shmem4j.examples.sort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.util.Comparator;

/**
 * The order of lines, where equal ones are ordered by their position, so that no two are the same and equal lines can
 * be dealt out to several PEs. What is not in memory is read from the file in small blocks, and only if everything
 * before it is equal.
 */
final class LineOrder implements Comparator<Line> {
    private static final long BLOCK_BYTES = 64 << 10;

    private final FileChannel input;
    private final MemorySegment leftBlock;
    private final MemorySegment rightBlock;

    LineOrder(FileChannel input, Arena arena) {
        this.input = input;
        this.leftBlock = arena.allocate(BLOCK_BYTES);
        this.rightBlock = arena.allocate(BLOCK_BYTES);
    }

    @Override
    public int compare(Line left, Line right) {
        if (left.position() == right.position()) {
            return 0;
        }
        long common = Math.min(left.length(), right.length());
        long known =
                Math.min(common, Math.min(left.head().byteSize(), right.head().byteSize()));
        int order = LineBytes.compare(left.head(), 0, known, right.head(), 0, known);
        for (long at = known; order == 0 && at < common; at += BLOCK_BYTES) {
            long count = Math.min(BLOCK_BYTES, common - at);
            order = LineBytes.compare(
                    bytes(left, at, count, leftBlock), 0, count, bytes(right, at, count, rightBlock), 0, count);
        }
        if (order == 0) {
            order = Long.compare(left.length(), right.length());
        }
        return order == 0 ? Long.compare(left.position(), right.position()) : order;
    }

    private MemorySegment bytes(Line line, long at, long count, MemorySegment block) {
        if (at + count <= line.head().byteSize()) {
            return line.head().asSlice(at, count);
        }
        try {
            MemorySegment target = block.asSlice(0, count);
            Slice.readFully(input, line.position() + at, target);
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
