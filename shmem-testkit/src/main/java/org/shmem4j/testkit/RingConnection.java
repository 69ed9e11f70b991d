package org.shmem4j.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmem4j.testkit.Ring.Word;
import org.shmem4j.transport.Completion;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.State;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.TransportHost;

/**
 * Two rings, one each way. A frame is its payload's length, its header and its payload.
 *
 * <p><b>Thread safety.</b> This object's monitor guards what is queued to be sent. What is received, and the state,
 * belong to whoever holds the lock of the transport.
 */
final class RingConnection implements Connection {
    private static final int HEADER_BYTES = 32;
    private static final int PREFIX_BYTES = Long.BYTES + HEADER_BYTES;
    private static final int QUEUED_MAX = 64;
    private static final long CLOSE_SPINS_MAX = 1_000_000;
    private static final long CONNECT_NS_MAX = 60_000_000_000L;
    private static final MemorySegment NOTHING = MemorySegment.NULL;

    /** A frame that waits for room, or a flush that waits for the receiver. */
    private static final class Pending {
        final @Nullable MemorySegment prefix; // null: a flush
        final MemorySegment payload;
        final long payloadOffset;
        final long bytes;
        final Completion completion;
        long sent; // of prefix and payload together

        Pending(
                @Nullable MemorySegment prefix,
                MemorySegment payload,
                long payloadOffset,
                long bytes,
                Completion completion) {
            this.prefix = prefix;
            this.payload = payload;
            this.payloadOffset = payloadOffset;
            this.bytes = bytes;
            this.completion = completion;
        }
    }

    private final RingTransport transport;
    private final int pe;
    private final int slot;
    private final long number;
    private final long startNs;
    private final Ring out;
    private final Ring in;
    private final Deque<Pending> queue = new ArrayDeque<>();
    private final MemorySegment received = Arena.ofAuto().allocate(HEADER_BYTES, Long.BYTES);
    private boolean begun;
    private long payloadBytes = -1; // of the frame that is being received, or -1 between two
    private long arrived;
    private boolean direct;
    private MemorySegment target = NOTHING;
    private volatile State state = State.DOWN;
    private volatile @Nullable TransportException cause;

