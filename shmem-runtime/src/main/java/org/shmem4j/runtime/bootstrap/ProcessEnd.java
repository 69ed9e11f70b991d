package org.shmem4j.runtime.bootstrap;

import java.io.PrintStream;

/** Ends this process. A test puts something harmless in its place. */
class ProcessEnd {
    private static final long GRACE_MS = 2000;

    /** Where the user reads why. */
    PrintStream err() {
        return System.err;
    }

    /** Ends the process with its shutdown hooks, or at once if these are running already: they could wait for the caller. */
    void exit(int status) {
        if (shuttingDown()) {
            Runtime.getRuntime().halt(status);
        }
        System.exit(status);
    }

    /** Ends the process in a while without its hooks: nobody may be left who would if they hang. */
    void guard(int status) {
        Thread.ofPlatform().daemon().name("shmem4j-end").start(() -> {
            try {
                Thread.sleep(GRACE_MS);
            } catch (InterruptedException _) {
                // then now
            }
            Runtime.getRuntime().halt(status);
        });
    }

    /** Whether shutdown hooks are running. */
    boolean shuttingDown() {
        Thread probe = Thread.ofPlatform().unstarted(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException _) {
            return true;
        }
    }
}
