package org.shmem4j;

/** How a signal is updated. Updates of one signal are atomic to one another only if all are of one kind. */
public enum SignalOp {
    /** Replaces the value: {@code SHMEM_SIGNAL_SET}. */
    SET,
    /** Adds to the value, modulo 2<sup>64</sup>: {@code SHMEM_SIGNAL_ADD}. */
    ADD
}
