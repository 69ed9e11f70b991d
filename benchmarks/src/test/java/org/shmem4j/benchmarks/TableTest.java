package org.shmem4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class TableTest {
    private final Figures figures = new Figures();

    @Test
    void shouldSetTheBestOfAllRoundsSideBySide() {
        add("local,2,put,8,1.500,1.600,9.000,60");
        add("local,2,put,8,2.000,2.200,9.000,60");
        add("constant,2,put,8,1.250,1.300,9.000,60");
        add("oshmem,2,put,8,12.000,12.500,90.000,60");
        add("raw,2,put,8,1.000,1.100,9.000,60");

        assertThat(row("put "))
                .isEqualTo("put 8 ns 1.50 (1.90) 1.25 (1.30) 12.00 (12.50) 1.00 (1.10) 8.00x <= 3 ns met");
    }

    @Test
    void shouldCompareRoundByRoundAndTakeTheMedianOfTheRounds() {
        for (int[] round : new int[][] {{40, 60}, {10, 30}, {50, 60}}) {
            add("local,2,half_round_trip,8,%d,70,90,60".formatted(round[0]));
            add("oshmem,2,half_round_trip,8,%d,70,90,60".formatted(round[1]));
        }

        assertThat(row("half")).contains(" 1.50x ");
    }

    @Test
    void shouldCompareMediansUnderContention() {
        add("local,2,atomic_contended,8,10,40,90,60");
        add("oshmem,2,atomic_contended,8,60,80,90,60");

        assertThat(row("contended")).isEqualTo("contended fetch-add, 2 PEs 8 ns 40.00 - 80.00 - 2.00x");
    }

    @Test
    void shouldJudgeAtomicsBesideOpenShmem() {
        add("local,2,atomic_fetch_add,8,5,6,7,60");
        add("oshmem,2,atomic_fetch_add,8,12,13,14,60");

        assertThat(row("fetch-add ")).endsWith(" 2.40x >= 2.5x OSHMEM MISSED");
    }

    @Test
    void shouldLeaveOutWhatWasNotMeasured() {
        add("local,2,half_round_trip,8,60.000,70.000,90.000,60");
        add("raw,2,half_round_trip,8,50.000,70.000,90.000,60");

        assertThat(row("half"))
                .isEqualTo("half round trip 8 ns 60.00 (70.00) - - 50.00 (70.00) - >= 1x OSHMEM; <= 1.1x raw C MISSED");
    }

    @Test
    void shouldShowBandwidthAndRateAndLongTimesInTheirUnits() {
        add("local,2,put_bandwidth,4096,20.480,40.960,50.000,60");
        add("local,2,put_rate,8,2.500,5.000,50.000,60");
        add("local,8,barrier,0,25000.000,50000.000,60000.000,60");
        add("oshmem,8,barrier,0,75000.000,80000.000,90000.000,60");

        assertThat(row("16 puts")).startsWith("16 puts, quiet 4096 GB/s 200.0 (100.0)");
        assertThat(row("64 puts")).startsWith("64 puts, quiet 8 M/s 400.0 (200.0)");
        assertThat(row("barrier")).startsWith("barrier, 8 PEs µs 25.00 (50.00) - 75.00 (80.00) - 3.00x");
    }

    @Test
    void shouldTakeNothingElseForASample() {
        assertThat(Sample.parse("shmem run: PE 1 (pid 7) exited with code 1; the job was ended"))
                .isEmpty();
        assertThat(Sample.parse("local,2,nonsense,8,1,1,1,60")).isEmpty();
        assertThat(Sample.parse("nobody,2,put,8,1,1,1,60")).isEmpty();
        assertThat(Sample.parse("local,2,put,8,1,1,x,60")).isEmpty();
    }

    private void add(String line) {
        figures.add(Sample.parse(line).orElseThrow());
    }

    private String row(String start) {
        StringWriter text = new StringWriter();
        new Table(figures).print(new PrintWriter(text, true));
        return text.toString()
                .lines()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow()
                .replaceAll(" +", " ");
    }
}
