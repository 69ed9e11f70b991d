package org.shmem4j;

/**
 * Something outside the program is wrong: its settings, the machine, a path, or another PE. The message is meant for
 * the user and says what to do. A mistake of the caller is an {@link IllegalArgumentException} or
 * {@link IndexOutOfBoundsException} instead.
 */
public class ShmemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates one.
     *
     * @param message what failed, with which values, why, and what to do
     */
    public ShmemException(String message) {
        super(message);
    }

    /**
     * Creates one.
     *
     * @param message what failed, with which values, why, and what to do
     * @param cause what was behind it
     */
    public ShmemException(String message, Throwable cause) {
        super(message, cause);
    }
}
