package org.shmem4j.benchmarks.pt2pt;

/**
 * The loops that are timed, each in a method of its own, so that the JIT compiles each by its own profile, and none of
 * them into its caller, which {@code Contest} forbids. They are
 * written twice, since it makes a difference whether the JIT knows the heap to be a constant; written once and called
 * with either, they would be compiled for both.
 */
sealed interface Kernels permits LocalKernels, ConstantKernels {
    /** Puts and gets of single values walk over as many words. */
    int WORDS = 64;

    /** Puts between two quiets, for the message rate. */
    int RATE_WINDOW = 64;

    int BANDWIDTH_WINDOW = 16;

    /** Looks at the flag of the ping-pong before the core is offered to others. */
    int SPINS = 2_000;

    void putLong(int n, long bytes);

    void putLongQuiet(int n, long bytes);

    void getLong(int n, long bytes);

    void put(int n, long bytes);

    void putQuiet(int n, long bytes);

    void get(int n, long bytes);

    void putRate(int n, long bytes);

    void putBandwidth(int n, long bytes);

    /** Sends the flag to and fro; PE 0 begins. Numbers go on from {@code flag}, the last one used. */
    void pingPong(int n, long flag);

    void barrier(int n, long bytes);

    void sync(int n, long bytes);
}
