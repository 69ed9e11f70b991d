package org.shmem4j.benchmarks.pt2pt;

/** The loops of {@link Atomics} that are timed, written twice for the reasons that {@link Kernels} gives. */
sealed interface AtomicKernels permits LocalAtomicKernels, ConstantAtomicKernels {
    /** Adds between two quiets. */
    int ADD_WINDOW = 64;

    /** Whose word all PEs add to. */
    int OWNER = 1;

    /** Where that word is: in a line that no other loop uses. */
    long CONTENDED = 1024;

    void fetchAddLong(int n);

    /** Each compares with what the last one left behind, so all succeed. */
    void compareSwapLong(int n);

    void addLong(int n);

    void fetchLong(int n);

    void swapLong(int n);

    void fetchAddInt(int n);

    void contendedFetchAdd(int n);
}
