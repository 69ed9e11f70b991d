package org.shmem4j.runtime;

import java.util.concurrent.locks.LockSupport;
import org.shmem4j.ShmemException;
import org.shmem4j.runtime.bootstrap.Bootstrap;

/**
 * How everything waits: spin, then yield, then park for moments. Spinning is long only where every PE can have a core
 * to itself; even there it ends, since a compiler thread of the JVM that starves behind spinners would leave them in
 * slow code for seconds. The park needs no waker, so that whoever is waited for pays nothing. Stateless, so that any
 * thread may use it.
 */
final class Backoff implements Syncer.Pause {
    private static final int SPINS_ALONE = 2_000; // 40 µs of PAUSE
    private static final int SPINS_SHARED = 10;
    private static final int YIELDS = 50;
    private static final long PARK_NS = 50_000;

    private final int spins;
    private final Bootstrap bootstrap;

    Backoff(int pesOnNode, int cores, Bootstrap bootstrap) {
        this.spins = pesOnNode <= cores ? SPINS_ALONE : SPINS_SHARED;
        this.bootstrap = bootstrap;
    }

    /**
     * Lets some time pass. Callers count their rounds from 0 and look at what they wait for between two.
     *
     * @throws ShmemException if the job is ending, so that no wait outlives it
     */
    @Override
    @SuppressWarnings("ThreadPriorityCheck") // with more PEs than cores, the one that is waited for needs this core
    public void pause(long round) {
        if (round < spins) {
            Thread.onSpinWait();
        } else if (round < spins + YIELDS) {
            Thread.yield();
        } else {
            ShmemException failure = bootstrap.failure();
            if (failure != null) {
                throw failure;
            }
            boolean interrupted = Thread.interrupted(); // with the flag set a park would return at once
            LockSupport.parkNanos(PARK_NS);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
