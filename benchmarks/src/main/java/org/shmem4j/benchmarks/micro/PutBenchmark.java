package org.shmem4j.benchmarks.micro;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** Puts of bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class PutBenchmark {
    /** The length. */
    @Param({"8", "64", "1024", "4096"})
    public long bytes;

    /** The target; 0 is the PE itself. */
    @Param({"0", "1"})
    public int pe;

    private SymmetricHeap heap = EmbeddedPe.HEAP;
    private SymmetricSegment target = EmbeddedPe.TARGET;
    private MemorySegment local = EmbeddedPe.LOCAL;
    private MemorySegment plain = EmbeddedPe.PLAIN;

    /** Made by JMH. */
    public PutBenchmark() {}

    /** A copy between two buffers. */
    @Benchmark
    public void baseline() {
        MemorySegment.copy(local, 0, plain, 0, bytes);
    }

    /** A put with the heap in a field. */
    @Benchmark
    public void field() {
        heap.put(target, 0, local, 0, bytes, pe);
    }

    /** A put with the heap in a {@code static final}. */
    @Benchmark
    public void constant() {
        EmbeddedPe.HEAP.put(EmbeddedPe.TARGET, 0, EmbeddedPe.LOCAL, 0, bytes, pe);
    }
}
