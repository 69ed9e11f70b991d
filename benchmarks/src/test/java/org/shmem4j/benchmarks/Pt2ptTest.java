package org.shmem4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.benchmarks.pt2pt.Atomics;
import org.shmem4j.benchmarks.pt2pt.Pt2pt;
import org.shmem4j.testkit.Job;
import org.shmem4j.testkit.JobResult;

final class Pt2ptTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"2 | 8,65536 | 15", "4 | 0 | 2"})
    void shouldMeasureEveryMetricInBothWays(int pes, String sizes, int figures) {
        check(Job.of(pes, Pt2pt.class, "12", "1", sizes, "20").run(), pes, figures);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"2 | 8 | 7", "4 | 0 | 1"})
    void shouldMeasureAtomicsInBothWays(int pes, String sizes, int figures) {
        check(Job.of(pes, Atomics.class, "12", "1", sizes, "20").run(), pes, figures);
    }

    private static void check(JobResult result, int pes, int figures) {

        assertThat(result.exitCode()).as("%s", result).isZero();
        List<Sample> samples = result.out()
                .lines()
                .flatMap(line -> Sample.parse(line).stream())
                .toList();
        for (Column column : List.of(Column.LOCAL, Column.CONSTANT)) {
            assertThat(samples).filteredOn(sample -> sample.column() == column).hasSize(figures);
            assertThat(result.out().lines()).contains(Sample.end(column, pes));
        }
        assertThat(samples).allSatisfy(sample -> {
            assertThat(sample.minNs()).isPositive().isLessThanOrEqualTo(sample.medianNs());
            assertThat(sample.medianNs()).isLessThanOrEqualTo(sample.p99Ns());
        });
    }
}
