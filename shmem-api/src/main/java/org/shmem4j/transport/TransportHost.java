package org.shmem4j.transport;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Settings;

/**
 * The PE that a transport works for; implemented by the runtime.
 *
 * <p><b>Call-backs.</b> {@link #stateChanged}, {@link #payloadTarget}, {@link #frame} and {@link Completion#complete}
 * are called from inside {@link Transport#progress()}, connect and close. Those of one transport never overlap. They
 * must not block. They may post operations, but must not call progress, connect or close.
 */
public interface TransportHost {

    /**
     * This PE.
     *
     * @return its number
     */
    int pe();

    /**
     * The number of PEs.
     *
     * @return at least 1
     */
    int peCount();

    /**
     * The job.
     *
     * @return a name of letters, digits and hyphens, unique among the jobs of all hosts, at most 64 characters
     */
    String jobId();

    /**
     * The size of every PE's region.
     *
     * @return bytes, a multiple of the page size
     */
    long regionBytes();

    /**
     * The region of this PE. A transport with {@link Capability#LOAD_STORE} makes it, and never asks; others may ask
     * from {@link Transport#register} and {@link Transport#connect} on. Only registered ranges may be touched.
     *
     * @return native memory of {@link #regionBytes()} that any thread may access, alive until the transport is closed
     */
    MemorySegment region();

    /**
     * The job's settings.
     *
     * @return all of them
     */
    Settings settings();

    /**
     * The clock to use for every time-out.
     *
     * @return the clock
     */
    NanoClock clock();

    /**
     * Runs what may block, such as a name look-up, apart from the threads that communicate.
     *
     * @return the executor
     */
    Executor executor();

    /**
     * Has a file deleted when the job ends, however it ends. Call it before the file is made.
     *
     * @param file the file
     */
    void deleteAtExit(Path file);

    /**
     * Tells that {@link Connection#state()} changed. It may come from inside {@link Transport#connect}, before that has
     * returned the connection, and comes too when a connection or its transport is closed. It may come late, and when
     * the state has changed once more: read it.
     *
     * @param connection the connection
     */
    void stateChanged(Connection connection);

    /**
     * Asks where the payload of an arriving frame belongs, before it is received, so that it need not be copied. If the
     * connection fails meanwhile no frame follows, and a part of the payload may be there.
     *
     * @param connection where it arrives
     * @param header the frame's header; valid during this call
     * @param payloadBytes the length of the payload, at most 2<sup>30</sup>
     * @return exactly that many bytes of native memory that any thread may access, or null to get the payload in a
     * buffer of the transport
     */
    @Nullable
    MemorySegment payloadTarget(Connection connection, MemorySegment header, long payloadBytes);

    /**
     * Delivers a frame. Frames of one connection arrive in the order in which they were sent, each once.
     *
     * @param connection where it arrived
     * @param header the frame's header; valid during this call
     * @param payload the payload, in the place that {@link #payloadTarget} gave or else valid during this call
     */
    void frame(Connection connection, MemorySegment header, MemorySegment payload);
}
