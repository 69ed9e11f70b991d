package org.shmem4j.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A path to one peer. A remote place is an offset into the peer's region.
 *
 * <p><b>Completion of an operation.</b> DONE, and a completion without failure, mean for a put and a frame that the source may be
 * reused, for a get that the data are in their destination, for a flush that everything posted before it on this connection is
 * visible at the target, or, for frames, has been delivered to the target's host.
 *
 * <p><b>Thread safety.</b> All methods may be called from any thread. Two operations are ordered only if one thread posted both.
 */
public interface Connection extends AutoCloseable {

    /**
     * The peer.
     *
     * @return its number
     */
    int pe();

    /**
     * Which of the connections to the peer this is.
     *
     * @return from 0
     */
    int slot();

    /**
     * The state. It changes only as {@link TransportHost#stateChanged} tells.
     *
     * @return UP if operations can be posted
     */
    State state();

    /**
     * Why the connection failed.
     *
     * @return null unless the state is ERROR
     */
    @Nullable
    TransportException cause();

    /**
     * Where the peer's region lies in {@link Transport#memory()}; needs {@link Capability#LOAD_STORE}.
     *
     * @return bytes, or -1 while the connection is not UP
     */
    long memoryOffset();

    /**
     * Writes to the peer's region; needs {@link Capability#RMA}.
     *
     * @param offset where, in bytes into the peer's region
     * @param source what to write; alive and unchanged until completion
     * @param sourceOffset bytes into the source
     * @param length bytes
     * @param completion called once if the answer is PENDING
     * @return DONE, PENDING or RETRY
     */
    PostStatus put(long offset, MemorySegment source, long sourceOffset, long length, Completion completion);

    /**
     * Reads from the peer's region; needs {@link Capability#RMA}.
     *
     * @param offset where, in bytes into the peer's region
     * @param destination where to put it; alive until completion
     * @param destinationOffset bytes into the destination
     * @param length bytes
     * @param completion called once if the answer is PENDING
     * @return DONE, PENDING or RETRY
     */
    PostStatus get(long offset, MemorySegment destination, long destinationOffset, long length, Completion completion);

    /**
     * Sends a frame to the target's host; needs {@link Capability#FRAMES}. Header and payload arrive as one.
     *
     * @param header a header of 32 bytes; copied before this returns
     * @param payload the payload; alive and unchanged until completion
     * @param payloadOffset bytes into the payload's segment
     * @param payloadBytes the length of the payload
     * @param completion called once if the answer is PENDING
     * @return DONE, PENDING or RETRY
     */
    PostStatus send(
            MemorySegment header, MemorySegment payload, long payloadOffset, long payloadBytes, Completion completion);

    /**
     * Lets nothing posted later become visible at the target before what was posted earlier. Free where the transport is
     * {@link Capability#ORDERED}.
     *
     * @param completion called once if the answer is PENDING; until then nothing may be posted
     * @return DONE, PENDING or RETRY
     */
    PostStatus fence(Completion completion);

    /**
     * Waits for everything posted earlier on this connection.
     *
     * @param completion called once if the answer is PENDING
     * @return DONE, PENDING or RETRY
     */
    PostStatus flush(Completion completion);

    /**
     * Closes this connection. What is pending on it fails; the state is DOWN. Closing twice does nothing.
     */
    @Override
    void close();
}
