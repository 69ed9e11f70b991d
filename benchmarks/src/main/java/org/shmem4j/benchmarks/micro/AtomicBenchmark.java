package org.shmem4j.benchmarks.micro;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
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

/** Atomic operations on one long, and signals. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class AtomicBenchmark {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    /** The other PE; 0 is the PE itself. */
    @Param({"0", "1"})
    public int pe;

    private SymmetricHeap heap = EmbeddedPe.HEAP;
    private SymmetricSegment target = EmbeddedPe.TARGET;
    private MemorySegment plain = EmbeddedPe.PLAIN;
    private long value;

    /** Made by JMH. */
    public AtomicBenchmark() {}

    /**
     * An atomic add that answers what was there.
     *
     * @return what was there
     */
    @Benchmark
    public long fetchAddBaseline() {
        return (long) WORD.getAndAdd(plain, 0L, 1L);
    }

    /**
     * A fetch-add with the heap in a field.
     *
     * @return what was there
     */
    @Benchmark
    public long fetchAddField() {
        return heap.atomicFetchAddLong(target, 0, 1, pe);
    }

    /**
     * A fetch-add with the heap in a {@code static final}.
     *
     * @return what was there
     */
    @Benchmark
    public long fetchAddConstant() {
        return EmbeddedPe.HEAP.atomicFetchAddLong(EmbeddedPe.TARGET, 0, 1, pe);
    }

    /**
     * An atomic exchange if the word is as expected.
     *
     * @return what was there
     */
    @Benchmark
    public long compareSwapBaseline() {
        return (long) WORD.compareAndExchange(plain, 0L, 0L, 0L);
    }

    /**
     * A compare-swap with the heap in a field.
     *
     * @return what was there
     */
    @Benchmark
    public long compareSwapField() {
        return heap.atomicCompareSwapLong(target, 0, 0, 0, pe);
    }

    /**
     * A compare-swap with the heap in a {@code static final}.
     *
     * @return what was there
     */
    @Benchmark
    public long compareSwapConstant() {
        return EmbeddedPe.HEAP.atomicCompareSwapLong(EmbeddedPe.TARGET, 0, 0, 0, pe);
    }

    /** An atomic add. */
    @Benchmark
    public void addBaseline() {
        long _ = (long) WORD.getAndAdd(plain, 0L, 1L);
    }

    /** An add with the heap in a field. */
    @Benchmark
    public void addField() {
        heap.atomicAddLong(target, 0, 1, pe);
    }

    /** An add with the heap in a {@code static final}. */
    @Benchmark
    public void addConstant() {
        EmbeddedPe.HEAP.atomicAddLong(EmbeddedPe.TARGET, 0, 1, pe);
    }

    /**
     * A load with acquire.
     *
     * @return what was there
     */
    @Benchmark
    public long fetchBaseline() {
        return (long) WORD.getAcquire(plain, 0L);
    }

    /**
     * A fetch with the heap in a field.
     *
     * @return what was there
     */
    @Benchmark
    public long fetchField() {
        return heap.atomicFetchLong(target, 0, pe);
    }

    /**
     * A fetch with the heap in a {@code static final}.
     *
     * @return what was there
     */
    @Benchmark
    public long fetchConstant() {
        return EmbeddedPe.HEAP.atomicFetchLong(EmbeddedPe.TARGET, 0, pe);
    }

    /** A store with release. */
    @Benchmark
    public void signalSetBaseline() {
        WORD.setRelease(plain, 0L, value++);
    }

    /** A set of a signal with the heap in a field. */
    @Benchmark
    public void signalSetField() {
        heap.signalSet(target, 0, value++, pe);
    }

    /** A set of a signal with the heap in a {@code static final}. */
    @Benchmark
    public void signalSetConstant() {
        EmbeddedPe.HEAP.signalSet(EmbeddedPe.TARGET, 0, value++, pe);
    }
}
