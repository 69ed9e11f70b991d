package org.shmem4j.runtime.bootstrap;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.shmem4j.ShmemException;

/**
 * What a launcher knows of the job, and the one place where its PEs meet before they have a transport.
 *
 * <p>A bootstrap outlives the {@code Shmem} handles of its PE: a job may be joined and left several times.
 *
 * <p><b>Thread safety.</b> One thread at a time, but for {@link #globalExit} and {@link #deleteAtExit}, which any
 * thread may call.
 */
public interface Bootstrap {

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
     * The job; known after {@link #enter()}.
     *
     * @return a name of letters, digits and hyphens, unique among the jobs of all hosts
     */
    String jobId();

    /** Tells the launcher that this PE has joined: from now on an exit without {@link #leave()} is a failure of the job. */
    void enter();

    /** Tells the launcher that this PE has left in order. */
    void leave();

    /**
     * Publishes a value. A key is used once.
     *
     * @param key letters, digits, dots and hyphens
     * @param value any bytes
     */
    void put(String key, byte[] value);

    /**
     * Waits for all PEs; what each put before, all can get afterwards. Collective.
     *
     * @throws ShmemException if the job is ending
     */
    void exchange();

    /**
     * A value that was published before the last exchange.
     *
     * @param pe who published it
     * @param key its key
     * @return the value, or null if that PE published none
     */
    byte @Nullable [] get(int pe, String key);

    /**
     * Why the job is ending. Whoever waits asks now and then. A PE that is a process is ended with its job instead, and
     * need not ask.
     *
     * @return what to throw, or null while the job goes on
     */
    default @Nullable ShmemException failure() {
        return null;
    }

    /**
     * Has something done once when {@link #failure} begins to answer a reason, by the thread that found it.
     *
     * @param action what to do; must not block
     */
    default void onFailure(Runnable action) {}

    /**
     * Has a file deleted when the job ends, however it ends.
     *
     * @param file the file, which need not exist yet
     */
    void deleteAtExit(Path file);

    /**
     * Ends the whole job. Does not return.
     *
     * @param status the status of the job, from 0 to 255
     * @param reason one line for the user, or empty
     */
    void globalExit(int status, String reason);
}
