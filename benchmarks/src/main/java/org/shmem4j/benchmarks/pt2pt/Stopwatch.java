package org.shmem4j.benchmarks.pt2pt;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.shmem4j.Shmem;

/**
 * Times loops that are written twice, with the heap in a local variable and in a {@code static final}, and prints what
 * it saw: a line is {@code impl,pes,metric,bytes,min,median,p99,trials}, in nanoseconds per call; the last one is
 * {@code impl,pes,end}.
 *
 * @param <K> the class of loops
 */
final class Stopwatch<K> {
    private static final int WARM_ROUNDS = 10;
    private static final int WARM_CALLS = 1_000;
    private static final int WARM_PUTS = 200;
    private static final int WARM_BYTES = 4 << 10;

    /**
     * A loop, called with how often it goes round, and a size.
     *
     * @param <K> the class that it is a method of
     */
    interface Loop<K> {
        void run(K kernels, int n, long bytes);
    }

    private record Variant<K>(String impl, K kernels) {}

    private final Plan plan;
    private final Shmem shmem;
    private final List<Variant<K>> variants;

    Stopwatch(Plan plan, Shmem shmem, K local, K constant) {
        this.plan = plan;
        this.shmem = shmem;
        this.variants = List.of(new Variant<>("local", local), new Variant<>("constant", constant));
    }

    /**
     * Warms a loop up with all its sizes in turn before the first of them is timed: compiled for one size only, it
     * would be thrown away at the next. A large size is seen, but not often, since it takes long and has nothing to
     * gain. The variants take turns at each trial, so that a change of the machine's mood meets both.
     */
    void oneSided(String metric, List<Long> sizes, int window, Loop<K> loop) {
        for (Variant<K> variant : variants) {
            for (int call = 0; call < WARM_CALLS; call++) {
                for (long bytes : sizes) {
                    if (call % (1 + bytes / WARM_BYTES) == 0) {
                        loop.run(variant.kernels, Math.min(WARM_PUTS / window, Plan.iterations(bytes, window)), bytes);
                    }
                }
            }
        }
        for (long bytes : sizes) {
            int n = Plan.iterations(bytes, window);
            for (int call = 0; call < 2; call++) {
                variants.forEach(variant -> loop.run(variant.kernels, n, bytes));
            }
            timeAlone(metric, n, bytes, window, loop);
        }
    }

    private void timeAlone(String metric, int n, long bytes, int window, Loop<K> loop) {
        double[][] times = new double[variants.size()][plan.trials()];
        int done = 0;
        long start = System.nanoTime();
        long budgetNs = variants.size() * TimeUnit.MILLISECONDS.toNanos(plan.budgetMs());
        while (done < plan.trials() && (done < Plan.MIN_TRIALS || System.nanoTime() - start < budgetNs)) {
            for (int variant = 0; variant < times.length; variant++) {
                long begin = System.nanoTime();
                loop.run(variants.get(variant).kernels, n, bytes);
                times[variant][done] = (double) (System.nanoTime() - begin) / n / window;
            }
            done++;
        }
        report(metric, bytes, times, done);
    }

    /** A loop that all PEs run, the same number of times; PE 0 reports what it saw. */
    void together(String metric, long bytes, int n, int scale, Loop<K> loop) {
        for (Variant<K> variant : variants) {
            for (int round = 0; round < WARM_ROUNDS; round++) {
                for (int call = 0; call < 100; call++) {
                    loop.run(variant.kernels, Math.max(1, n / 25), bytes);
                }
            }
            loop.run(variant.kernels, n, bytes);
        }
        double[][] times = new double[variants.size()][plan.trials()];
        for (int trial = 0; trial < plan.trials(); trial++) {
            for (int variant = 0; variant < times.length; variant++) {
                shmem.barrier();
                long begin = System.nanoTime();
                loop.run(variants.get(variant).kernels, n, bytes);
                times[variant][trial] = (double) (System.nanoTime() - begin) / n / scale;
            }
        }
        if (shmem.pe() == 0) {
            report(metric, bytes, times, plan.trials());
        }
    }

    private void report(String metric, long bytes, double[][] times, int trials) {
        for (int variant = 0; variant < times.length; variant++) {
            double[] sorted = times[variant];
            Arrays.sort(sorted, 0, trials);
            System.out.println(String.format(
                    Locale.ROOT,
                    "%s,%d,%s,%d,%.3f,%.3f,%.3f,%d",
                    variants.get(variant).impl,
                    shmem.peCount(),
                    metric,
                    bytes,
                    sorted[0],
                    sorted[trials / 2],
                    sorted[(trials * 99 + 99) / 100 - 1],
                    trials));
        }
    }

    /** Says that all has been measured. */
    void end() {
        if (shmem.pe() == 0) {
            variants.forEach(variant -> System.out.println(variant.impl + "," + shmem.peCount() + ",end"));
        }
    }
}
