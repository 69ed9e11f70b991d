package org.shmem4j.runtime;

/**
 * What one PE wants of a collective on the heap; all have to want the same.
 *
 * @param operation what
 * @param first its first argument
 * @param second its second argument
 * @param offset the offset that this PE found or names; -1 if it found none
 * @param fault why this PE cannot, or empty
 */
record Proposal(Operation operation, long first, long second, long offset, String fault) {

    enum Operation {
        ALLOCATE(1),
        ALLOCATE_ZEROED(2),
        REALLOCATE(3),
        FREE(4);

        /** How it is written in shared memory. */
        final long code;

        Operation(long code) {
            this.code = code;
        }

        static Operation of(long code) {
            for (Operation operation : values()) {
                if (operation.code == code) {
                    return operation;
                }
            }
            throw new IllegalArgumentException("no operation has the code " + code);
        }
    }

    /** Whether the calls were the same; a fault is no difference. */
    boolean sameCall(Proposal other) {
        return operation == other.operation
                && first == other.first
                && second == other.second
                && (offset == other.offset || offset < 0 || other.offset < 0);
    }

    /** The call as its user wrote it. */
    String call() {
        return switch (operation) {
            case ALLOCATE -> "allocate(" + first + ", " + second + ")";
            case ALLOCATE_ZEROED -> "allocateZeroed(" + first + ")";
            case REALLOCATE -> "reallocate(offset " + second + ", " + first + ")";
            case FREE -> "free(offset " + second + ")";
        };
    }
}
