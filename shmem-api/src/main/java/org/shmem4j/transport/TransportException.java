package org.shmem4j.transport;

import org.shmem4j.ShmemException;

/** A transport could not be opened or could not do what it was asked. */
public final class TransportException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates one.
     *
     * @param message the transport and, where there is one, the peer; what failed, why, and what to do
     */
    public TransportException(String message) {
        super(message);
    }

    /**
     * Creates one.
     *
     * @param message the transport and, where there is one, the peer; what failed, why, and what to do
     * @param cause what was behind it
     */
    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
