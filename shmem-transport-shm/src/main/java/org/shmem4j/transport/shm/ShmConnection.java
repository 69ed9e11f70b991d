package org.shmem4j.transport.shm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.Completion;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.State;
import org.shmem4j.transport.TransportException;

/** A peer's mapped region. Operations are finished when they return. */
final class ShmConnection implements Connection {
    private final ShmTransport transport;
    private final int pe;
    private final int slot;
    private final MemorySegment memory;
    private final long base;
    private final long regionBytes;
    private final long startNs;

    /** Written under the transport's lock, after {@link #cause}. */
    private volatile State state = State.DOWN;

    private @Nullable TransportException cause;

    /**
     * @param memory the whole window
     * @param base where the peer's region begins in it
     * @param startNs when it was asked for
     */
    ShmConnection(
            ShmTransport transport, int pe, int slot, MemorySegment memory, long base, long regionBytes, long startNs) {
        this.transport = transport;
        this.pe = pe;
        this.slot = slot;
        this.memory = memory;
        this.base = base;
        this.regionBytes = regionBytes;
        this.startNs = startNs;
    }

    long startNs() {
        return startNs;
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
        return state == State.ERROR ? cause : null;
    }

    @Override
    public long load() {
        return 0;
    }

    @Override
    public long memoryOffset() {
        return state == State.UP ? base : -1;
    }

    @Override
    public PostStatus put(long offset, MemorySegment source, long sourceOffset, long length, Completion completion) {
        Objects.checkFromIndexSize(offset, length, regionBytes);
        if (state != State.UP) {
            return PostStatus.RETRY;
        }
        // release: puts become visible in the order of posting on every processor;
        // partner: the target's acquire load of a word of this put, or the acquire fence in get
        VarHandle.releaseFence();
        MemorySegment.copy(source, sourceOffset, memory, base + offset, length);
        return PostStatus.DONE;
    }

    @Override
    public PostStatus get(
            long offset, MemorySegment destination, long destinationOffset, long length, Completion completion) {
        Objects.checkFromIndexSize(offset, length, regionBytes);
        if (state != State.UP) {
            return PostStatus.RETRY;
        }
        MemorySegment.copy(memory, base + offset, destination, destinationOffset, length);
        // acquire: a later get sees what came before what this one saw; partner: the release fence in put
        VarHandle.acquireFence();
        return PostStatus.DONE;
    }

    @Override
    public PostStatus send(
            MemorySegment header, MemorySegment payload, long payloadOffset, long payloadBytes, Completion completion) {
        throw new UnsupportedOperationException(
                "shm: Connection.send needs FRAMES, which this transport does not have");
    }

    @Override
    public PostStatus fence(Completion completion) {
        if (state != State.UP) {
            return PostStatus.RETRY;
        }
        // release: stores before become visible before stores after, those that go through memory() included;
        // partner: the acquire load of a later word by whoever waits at the target
        VarHandle.releaseFence();
        return PostStatus.DONE;
    }

    @Override
    public PostStatus flush(Completion completion) {
        if (state != State.UP) {
            return PostStatus.RETRY;
        }
        // full: a store is globally visible before a later load is made, so that of two PEs that each put, flush and
        // then get the other's word at least one sees the other's value; partner: this fence at the other PE
        VarHandle.fullFence();
        return PostStatus.DONE;
    }

    @Override
    public void close() {
        transport.close(this);
    }

    /** Takes over the state of the peer; answers whether that was a change. The caller holds the transport's lock. */
    boolean become(State next, @Nullable TransportException why) {
        if (state == next) {
            return false;
        }
        cause = why;
        state = next;
        return true;
    }

    @Override
    public String toString() {
        return "shm connection " + slot + " to PE " + pe + " (" + state + ")";
    }
}
