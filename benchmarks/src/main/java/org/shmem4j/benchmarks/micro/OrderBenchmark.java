package org.shmem4j.benchmarks.micro;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmem4j.SymmetricHeap;

/** Fence and quiet with nothing to wait for. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class OrderBenchmark {
    private SymmetricHeap heap = EmbeddedPe.HEAP;

    /** Made by JMH. */
    public OrderBenchmark() {}

    /** A release fence. */
    @Benchmark
    public void fenceBaseline() {
        VarHandle.releaseFence();
    }

    /** A fence with the heap in a field. */
    @Benchmark
    public void fenceField() {
        heap.fence();
    }

    /** A fence with the heap in a {@code static final}. */
    @Benchmark
    public void fenceConstant() {
        EmbeddedPe.HEAP.fence();
    }

    /** A full fence. */
    @Benchmark
    public void quietBaseline() {
        VarHandle.fullFence();
    }

    /** A quiet with the heap in a field. */
    @Benchmark
    public void quietField() {
        heap.quiet();
    }

    /** A quiet with the heap in a {@code static final}. */
    @Benchmark
    public void quietConstant() {
        EmbeddedPe.HEAP.quiet();
    }
}
