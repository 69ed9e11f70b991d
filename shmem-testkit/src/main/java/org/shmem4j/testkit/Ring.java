package org.shmem4j.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A stream of bytes from one PE to another, in the file of the one that receives: words that only the sender writes,
 * words that only the receiver writes, each kind in lines of its own, and the bytes. Positions count up without end.
 *
 * <p><b>Memory order.</b> Bytes are stored before {@code written} is, with release, and loaded behind an acquire of it;
 * the other way about, a receiver has loaded them before it stores {@code read} with release, and the sender overwrites
 * them behind an acquire of it. That {@code close} stops a delivery is a matter of two words that each side stores
 * before it loads the other's, with full fences between (Dekker): either the closing side sees the delivery, and waits,
 * or the delivering side sees that it is closed.
 */
record Ring(MemorySegment memory, long offset) {
    static final int BYTES = 32 << 10;
    static final long SIZE = 256 + BYTES;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    /** The words of the header. */
    enum Word {
        /** How many bytes the sender has stored. */
        WRITTEN(0),
        /** Which connection of this ring, counted from 1, the sender has begun. */
        SENDER(8),
        /** Where that one's bytes begin. */
        START(16),
        /** The last one that the sender has closed. */
        SENDER_CLOSED(24),
        /** How many bytes the receiver has loaded. */
        READ(128),
        /** Up to where frames have been delivered. */
        DELIVERED(136),
        /** Which connection the receiver has begun. */
        RECEIVER(144),
        /** The last one that the receiver has closed. */
        RECEIVER_CLOSED(152),
        /** Whether the receiver is about to deliver. */
        BUSY(160);

        private final long at;

        Word(long at) {
            this.at = at;
        }
    }

    long get(Word word) {
        return (long) WORD.getAcquire(memory, offset + word.at);
    }

    /** Stores a word with full fences round it: all of them are off the path of bytes but {@code WRITTEN} and {@code READ}. */
    void set(Word word, long value) {
        WORD.setVolatile(memory, offset + word.at, value);
    }

    /** Loads behind everything that this thread stored before. */
    long getAfterStores(Word word) {
        return (long) WORD.getVolatile(memory, offset + word.at);
    }

    /** How many bytes the sender can store now. */
    long room() {
        return BYTES - (get(Word.WRITTEN) - get(Word.READ));
    }

    /** How many bytes the receiver can load now. */
    long filled() {
        return get(Word.WRITTEN) - get(Word.READ);
    }

    /** Stores bytes for which there is room. */
    void write(MemorySegment source, long sourceOffset, long length) {
        long written = get(Word.WRITTEN);
        long first = Math.min(length, BYTES - place(written));
        MemorySegment.copy(source, sourceOffset, memory, data(written), first);
        MemorySegment.copy(source, sourceOffset + first, memory, data(written + first), length - first);
        set(Word.WRITTEN, written + length);
    }

    /** Loads bytes that are there. */
    void read(MemorySegment target, long targetOffset, long length) {
        long read = get(Word.READ);
        long first = Math.min(length, BYTES - place(read));
        MemorySegment.copy(memory, data(read), target, targetOffset, first);
        MemorySegment.copy(memory, data(read + first), target, targetOffset + first, length - first);
        set(Word.READ, read + length);
    }

    private static long place(long position) {
        return position & (BYTES - 1);
    }

    private long data(long position) {
        return offset + 256 + place(position);
    }
}
