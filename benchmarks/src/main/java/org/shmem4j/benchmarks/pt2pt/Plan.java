package org.shmem4j.benchmarks.pt2pt;

import java.util.Arrays;
import java.util.List;

/**
 * What to measure: the arguments of the Java program and of both C programs.
 *
 * @param trials how often a loop is timed
 * @param budgetMs a one-sided loop is not timed more often than fits into this, but at least {@link #MIN_TRIALS} times
 * @param sizes bytes of puts and gets; empty measures only what all PEs do together
 * @param calls barriers in one timed loop
 */
record Plan(int trials, int budgetMs, List<Long> sizes, int calls) {
    static final int MIN_TRIALS = 10;

    private static final long LOOP_BYTES = 16 << 20;
    private static final long LOOP_CALLS = 8_000;

    static Plan parse(String[] args) {
        if (args.length != 4) {
            throw new IllegalArgumentException("usage: TRIALS BUDGET_MS SIZES CALLS");
        }
        List<Long> sizes = Arrays.stream(args[2].split(",", -1))
                .map(Long::valueOf)
                .filter(bytes -> bytes > 0)
                .toList();
        return new Plan(Integer.parseInt(args[0]), Integer.parseInt(args[1]), sizes, Integer.parseInt(args[3]));
    }

    /** Iterations of a loop, so that it lasts from some microseconds to some milliseconds. The C programs have the same rule. */
    static int iterations(long bytes, int window) {
        return (int) Math.max(window > 1 ? 1 : 3, Math.min(LOOP_CALLS, LOOP_BYTES / bytes) / window);
    }

    long maxBytes() {
        return sizes.stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
