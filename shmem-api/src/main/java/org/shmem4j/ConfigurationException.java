package org.shmem4j;

/** A setting cannot be used. The message lists every faulty one with its value, where that came from, and what would be right. */
public final class ConfigurationException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates one.
     *
     * @param message what failed, with which values, why, and what to do
     */
    public ConfigurationException(String message) {
        super(message);
    }

    /**
     * Creates one.
     *
     * @param message what failed, with which values, why, and what to do
     * @param cause what was behind it
     */
    public ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
