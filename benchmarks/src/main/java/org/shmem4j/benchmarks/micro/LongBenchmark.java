package org.shmem4j.benchmarks.micro;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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

/** Puts and gets of one long. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class LongBenchmark {
    /** The other PE; 0 is the PE itself. */
    @Param({"0", "1"})
    public int pe;

    private SymmetricHeap heap = EmbeddedPe.HEAP;
    private SymmetricSegment target = EmbeddedPe.TARGET;
    private MemorySegment plain = EmbeddedPe.PLAIN;
    private long value;

    /** Made by JMH. */
    public LongBenchmark() {}

    /** A store. */
    @Benchmark
    public void putBaseline() {
        plain.set(ValueLayout.JAVA_LONG, 0, value++);
    }

    /** A put with the heap in a field. */
    @Benchmark
    public void putField() {
        heap.putLong(target, 0, value++, pe);
    }

    /** A put with the heap in a {@code static final}. */
    @Benchmark
    public void putConstant() {
        EmbeddedPe.HEAP.putLong(EmbeddedPe.TARGET, 0, value++, pe);
    }

    /**
     * A load.
     *
     * @return what was there
     */
    @Benchmark
    public long getBaseline() {
        return plain.get(ValueLayout.JAVA_LONG, 0);
    }

    /**
     * A get with the heap in a field.
     *
     * @return what was there
     */
    @Benchmark
    public long getField() {
        return heap.getLong(target, 0, pe);
    }

    /**
     * A get with the heap in a {@code static final}.
     *
     * @return what was there
     */
    @Benchmark
    public long getConstant() {
        return EmbeddedPe.HEAP.getLong(EmbeddedPe.TARGET, 0, pe);
    }
}
