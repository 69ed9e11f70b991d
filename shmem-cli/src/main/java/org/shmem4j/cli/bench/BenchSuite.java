package org.shmem4j.cli.bench;

import java.io.IOException;

/** A suite of benchmarks, {@code shmem bench NAME}. Found by {@link java.util.ServiceLoader} on the command's class path. */
public interface BenchSuite {
    /**
     * What users call it.
     *
     * @return one word
     */
    String name();

    /**
     * What it measures, for the help.
     *
     * @return one line
     */
    String description();

    /**
     * Runs it.
     *
     * @param request what the user asked for
     * @return the exit status of the command
     * @throws IllegalArgumentException if the request makes no sense to this suite; the message says why, in one line
     * @throws IOException if a process cannot be started, or a file not be written
     * @throws InterruptedException if the thread is interrupted
     */
    int run(BenchRequest request) throws IOException, InterruptedException;
}
