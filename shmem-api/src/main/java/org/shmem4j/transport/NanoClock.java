package org.shmem4j.transport;

/** A monotonic clock; injected, so that simulated time can stand in for it. */
@FunctionalInterface
public interface NanoClock {

    /** The clock of this machine. */
    NanoClock SYSTEM = System::nanoTime;

    /**
     * The time.
     *
     * @return nanoseconds since an arbitrary moment; only differences mean something
     */
    long nanoTime();
}