    RingConnection(RingTransport transport, int pe, int slot, long number, Ring out, Ring in, long startNs) {
        this.transport = transport;
        this.pe = pe;
        this.slot = slot;
        this.number = number;
        this.startNs = startNs;
        this.out = out;
        this.in = in;
        out.set(Word.START, out.get(Word.WRITTEN));
        out.set(Word.SENDER, number);
        in.set(Word.RECEIVER, number);
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int slot() {
        return slot;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public @Nullable TransportException cause() {
        return cause;
    }

    @Override
    public synchronized long load() {
        return queue.stream().mapToLong(each -> each.bytes - each.sent).sum();
    }

    @Override
    public PostStatus send(
            MemorySegment header, MemorySegment payload, long payloadOffset, long bytes, Completion completion) {
        if (header.byteSize() != HEADER_BYTES) {
            throw new IllegalArgumentException("a header of " + header.byteSize() + " bytes: expected " + HEADER_BYTES);
        }
        Objects.checkFromIndexSize(payloadOffset, bytes, payload.byteSize());
        synchronized (this) {
            if (state != State.UP || queue.size() >= QUEUED_MAX) {
                return PostStatus.RETRY;
            }
            MemorySegment prefix = MemorySegment.ofArray(new long[PREFIX_BYTES / Long.BYTES]);
            prefix.set(ValueLayout.JAVA_LONG, 0, bytes);
            MemorySegment.copy(header, 0, prefix, Long.BYTES, HEADER_BYTES);
            Pending frame = new Pending(prefix, payload, payloadOffset, PREFIX_BYTES + bytes, completion);
            if (queue.isEmpty() && pump(frame)) {
                return PostStatus.DONE;
            }
            queue.add(frame);
            return PostStatus.PENDING;
        }
    }

    @Override
    public PostStatus fence(Completion completion) {
        return state == State.UP ? PostStatus.DONE : PostStatus.RETRY; // there is one stream
    }

    @Override
    public PostStatus flush(Completion completion) {
        synchronized (this) {
            if (state != State.UP || queue.size() >= QUEUED_MAX) {
                return PostStatus.RETRY;
            }
            Pending flush = new Pending(null, NOTHING, 0, 0, completion);
            if (queue.isEmpty() && pump(flush)) {
                return PostStatus.DONE;
            }
            queue.add(flush);
            return PostStatus.PENDING;
        }
    }

    /** Stores what there is room for; answers whether all of it is done. The caller holds the monitor. */
    private boolean pump(Pending pending) {
        MemorySegment prefix = pending.prefix;
        if (prefix == null) {
            return out.get(Word.DELIVERED) >= out.get(Word.WRITTEN);
        }
        long room = out.room();
        while (room > 0 && pending.sent < pending.bytes) {
            boolean first = pending.sent < PREFIX_BYTES;
            long left = first ? PREFIX_BYTES - pending.sent : pending.bytes - pending.sent;
            long piece = Math.min(room, left);
            if (first) {
                out.write(prefix, pending.sent, piece);
            } else {
                out.write(pending.payload, pending.payloadOffset + pending.sent - PREFIX_BYTES, piece);
            }
            pending.sent += piece;
            room -= piece;
        }
        return pending.sent == pending.bytes;
    }

    /** Sends and receives what can be; the caller holds the transport's lock. Answers how much happened. */
    int progress(TransportHost host) {
        if (refresh(host.clock().nanoTime())) {
            host.stateChanged(this);
        }
        if (state != State.UP) {
            return 0;
        }
        List<Completion> completed = new ArrayList<>();
        synchronized (this) {
            while (!queue.isEmpty() && pump(queue.peekFirst())) {
                completed.add(queue.removeFirst().completion);
            }
        }
        completed.forEach(each -> each.complete(null));
        return completed.size() + receive(host);
    }

    /** Looks what the peer has done; answers whether the state changed. */
    private boolean refresh(long now) {
        if (state == State.ERROR) {
            return false;
        }
        if (Math.max(out.get(Word.RECEIVER_CLOSED), in.get(Word.SENDER_CLOSED)) >= number
                || Math.max(out.get(Word.RECEIVER), in.get(Word.SENDER)) > number) {
            fail("PE " + pe + " closed connection " + slot);
            return true;
        }
        if (state == State.DOWN && out.get(Word.RECEIVER) == number && in.get(Word.SENDER) == number) {
            if (!begun) {
                begun = true; // what an earlier connection left in the ring is not ours
                in.set(Word.READ, in.get(Word.START));
                in.set(Word.DELIVERED, in.get(Word.START));
            }
            state = State.UP;
            return true;
        }
        if (state == State.DOWN && now - startNs >= CONNECT_NS_MAX) {
            fail("PE " + pe + " has not answered connection " + slot + " within " + CONNECT_NS_MAX / 1_000_000_000
                    + " s");
            return true;
        }
        return false;
    }

    private int receive(TransportHost host) {
        int count = 0;
        for (long filled = in.filled(); state == State.UP; filled = in.filled()) {
            if (payloadBytes < 0) {
                if (filled < PREFIX_BYTES) {
                    return count;
                }
                MemorySegment length = MemorySegment.ofArray(new long[1]);
                in.read(length, 0, Long.BYTES);
                in.read(received, 0, HEADER_BYTES);
                payloadBytes = length.get(ValueLayout.JAVA_LONG, 0);
                arrived = 0;
                MemorySegment given = host.payloadTarget(this, received.asReadOnly(), payloadBytes);
                direct = given != null;
                target = given != null ? given : Arena.ofAuto().allocate(Math.max(1, payloadBytes));
                filled = in.filled();
            }
            long piece = Math.min(filled, payloadBytes - arrived);
            if (!deliver(host, piece)) {
                return count;
            }
            count++;
        }
        return count;
    }

    /** Takes a piece of the payload, and hands the frame over once it is whole, unless the sender closed meanwhile. */
    private boolean deliver(TransportHost host, long piece) {
        in.set(Word.BUSY, 1);
        try {
            if (in.getAfterStores(Word.SENDER_CLOSED) >= number) {
                return false;
            }
            in.read(target, arrived, piece);
            arrived += piece;
            if (arrived < payloadBytes) {
                return piece > 0;
            }
            MemorySegment payload =
                    direct ? target : target.asSlice(0, payloadBytes).asReadOnly();
            payloadBytes = -1;
            target = NOTHING;
            host.frame(this, received.asReadOnly(), payload);
            in.set(Word.DELIVERED, in.get(Word.READ));
            return true;
        } finally {
            in.set(Word.BUSY, 0);
        }
    }

    @Override
    public void close() {
        transport.close(this);
    }

    /** Closes for good; the caller holds the transport's lock. */
    void shut(TransportHost host) {
        out.set(Word.SENDER_CLOSED, number);
        in.set(Word.RECEIVER_CLOSED, number);
        // the peer is at most in the middle of one delivery; one that died there does not come back
        for (long spins = 0; out.getAfterStores(Word.BUSY) != 0 && spins < CLOSE_SPINS_MAX; spins++) {
            Thread.onSpinWait();
        }
        boolean changed = state != State.DOWN;
        state = State.DOWN;
        complete(new TransportException(RingTransport.NAME + ": connection " + slot + " to PE " + pe + " was closed"));
        if (changed) {
            host.stateChanged(this);
        }
    }

    private void fail(String reason) {
        TransportException failure = new TransportException(RingTransport.NAME + ": " + reason);
        cause = failure;
        state = State.ERROR;
        complete(failure);
    }

    private void complete(TransportException failure) {
        List<Pending> left;
        synchronized (this) {
            left = List.copyOf(queue);
            queue.clear();
        }
        left.forEach(each -> each.completion.complete(failure));
    }

    @Override
    public long memoryOffset() {
        throw RingTransport.unsupported("Connection.memoryOffset needs LOAD_STORE");
    }

    @Override
    public PostStatus put(long at, MemorySegment source, long sourceOffset, long length, Completion completion) {
        throw RingTransport.unsupported("Connection.put needs RMA");
    }

    @Override
    public PostStatus get(long at, MemorySegment to, long toOffset, long length, Completion completion) {
        throw RingTransport.unsupported("Connection.get needs RMA");
    }

    @Override
    public String toString() {
        return RingTransport.NAME + " connection " + slot + " to PE " + pe + " (" + state + ")";
    }
}
