package org.shmem4j;

/** An allocation found no room, in the symmetric heap or in the memory below it. Nothing was allocated on any PE. */
public final class HeapExhaustedException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates one.
     *
     * @param message what failed, with which values, why, and what to do
     */
    public HeapExhaustedException(String message) {
        super(message);
    }

    /**
     * Creates one.
     *
     * @param message what failed, with which values, why, and what to do
     * @param cause what was behind it
     */
    public HeapExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
