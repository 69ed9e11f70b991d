package org.shmem4j;

/** Another PE ended, or cannot be reached on any path, so that the operation cannot be finished. */
public final class PeerFailedException extends ShmemException {
    private static final long serialVersionUID = 1L;

    private final int pe;

    /**
     * Creates one.
     *
     * @param pe the PE that failed
     * @param message what could not be finished, and why
     */
    public PeerFailedException(int pe, String message) {
        super(message);
        this.pe = pe;
    }

    /**
     * Creates one.
     *
     * @param pe the PE that failed
     * @param message what could not be finished, and why
     * @param cause what made that PE end
     */
    public PeerFailedException(int pe, String message, Throwable cause) {
        super(message, cause);
        this.pe = pe;
    }

    /**
     * The PE that failed.
     *
     * @return its number
     */
    public int pe() {
        return pe;
    }
}
