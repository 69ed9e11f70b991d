package org.shmem4j.examples.sort;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Writes this PE's part of the output, from its own position on, in large pieces. */
final class PartWriter {
    private static final long BUFFER_BYTES = 4 << 20;

    private final FileChannel output;
    private final MemorySegment buffer;
    private final long start;
    private final long length;
    private final Phases phases;
    private long position;
    private long buffered;

    PartWriter(FileChannel output, long start, long length, Phases phases, Arena arena) {
        this.output = output;
        this.buffer = arena.allocate(Math.min(BUFFER_BYTES, length));
        this.start = start;
        this.length = length;
        this.phases = phases;
        this.position = start;
    }

    void append(MemorySegment bytes, long offset, long count) throws IOException {
        if (count > buffer.byteSize() - buffered) {
            flush();
        }
        if (count > buffer.byteSize()) {
            write(bytes, offset, count);
        } else {
            MemorySegment.copy(bytes, offset, buffer, buffered, count);
            buffered += count;
        }
    }

    void flush() throws IOException {
        write(buffer, 0, buffered);
        buffered = 0;
    }

    /** Writes at once, without a copy; nothing may be buffered. */
    void write(MemorySegment bytes, long offset, long count) throws IOException {
        for (long done = 0; done < count; ) {
            ByteBuffer piece = bytes.asSlice(offset + done, Math.min(BUFFER_BYTES, count - done))
                    .asByteBuffer();
            int written = output.write(piece, position);
            done += written;
            position += written;
            phases.reached(position - start, length);
        }
    }
}
