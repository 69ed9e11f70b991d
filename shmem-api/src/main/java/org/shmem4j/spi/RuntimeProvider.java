package org.shmem4j.spi;

import org.shmem4j.Settings;
import org.shmem4j.Shmem;

/** Implemented by the runtime and found by {@link java.util.ServiceLoader}; applications call {@link Shmem} instead. */
public interface RuntimeProvider {

    /**
     * Joins the job that this process, or the embedded PE of this thread, belongs to.
     *
     * @param settings resolved settings
     * @return a handle of its own
     */
    Shmem init(Settings settings);

    /**
     * Whether the job that this process, or the embedded PE of this thread, belongs to has been joined and not left.
     *
     * @return whether a handle is open
     */
    boolean isInitialized();

    /**
     * Who implements the API.
     *
     * @return name and version
     */
    String implementation();

    /**
     * Runs a job as threads of this JVM and returns when all have ended.
     *
     * @param <X> what the body may throw
     * @param peCount the number of PEs, at least 1
     * @param settings resolved settings
     * @param body what each PE does
     * @throws X if a PE's body throws it
     */
    <X extends Exception> void embedded(int peCount, Settings settings, Shmem.Body<X> body) throws X;
}
