package org.shmem4j.benchmarks;

import java.io.IOException;
import java.util.List;
import org.shmem4j.benchmarks.pt2pt.Atomics;
import org.shmem4j.cli.bench.BenchRequest;
import org.shmem4j.cli.bench.BenchSuite;

/** {@code shmem bench atomics}: atomic operations of shmem4j, of OpenSHMEM in C, and of plain C, in turn. */
public final class AtomicsSuite implements BenchSuite {
    private static final Contest CONTEST =
            new Contest("atomics", Atomics.class, List.of(2), Extent.QUICK.words(), Extent.FULL.words());

    /** Made by {@link java.util.ServiceLoader}. */
    public AtomicsSuite() {}

    @Override
    public String name() {
        return CONTEST.suite();
    }

    @Override
    public String description() {
        return "Atomic operations on the memory of another PE, alone and contended; beside Open MPI OSHMEM and plain C,"
                + " as far as their compilers are here.";
    }

    @Override
    public int run(BenchRequest request) throws IOException, InterruptedException {
        return CONTEST.run(request);
    }
}
