package org.shmem4j;

/** What an atomic operation that answers the former value does to it. */
public enum AtomicOp {
    /** Leaves it. */
    FETCH,
    /** Replaces it by the operand. */
    SWAP,
    /** Adds the operand, modulo the width. */
    ADD,
    /** Combines it with the operand by AND. */
    AND,
    /** Combines it with the operand by OR. */
    OR,
    /** Combines it with the operand by XOR. */
    XOR
}
