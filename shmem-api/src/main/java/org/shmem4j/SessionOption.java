package org.shmem4j;

/** What a program knows of the operations of a session. */
public enum SessionOption {
    /** Many small operations follow, so that it pays to collect them: {@code SHMEM_CTX_SESSION_BATCH}. */
    BATCH
}
