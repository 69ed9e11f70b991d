package org.shmem4j.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A path to one peer. A remote place is an offset into the peer's region.
 *
 * <p><b>Completion of an operation.</b> DONE, and a completion without failure, mean for a put and a frame that the
 * source may be reused, for a get that the data are in their destination, for a flush that everything posted before it
 * on this connection is visible at the target, or, for frames, has been delivered to the target's host.
 *
 * <p><b>Order.</b> An operation comes before another one if its posting returned before the other was posted, in one
 * thread or by a happens-before between two. Of others there is no order. A fence and a flush cover all that comes
 * before them. A get sees a put that comes before it if the transport is {@link Capability#ORDERED}, or else if a fence
 * or a flush on this connection, and its completion, lie between the two.
 *
 * <p><b>Buffers.</b> They have to be native and accessible from any thread where an answer may be PENDING, because any
 * thread may then finish the operation; the runtime copies others. The source of a frame may also be reused, before its
 * completion is called, once an answer to the frame has come from the target. A transport with {@link Capability#LOAD_STORE} never
 * answers PENDING to a put or a get, and takes any segment that the calling thread may access.
 *
 * <p><b>Thread safety.</b> All methods may be called from any thread.
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
     * The state. {@link TransportHost#stateChanged} tells of each change, maybe late.
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
     * How much has been posted on this connection and is not finished; selection between connections goes by it.
     *
     * @return bytes; maybe out of date already
     */
    long load();

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
     * @param payloadBytes the length of the payload, at most 2<sup>30</sup>
     * @param completion called once if the answer is PENDING
     * @return DONE, PENDING or RETRY
     */
    PostStatus send(
            MemorySegment header, MemorySegment payload, long payloadOffset, long payloadBytes, Completion completion);

    /**
     * Lets nothing posted later become visible at the target before what was posted earlier. Free where the transport
     * is {@link Capability#ORDERED}.
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
     * Closes this connection for good; the state is DOWN. Before this returns what is pending is completed with a
     * failure, and after it has returned nothing that was posted before becomes visible at the target any more, so that
     * it can be replayed on another path. That does not hold for what another thread posts at the same time: to replay,
     * keep others from posting first.
     *
     * <p>Operations answer RETRY from then on; one that another thread has begun when the transport is closed may throw
     * {@link IllegalStateException} instead. The peer's end becomes ERROR, unless it was closed too; where a peer takes
     * no part in operations ({@link Capability#LOAD_STORE}) it stays UP, and its memory can still be used. Closing
     * twice does nothing.
     */
    @Override
    void close();
}
