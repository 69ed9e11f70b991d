package org.shmem4j;

/** The job could not be started: its launcher, or one of its PEs, could not be found or reached. */
public final class BootstrapException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates one.
     *
     * @param message what failed, with which values, why, and what to do
     */
    public BootstrapException(String message) {
        super(message);
    }

    /**
     * Creates one.
     *
     * @param message what failed, with which values, why, and what to do
     * @param cause what was behind it
     */
    public BootstrapException(String message, Throwable cause) {
        super(message, cause);
    }
}
