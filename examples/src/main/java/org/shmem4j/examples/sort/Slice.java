package org.shmem4j.examples.sort;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.shmem4j.Shmem;

/**
 * The lines that are this PE's to read: those that start in its share of the file's bytes. The last one may reach far
 * into the shares of the PEs that follow, which then have fewer lines or none.
 *
 * @param bytes the lines, each with its newline, and {@link LineBytes#PADDING} bytes
 * @param length bytes of lines
 * @param position where the first stands in the file
 */
record Slice(MemorySegment bytes, long length, long position) {
    private static final long READ_BYTES = 4 << 20;
    private static final long SCAN_BYTES = 64 << 10;
    private static final long NONE = -1;

    /**
     * Reads them. The file is read, not mapped: were it truncated meanwhile, a mapping would make the JVM fail on some
     * load, anywhere, while a read says so.
     */
    static Slice read(FileChannel input, long size, Shmem shmem, Collectives collectives, Phases phases, Arena arena)
            throws IOException {
        long from = shareStart(size, shmem.pe(), shmem.peCount());
        long to = shareStart(size, shmem.pe() + 1, shmem.peCount());
        long[] starts = collectives.fromAll(firstStart(input, from, to));
        long start = starts[shmem.pe()];
        long end = start == NONE ? NONE : size;
        for (int pe = shmem.peCount() - 1; pe > shmem.pe() && start != NONE; pe--) {
            end = starts[pe] == NONE ? end : starts[pe];
        }
        long length = end - start;
        MemorySegment bytes = arena.allocate(length + 1 + LineBytes.PADDING);
        for (long done = 0; done < length; ) {
            long count = Math.min(READ_BYTES, length - done);
            readFully(input, start + done, bytes.asSlice(done, count));
            done += count;
            phases.reached(done, length);
        }
        if (input.size() != size) {
            throw new IOException("changed its size from " + size + " to " + input.size() + " bytes while it was read");
        }
        if (length > 0 && bytes.get(ValueLayout.JAVA_BYTE, length - 1) != LineBytes.NEWLINE) {
            bytes.set(ValueLayout.JAVA_BYTE, length++, LineBytes.NEWLINE);
        }
        return new Slice(bytes, length, start);
    }

    private static long shareStart(long size, int pe, int peCount) {
        return size / peCount * pe + Math.min(pe, size % peCount);
    }

    /** The first position of the share at which a line starts: behind a newline, which may be the last byte before the share. */
    private static long firstStart(FileChannel input, long from, long to) throws IOException {
        if (from == 0 || from == to) {
            return to == from ? NONE : from;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(SCAN_BYTES);
            for (long at = from - 1; at < to - 1; ) {
                long count = Math.min(SCAN_BYTES, to - 1 - at);
                readFully(input, at, buffer.asSlice(0, count));
                long newline = LineBytes.newline(buffer, 0, count);
                if (newline < count) {
                    return at + newline + 1;
                }
                at += count;
            }
        }
        return NONE;
    }

    /** Fills a native buffer of less than 2 GiB from a position of the file. */
    static void readFully(FileChannel input, long position, MemorySegment target) throws IOException {
        ByteBuffer buffer = target.asByteBuffer();
        while (buffer.hasRemaining()) {
            if (input.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("became shorter while it was being sorted");
            }
        }
    }
}
