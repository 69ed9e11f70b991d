package org.shmem4j;

/** A PE of an embedded job called {@link Shmem#globalExit(int)}; where PEs are processes, these end instead. */
public final class GlobalExitException extends ShmemException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;

    /**
     * Creates one.
     *
     * @param pe the PE that called
     * @param status the status that it gave
     * @param reason the reason that it gave, or empty
     */
    public GlobalExitException(int pe, int status, String reason) {
        super("PE " + pe + " ended the job with status " + status + (reason.isEmpty() ? "" : ": " + reason));
        this.status = status;
        this.reason = reason;
    }

    /**
     * The status of the job.
     *
     * @return from 0 to 255
     */
    public int status() {
        return status;
    }

    /**
     * The reason that was given.
     *
     * @return one line, or empty
     */
    public String reason() {
        return reason;
    }
}
