package org.shmem4j.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.testkit.Job;
import org.shmem4j.testkit.JobResult;
import org.shmem4j.testkit.RunningJob;

/** However a job ends, it ends for all PEs, within bounds, with the reason, and leaves nothing behind. */
class JobEndTest {
    private static final Duration BOUND = Duration.ofSeconds(5);
    private static final int PES = 3;

    /** What the PEs are doing when one of them is killed. */
    enum Phase {
        BEFORE_INIT,
        PUT,
        BARRIER,
        COMPUTE,
        SLEEP,
        ALLOCATE,
        AFTER_CLOSE;

        void run(Shmem shmem) throws InterruptedException {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment segment = heap.allocate(1 << 20);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment buffer = arena.allocate(1 << 20);
                System.out.println("reached " + this);
                for (long i = 0; ; i++) {
                    switch (this) {
                        case PUT -> heap.put(segment, buffer, (int) (i % shmem.peCount()));
                        case BARRIER -> shmem.barrier();
                        case COMPUTE -> buffer.setAtIndex(java.lang.foreign.ValueLayout.JAVA_BYTE, i & 1023, (byte) i);
                        case SLEEP -> TimeUnit.HOURS.sleep(1);
                        case ALLOCATE -> heap.free(heap.allocate(1 << 20));
                        case BEFORE_INIT, AFTER_CLOSE -> throw new AssertionError(this);
                    }
                }
            }
        }
    }

    /** Gets into a phase and stays there. */
    static final class Stay {
        public static void main(String[] args) throws InterruptedException {
            Phase phase = Phase.valueOf(args[0]);
            if (phase == Phase.BEFORE_INIT && System.getenv("PMI_ID").equals("1")) {
                System.out.println("reached " + phase + "\nreached " + phase + "\nreached " + phase);
                TimeUnit.HOURS.sleep(1);
            }
            try (Shmem shmem = Shmem.init()) {
                if (phase != Phase.AFTER_CLOSE) {
                    phase.run(shmem);
                }
            }
            System.out.println("reached " + phase);
            TimeUnit.HOURS.sleep(1);
        }
    }

    private static RunningJob startIn(Phase phase) {
        RunningJob job = Job.of(PES, Stay.class, phase.name())
                .withOptions("--heap", "8m")
                .start();
        job.awaitUntil("all PEs reached " + phase, () -> job.out().split("reached", -1).length > PES);
        for (int pe = 0; pe < PES; pe++) {
            job.pe(pe);
        }
        return job;
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void shouldEndTheJobWhenAPeIsKilled(Phase phase) {
        try (RunningJob job = startIn(phase)) {
            long start = System.nanoTime();
            RunningJob.signal("KILL", job.pe(1));
            JobResult result = job.await();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
            assertThat(result.exitCode()).as(result.toString()).isEqualTo(137);
            assertThat(result.err().lines())
                    .as(result.toString())
                    .singleElement()
                    .asString()
                    .contains("PE 1")
                    .contains("137");
        }
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void shouldEndTheJobWhenTheLauncherIsKilled(Phase phase) {
        try (RunningJob job = startIn(phase)) {
            RunningJob.signal("KILL", job.launcher());
            job.awaitNothingLeft();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void shouldEndTheJobWhenTheLauncherIsTold(String signal, int exitCode) {
        try (RunningJob job = startIn(Phase.BARRIER)) {
            long start = System.nanoTime();
            RunningJob.signal(signal, job.launcher());
            JobResult result = job.await();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
            assertThat(result.exitCode()).as(result.toString()).isEqualTo(exitCode);
        }
    }

    @Test
    void shouldEndTheJobWhenAPeIsKilledWhileAnotherIsStopped() {
        try (RunningJob job = startIn(Phase.BARRIER)) {
            RunningJob.signal("STOP", job.pe(0));
            long start = System.nanoTime();
            RunningJob.signal("KILL", job.pe(2));
            job.await();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
        }
    }

    /** PE 1 ends in the given way while the others wait in a barrier. */
    static final class End {
        public static void main(String[] args) {
            Shmem shmem = Shmem.init();
            if (shmem.pe() == 1) {
                switch (args[0]) {
                    case "exit" -> System.exit(Integer.parseInt(args[1]));
                    case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(args[1]));
                    case "global" -> shmem.globalExit(Integer.parseInt(args[1]), "because");
                    case "throw" -> throw new IllegalStateException("planted");
                    case "return" -> {
                        return;
                    }
                    default -> throw new AssertionError(args[0]);
                }
            }
            shmem.barrier();
            shmem.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "exit, 7, 7, PE 1",
        "exit, 0, 1, without closing",
        "halt, 9, 9, PE 1",
        "global, 42, 42, because",
        "global, 0, 0, because",
        "throw, 0, 1, planted",
        "return, 0, 1, without closing"
    })
    void shouldPassTheExitCodeOn(String how, String status, int exitCode, String reason) {
        JobResult result = Job.of(PES, End.class, how, status).run();

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(exitCode);
        assertThat(result.err()).as(result.toString()).contains(reason);
        assertThat(result.time()).isLessThan(Duration.ofSeconds(10));
    }

    /** PE 1 fails inside the try block of its Shmem, while the others wait for it. */
    static final class FailInside {
        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init()) {
                if (shmem.pe() == 1) {
                    throw new IllegalStateException("planted");
                }
                shmem.barrier();
                System.out.println("passed a barrier that PE 1 never came to");
            }
        }
    }

    @Test
    void shouldReportAnExceptionThatClosesTheShmemWhileOthersWait() {
        JobResult result = Job.of(PES, FailInside.class).run();

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.err()).as(result.toString()).contains("planted");
        assertThat(result.out()).isEmpty();
    }

    /** Joins, leaves, joins again, and ends well. */
    static final class Twice {
        public static void main(String[] args) {
            for (int i = 0; i < 2; i++) {
                try (Shmem shmem = Shmem.init()) {
                    SymmetricSegment mark = shmem.heap().allocateZeroed(8);
                    shmem.heap().putLong(mark, 0, shmem.pe() + 1, (shmem.pe() + 1) % shmem.peCount());
                    shmem.barrier();
                    System.out.println("from " + (shmem.heap().getLong(mark, 0, shmem.pe()) - 1));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 8})
    void shouldEndWellAfterJoiningTwice(int peCount) {
        JobResult result =
                Job.of(peCount, Twice.class).withOptions("--heap", "1m").run();

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines()).hasSize(2 * peCount);
        for (int pe = 0; pe < peCount; pe++) {
            String line = "from " + pe;
            assertThat(result.out().lines().filter(line::equals)).hasSize(2);
        }
    }
}
