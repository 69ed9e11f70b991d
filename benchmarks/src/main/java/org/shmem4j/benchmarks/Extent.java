package org.shmem4j.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * How much is measured.
 *
 * @param rounds how often each program runs, at most
 * @param limit no round begins that would end after this, as far as the ones before tell
 * @param trials how often a program times a loop
 * @param budgetMs how long it does so
 * @param sizes bytes of puts and gets
 */
record Extent(int rounds, Duration limit, int trials, int budgetMs, List<Long> sizes) {
    static final Extent FULL = new Extent(
            5,
            Duration.ofHours(1),
            200,
            100,
            LongStream.rangeClosed(0, 24).map(i -> 1L << i).boxed().toList());

    static final Extent QUICK = new Extent(
            3,
            Duration.ofSeconds(50),
            60,
            15,
            List.of(1L, 8L, 64L, 1L << 10, 4L << 10, 64L << 10, 1L << 20, 16L << 20));

    private static final int CALLS = 500;
    private static final int CALLS_CROWDED = 20; // with fewer cores than PEs, a barrier takes microseconds

    /** As much of operations that work on single words only. */
    Extent words() {
        return new Extent(rounds, limit, trials, budgetMs, List.of((long) Long.BYTES));
    }

    /** The arguments that all programs take; above two PEs there is only what all do together. */
    List<String> arguments(int pes) {
        boolean crowded = pes > Runtime.getRuntime().availableProcessors();
        return List.of(
                Integer.toString(trials),
                Integer.toString(budgetMs),
                pes == 2 ? sizes.stream().map(String::valueOf).collect(Collectors.joining(",")) : "0",
                Integer.toString(crowded ? CALLS_CROWDED : CALLS));
    }
}
