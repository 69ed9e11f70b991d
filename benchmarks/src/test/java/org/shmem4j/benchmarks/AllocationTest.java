package org.shmem4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

final class AllocationTest {
    /** What JMH itself allocates in an iteration is spread over its operations. */
    private static final double NOTHING = 0.1;

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
    void shouldAllocateNothingPerOperation() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("org\\.shmem4j\\.benchmarks\\.micro\\..*")
                        .forks(0)
                        .warmupIterations(2)
                        .warmupTime(TimeValue.milliseconds(60))
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(60))
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .run();

        List<String> allocating = new ArrayList<>();
        for (RunResult result : results) {
            Result<?> bytes =
                    Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"));
            if (bytes.getScore() >= NOTHING) {
                allocating.add(result.getParams().getBenchmark() + " " + bytes.getScore() + " B/op");
            }
        }
        assertThat(results).hasSizeGreaterThan(90);
        assertThat(allocating).isEmpty();
    }
}
