package org.shmem4j.transport;

import org.shmem4j.Settings;

/** One transport, found by {@link java.util.ServiceLoader}. Stateless, and thread-safe. */
public interface TransportProvider {

    /**
     * The name, as users write it in settings.
     *
     * @return lower-case letters and digits, such as {@code shm}
     */
    String name();

    /**
     * Finds out whether the transport can work on this machine. Never throws, and opens nothing that lasts.
     *
     * @param settings the job's settings
     * @return available, or why not and what to do
     */
    Availability probe(Settings settings);

    /**
     * Opens the transport for one PE. The result is {@link State#DOWN} until {@link Transport#join} was called.
     *
     * @param host the PE that it is for
     * @return the transport; the caller closes it
     * @throws TransportException if it cannot work after all; nothing is left open then
     */
    Transport open(TransportHost host);
}
