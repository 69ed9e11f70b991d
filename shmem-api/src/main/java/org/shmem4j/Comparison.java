package org.shmem4j;

/**
 * How a value in memory, on the left, is compared with one that is waited for, on the right. The plain orders take both
 * for signed, as Java does; what C calls {@code uint32_t}, {@code uint64_t} or a signal is compared by the unsigned ones.
 */
public enum Comparison {
    /** Equal. */
    EQ,
    /** Not equal. */
    NE,
    /** Greater. */
    GT,
    /** Greater or equal. */
    GE,
    /** Less. */
    LT,
    /** Less or equal. */
    LE,
    /** Greater, both unsigned. */
    GT_UNSIGNED,
    /** Greater or equal, both unsigned. */
    GE_UNSIGNED,
    /** Less, both unsigned. */
    LT_UNSIGNED,
    /** Less or equal, both unsigned. */
    LE_UNSIGNED;

    /**
     * Compares. Two values of 32 bits give the same answer, signed or not, when both are widened by their sign.
     *
     * @param left the value in memory
     * @param right the value waited for
     * @return whether it holds
     */
    public boolean holds(long left, long right) {
        return switch (this) {
            case EQ -> left == right;
            case NE -> left != right;
            case GT -> left > right;
            case GE -> left >= right;
            case LT -> left < right;
            case LE -> left <= right;
            case GT_UNSIGNED -> Long.compareUnsigned(left, right) > 0;
            case GE_UNSIGNED -> Long.compareUnsigned(left, right) >= 0;
            case LT_UNSIGNED -> Long.compareUnsigned(left, right) < 0;
            case LE_UNSIGNED -> Long.compareUnsigned(left, right) <= 0;
        };
    }
}
