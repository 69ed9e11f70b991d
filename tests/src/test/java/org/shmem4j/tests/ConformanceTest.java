package org.shmem4j.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.Shmem;
import org.shmem4j.testkit.Conformance;
import org.shmem4j.testkit.Job;
import org.shmem4j.testkit.JobResult;
import org.shmem4j.testkit.Soak;

/** All rules of the semantics, over shared memory: as processes and as threads of one JVM. */
class ConformanceTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 8})
    void shouldHoldBetweenProcesses(int peCount) {
        JobResult result = Job.of(peCount, Conformance.class)
                .withDeadline(Duration.ofMinutes(2))
                .run();

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out().lines().filter(line -> line.contains("holds"))).hasSameSizeAs(Conformance.rules());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldHoldBetweenThreads(int peCount) {
        Shmem.embedded(peCount, Conformance::run);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void shouldDoAsASequentialModelDoes(int peCount) {
        long seed = System.nanoTime();

        JobResult result =
                Job.of(peCount, Soak.class, "3", String.valueOf(seed)).run();

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("seed " + seed + ": ");
    }

    @Test
    void shouldNumberRulesOnce() {
        assertThat(Conformance.rules()).doesNotHaveDuplicates().hasSizeGreaterThan(30);
    }
}
