package org.shmem4j.benchmarks.pt2pt;

import java.util.List;
import org.shmem4j.Shmem;

/**
 * Point-to-point benchmarks: PE 0 measures, PE 1 is the target and waits in a barrier meanwhile; with more than two PEs
 * there are only barrier and sync. Arguments are those of {@link Plan}, the output is that of {@link Stopwatch}.
 *
 * <p>To be run with the JVM options of {@code Contest}.
 */
public final class Pt2pt {
    private static final int ROUND_TRIPS = 500;

    private final Plan plan;
    private final Shmem shmem;
    private final Stopwatch<Kernels> stopwatch;
    private long flag;

    private Pt2pt(Plan plan, Buffers buffers) {
        this.plan = plan;
        this.shmem = buffers.shmem();
        this.stopwatch = new Stopwatch<>(plan, shmem, new LocalKernels(buffers), new ConstantKernels());
    }

    /**
     * Runs one PE.
     *
     * @param args TRIALS BUDGET_MS SIZES CALLS
     */
    public static void main(String[] args) {
        Plan plan = Plan.parse(args);
        Buffers.use(plan.maxBytes(), buffers -> new Pt2pt(plan, buffers).run());
    }

    private void run() {
        if (!plan.sizes().isEmpty()) {
            if (shmem.pe() == 0) {
                oneSided();
            }
            shmem.barrier();
            stopwatch.together("half_round_trip", Long.BYTES, ROUND_TRIPS, 2, (kernels, n, _) -> {
                kernels.pingPong(n, flag);
                flag += n;
            });
        }
        stopwatch.together("barrier", 0, plan.calls(), 1, Kernels::barrier);
        stopwatch.together("sync", 0, plan.calls(), 1, Kernels::sync);
        stopwatch.end();
    }

    private void oneSided() {
        List<Long> single = List.of((long) Long.BYTES);
        stopwatch.oneSided("put_long", single, 1, Kernels::putLong);
        stopwatch.oneSided("put_long_quiet", single, 1, Kernels::putLongQuiet);
        stopwatch.oneSided("get_long", single, 1, Kernels::getLong);
        stopwatch.oneSided("put", plan.sizes(), 1, Kernels::put);
        stopwatch.oneSided("put_quiet", plan.sizes(), 1, Kernels::putQuiet);
        stopwatch.oneSided("get", plan.sizes(), 1, Kernels::get);
        stopwatch.oneSided("put_rate", single, Kernels.RATE_WINDOW, Kernels::putRate);
        stopwatch.oneSided("put_bandwidth", plan.sizes(), Kernels.BANDWIDTH_WINDOW, Kernels::putBandwidth);
    }
}
