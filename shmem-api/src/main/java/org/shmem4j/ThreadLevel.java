package org.shmem4j;

/** How threads of one PE may use the library, each level more than the one before. */
public enum ThreadLevel {
    /** There is one thread: {@code SHMEM_THREAD_SINGLE}. */
    SINGLE,
    /** Only the thread that called {@code init} uses it: {@code SHMEM_THREAD_FUNNELED}. */
    FUNNELED,
    /** One thread at a time: {@code SHMEM_THREAD_SERIALIZED}. */
    SERIALIZED,
    /** Any threads at once: {@code SHMEM_THREAD_MULTIPLE}. */
    MULTIPLE
}
