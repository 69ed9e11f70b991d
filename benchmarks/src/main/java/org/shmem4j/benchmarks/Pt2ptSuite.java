package org.shmem4j.benchmarks;

import java.io.IOException;
import java.util.List;
import org.shmem4j.benchmarks.pt2pt.Pt2pt;
import org.shmem4j.cli.bench.BenchRequest;
import org.shmem4j.cli.bench.BenchSuite;

/** {@code shmem bench pt2pt}: puts, gets, ping-pong and barriers of shmem4j, of OpenSHMEM in C, and of plain C, in turn. */
public final class Pt2ptSuite implements BenchSuite {
    private static final Contest CONTEST =
            new Contest("pt2pt", Pt2pt.class, List.of(2, 4, 8), Extent.QUICK, Extent.FULL);

    /** Made by {@link java.util.ServiceLoader}. */
    public Pt2ptSuite() {}

    @Override
    public String name() {
        return CONTEST.suite();
    }

    @Override
    public String description() {
        return "Latency, message rate and bandwidth of puts and gets between two PEs, and barriers; beside Open MPI OSHMEM and plain"
                + " C, as far as their compilers are here.";
    }

    @Override
    public int run(BenchRequest request) throws IOException, InterruptedException {
        return CONTEST.run(request);
    }
}
