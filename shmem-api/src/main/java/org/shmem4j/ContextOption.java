package org.shmem4j;

/** What a program promises of its use of a context. */
public enum ContextOption {
    /** One thread at a time uses it: {@code SHMEM_CTX_SERIALIZED}. */
    SERIALIZED,
    /** Only the thread that creates it uses it, which is checked: {@code SHMEM_CTX_PRIVATE}. */
    PRIVATE,
    /**
     * {@code fence} and {@code quiet} on it need not order plain stores of this PE to memory that other PEs read:
     * {@code SHMEM_CTX_NOSTORE}.
     */
    NOSTORE
}
