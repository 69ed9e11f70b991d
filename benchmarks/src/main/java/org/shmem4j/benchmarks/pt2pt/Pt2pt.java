package org.shmem4j.benchmarks.pt2pt;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.shmem4j.Shmem;

/**
 * Point-to-point benchmarks: PE 0 measures, PE 1 is the target and waits in a barrier meanwhile; with more than two PEs
 * there are only barrier and sync. Arguments are those of {@link Plan}. A line of output is
 * {@code impl,pes,metric,bytes,min,median,p99,trials}, in nanoseconds per call; the last one is {@code impl,pes,end}.
 *
 * <p>To be run with the JVM options of {@code Pt2ptSuite}.
 */
public final class Pt2pt {
    private static final String LOCAL = "local";
    private static final String CONSTANT = "constant";
    private static final int ROUND_TRIPS = 500;
    private static final int WARM_ROUNDS = 10;
    private static final int WARM_CALLS = 1_000;
    private static final int WARM_PUTS = 200;
    private static final int WARM_BYTES = 4 << 10;

    /** A loop, called with how often it goes round, and a size. */
    private interface Loop {
        void run(Kernels kernels, int n, long bytes);
    }

    private record Variant(String impl, Kernels kernels) {}

    private final Plan plan;
    private final Shmem shmem;
    private final List<Variant> variants;
    private long flag;

    private Pt2pt(Plan plan, Buffers buffers) {
        this.plan = plan;
        this.shmem = buffers.shmem();
        this.variants =
                List.of(new Variant(LOCAL, new LocalKernels(buffers)), new Variant(CONSTANT, new ConstantKernels()));
    }

    /**
     * Runs one PE.
     *
     * @param args TRIALS BUDGET_MS SIZES CALLS
     */
    public static void main(String[] args) {
        Plan plan = Plan.parse(args);
        try (Shmem shmem = Shmem.init();
                Arena arena = Arena.ofConfined()) {
            Buffers buffers = Buffers.allocate(shmem, arena, plan.maxBytes());
            shmem.barrier();
            ScopedValue.where(Buffers.CURRENT, buffers).run(() -> new Pt2pt(plan, buffers).run());
        }
    }

    private void run() {
        if (!plan.sizes().isEmpty()) {
            if (shmem.pe() == 0) {
                oneSided();
            }
            shmem.barrier();
            together("half_round_trip", Long.BYTES, ROUND_TRIPS, 2, (kernels, n, _) -> {
                kernels.pingPong(n, flag);
                flag += n;
            });
        }
        together("barrier", 0, plan.calls(), 1, Kernels::barrier);
        together("sync", 0, plan.calls(), 1, Kernels::sync);
        if (shmem.pe() == 0) {
            variants.forEach(variant -> System.out.println(variant.impl + "," + shmem.peCount() + ",end"));
        }
    }

    private void oneSided() {
        List<Long> single = List.of((long) Long.BYTES);
        oneSided("put_long", single, 1, Kernels::putLong);
        oneSided("put_long_quiet", single, 1, Kernels::putLongQuiet);
        oneSided("get_long", single, 1, Kernels::getLong);
        oneSided("put", plan.sizes(), 1, Kernels::put);
        oneSided("put_quiet", plan.sizes(), 1, Kernels::putQuiet);
        oneSided("get", plan.sizes(), 1, Kernels::get);
        oneSided("put_rate", single, Kernels.RATE_WINDOW, Kernels::putRate);
        oneSided("put_bandwidth", plan.sizes(), Kernels.BANDWIDTH_WINDOW, Kernels::putBandwidth);
    }

    /**
     * Warms a loop up with all its sizes in turn before the first of them is timed: compiled for one size only, it would
     * be thrown away at the next. A large size is seen, but not often, since it takes long and has nothing to gain. The
     * variants take turns at each trial, so that a change of the machine's mood meets both.
     */
    private void oneSided(String metric, List<Long> sizes, int window, Loop loop) {
        for (Variant variant : variants) {
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

    private void timeAlone(String metric, int n, long bytes, int window, Loop loop) {
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
    private void together(String metric, long bytes, int n, int scale, Loop loop) {
        for (Variant variant : variants) {
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
}
