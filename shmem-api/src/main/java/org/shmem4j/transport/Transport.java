package org.shmem4j.transport;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One way of moving bytes, opened for one PE.
 *
 * <p><b>Order of calls.</b> {@link #card}, {@link #join} with the cards of all PEs, {@link #register} for the ranges
 * that peers will touch, {@link #connect} to the PEs that are reached this way, operations, {@link #close}.
 * {@link #register} and {@link #connect} may come again at any time until then.
 *
 * <p><b>Sleeping.</b> With {@link Capability#EVENTS} a thread calls {@link #arm}, and if that answers true waits until
 * {@link #descriptor} is readable, then calls {@link #progress}. It is woken by what arrives; by room for what was
 * answered RETRY; by an operation that another thread posts and that progress has to drive; and by the end of what the
 * transport gave to {@link TransportHost#executor}.
 *
 * <p><b>Thread safety.</b> All methods may be called from any thread, but for {@link #join} and {@link #close}, which
 * are called once each. A call never blocks on a peer.
 */
public interface Transport extends AutoCloseable {

    /**
     * The name of its provider.
     *
     * @return as {@link TransportProvider#name()}
     */
    String name();

    /**
     * The state of the transport as a whole.
     *
     * @return DOWN before {@link #join} and after {@link #close}; ERROR if no connection can work any more
     */
    State state();

    /**
     * Why the transport as a whole failed.
     *
     * @return null unless the state is ERROR
     */
    @Nullable
    TransportException cause();

    /**
     * What it can do.
     *
     * @return the same at each call
     */
    Set<Capability> capabilities();

    /**
     * What peers need to know to reach this PE. Travels only inside the job.
     *
     * @return at most 400 bytes
     */
    byte[] card();

    /**
     * Takes the cards of all PEs.
     *
     * @param cards by PE; null for a PE on which this transport is not open
     * @throws TransportException if a card cannot be understood
     */
    void join(List<byte @Nullable []> cards);

    /**
     * Tells whether a PE can be reached this way at all, from what its card says. No time is spent on a pair that
     * cannot.
     *
     * @param pe a PE, this one included
     * @return whether {@link #connect} makes sense
     */
    boolean reaches(int pe);

    /**
     * All regions that are mapped into this process, this PE's own included; needs {@link Capability#LOAD_STORE}. Valid
     * after {@link #join}, until {@link #close}; an access after that throws {@link IllegalStateException}. Only
     * registered ranges may be touched. Every region begins at an address that is a multiple of 2 MiB, so that what is
     * aligned in a region, up to that, is aligned in memory on every PE.
     *
     * @return one segment; {@link Connection#memoryOffset()} tells where each region lies in it
     */
    MemorySegment memory();

    /**
     * Makes a range of this PE's own region usable: reserves the space behind it, so that touching it cannot fail, and
     * registers it with the device. Peers may use it as soon as they know that this returned.
     *
     * @param offset bytes into the region, a multiple of the page size
     * @param length bytes, a multiple of the page size
     * @throws TransportException if there is no space, with what was asked, what is left, and what to do; nothing
     * changed then
     */
    void register(long offset, long length);

    /**
     * Gives back what {@link #register} made usable. Nobody may touch the range any more; its contents are lost.
     *
     * @param offset bytes into the region
     * @param length bytes
     */
    void release(long offset, long length);

    /**
     * Starts setting up a connection and returns at once. Peers connect to each other with the same slot. What comes to
     * nothing ends in ERROR, within a time-out of the transport by {@link TransportHost#clock}.
     *
     * @param pe the peer, which may be this PE
     * @param slot a number from 0 that tells several connections to one peer apart
     * @return a connection, which is DOWN at first unless it could be set up, or failed, on the spot
     * @throws IllegalArgumentException if a connection with this slot exists; one that failed has to be closed too
     */
    Connection connect(int pe, int slot);

    /**
     * Drives everything that can be driven without waiting: accepts, handshakes, receives, sends, completions.
     *
     * @return how much happened; 0 if nothing did
     */
    int progress();

    /**
     * A file descriptor that is readable as long as {@link #progress()} has something to do, which makes it
     * level-triggered; needs {@link Capability#EVENTS}.
     *
     * @return a descriptor of the operating system
     */
    int descriptor();

    /**
     * Prepares for one sleep on the descriptor, of one thread at a time; needs {@link Capability#EVENTS}.
     *
     * @return false if something is waiting already: call {@link #progress()} again instead of sleeping
     */
    boolean arm();

    /**
     * Closes all connections, as {@link Connection#close} does, and gives everything back. Never throws for the fault
     * of a peer.
     */
    @Override
    void close();
}
