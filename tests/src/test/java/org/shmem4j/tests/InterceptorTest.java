package org.shmem4j.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmem4j.Shmem;
import org.shmem4j.spi.Interceptor;
import org.shmem4j.testkit.Conformance;
import org.shmem4j.testkit.Job;
import org.shmem4j.testkit.JobResult;

/** A profiling tool that is put on the class path sees every routine, and changes nothing. */
class InterceptorTest {
    @TempDir
    Path directory;

    /** Counts calls, and prints what it counted when the program asks for a flush. */
    public static final class Counter implements Interceptor {
        private static final Map<String, Integer> CALLS = new TreeMap<>();
        private static final AtomicInteger MADE = new AtomicInteger();
        private static final AtomicInteger INSIDE = new AtomicInteger();
        private static final AtomicInteger FAILED = new AtomicInteger();

        /** For ServiceLoader. */
        public Counter() {
            MADE.incrementAndGet();
        }

        @Override
        public void before(String routine, Object[] arguments) {
            INSIDE.incrementAndGet();
            synchronized (CALLS) {
                CALLS.merge(routine, 1, Integer::sum);
            }
        }

        @Override
        public void after(String routine, Object[] arguments, @Nullable Throwable failure) {
            INSIDE.decrementAndGet();
            FAILED.addAndGet(failure == null ? 0 : 1);
        }

        @Override
        public void control(int level) {
            if (level == 2) {
                synchronized (CALLS) {
                    System.out.println("calls " + CALLS + " inside " + INSIDE + " failed " + FAILED + " made " + MADE);
                }
            }
        }
    }

    @Test
    void shouldSeeEveryRoutineAndChangeNothing() throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(Interceptor.class.getName()), Counter.class.getName());

        JobResult result = Job.ofCommand(Conformance.class.getName())
                .withOptions("-n", "2", "-cp", directory + File.pathSeparator + System.getProperty("java.class.path"))
                .run();

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out().lines().filter(line -> line.contains("holds"))).hasSameSizeAs(Conformance.rules());
        assertThat(result.out().lines().filter(line -> line.contains("calls {")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .contains("init=", "allocate=", "putStrided=", "atomicFetchAddLong=", "putSignal=")
                        .contains("createContext=", "testAny=", "waitUntilSome=", "barrier=", "profilingControl=")
                        .contains("inside 1 ") // profilingControl itself
                        .endsWith(" made 1") // for all handles
                        .doesNotContain("failed 0"));
    }

    @Test
    void shouldNotStandInTheWayWhenAbsent() {
        JobResult result = Job.of(1, ShowHeap.class).run();

        assertThat(result.out()).contains("heap org.shmem4j.runtime.HeapPath");
    }

    /** Prints what the heap is. */
    static final class ShowHeap {
        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init()) {
                System.out.println("heap " + shmem.heap().getClass().getName());
            }
        }
    }
}
