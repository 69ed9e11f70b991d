package org.shmem4j.benchmarks.pt2pt;

import java.util.List;
import org.shmem4j.Shmem;

/**
 * Benchmarks of atomic operations: PE 0 on the memory of PE 1, which waits in a barrier meanwhile; then all PEs on one
 * and the same word, which is all there is with more than two PEs. Arguments are those of {@link Plan}, the output is
 * that of {@link Stopwatch}.
 *
 * <p>To be run with the JVM options of {@code Contest}.
 */
public final class Atomics {
    /** Long enough that the PEs, which begin within a microsecond, are in each other's way for nearly all of it. */
    private static final int CONTENDED_CALLS = 4_000;

    private static final List<Long> LONG = List.of((long) Long.BYTES);
    private static final List<Long> INT = List.of((long) Integer.BYTES);

    private final Plan plan;
    private final Shmem shmem;
    private final Stopwatch<AtomicKernels> stopwatch;

    private Atomics(Plan plan, Buffers buffers) {
        this.plan = plan;
        this.shmem = buffers.shmem();
        this.stopwatch = new Stopwatch<>(plan, shmem, new LocalAtomicKernels(buffers), new ConstantAtomicKernels());
    }

    /**
     * Runs one PE.
     *
     * @param args TRIALS BUDGET_MS SIZES CALLS
     */
    public static void main(String[] args) {
        Plan plan = Plan.parse(args);
        Buffers.use(plan.maxBytes(), buffers -> new Atomics(plan, buffers).run());
    }

    private void run() {
        if (!plan.sizes().isEmpty()) {
            if (shmem.pe() == 0) {
                uncontended();
            }
            shmem.barrier();
        }
        stopwatch.together("atomic_contended", Long.BYTES, CONTENDED_CALLS, 1, (kernels, n, _) -> {
            kernels.contendedFetchAdd(n);
            shmem.barrier(); // until all are done: the first one to end left the word to the others
        });
        stopwatch.end();
    }

    private void uncontended() {
        stopwatch.oneSided("atomic_fetch_add", LONG, 1, (kernels, n, _) -> kernels.fetchAddLong(n));
        stopwatch.oneSided("atomic_compare_swap", LONG, 1, (kernels, n, _) -> kernels.compareSwapLong(n));
        stopwatch.oneSided("atomic_swap", LONG, 1, (kernels, n, _) -> kernels.swapLong(n));
        stopwatch.oneSided("atomic_fetch", LONG, 1, (kernels, n, _) -> kernels.fetchLong(n));
        stopwatch.oneSided("atomic_add", LONG, AtomicKernels.ADD_WINDOW, (kernels, n, _) -> kernels.addLong(n));
        stopwatch.oneSided("atomic_fetch_add_int", INT, 1, (kernels, n, _) -> kernels.fetchAddInt(n));
    }
}
