package org.shmem4j;

/** What a program is going to do with an allocation. */
public enum AllocationHint {
    /** Other PEs use it for atomic operations: {@code SHMEM_MALLOC_ATOMICS_REMOTE}. */
    ATOMICS_REMOTE,
    /** Other PEs use it for signals: {@code SHMEM_MALLOC_SIGNAL_REMOTE}. */
    SIGNAL_REMOTE
}
