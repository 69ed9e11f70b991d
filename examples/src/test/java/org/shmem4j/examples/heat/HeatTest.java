package org.shmem4j.examples.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.GlobalExitException;
import org.shmem4j.Setting;
import org.shmem4j.Shmem;
import org.shmem4j.examples.FakeJob;

class HeatTest {
    private static final String CHECKED = "every cell is equal to that of the sequential program";

    @TempDir
    private Path directory = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"1x1", "1x9", "2x2", "3x3", "4x1", "7x5", "17x33", "64x64"})
    void shouldGiveSameBitsForAnyNumberOfPes(String size) {
        Set<String> checksums = new HashSet<>();
        for (int peCount : new int[] {1, 2, 3, 5, 8}) {
            String report = heat(peCount, "--size", size, "--steps", "37", "--warm-up", "2", "--check");
            assertThat(report).as("%d PEs", peCount).contains(peCount + " PEs", CHECKED);
            checksums.add(report.replaceAll("(?s).*checksum (\\p{XDigit}{16}).*", "$1"));
        }
        assertThat(checksums).as("checksums").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void shouldRelyOnNoOrderThatTheApiDoesNotPromise(int peCount) {
        for (long seed = 0; seed < 20; seed++) {
            AtomicReference<String> report = new AtomicReference<>("");
            new FakeJob(peCount, 1 << 16, seed)
                    .run(shmem -> keep(shmem, report, "--size", "9x6", "--steps", "20", "--warm-up", "1", "--check"));
            assertThat(report.get()).as("seed %d", seed).contains(CHECKED);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 7", "2, 8"})
    void shouldSumUpCellsOfAllPes(int steps, int rows) {
        String all = heat(8, "--size", rows + "x3", "--steps", Integer.toString(steps));
        assertThat(all).contains("checksum %016x".formatted(checksum(steps, rows, 3)));
        assertThat(all).doesNotContain("check:");
    }

    @Test
    void shouldCountBytesPutWithoutWarmUp() {
        String report = heat(3, "--size", "9x100", "--steps", "10", "--warm-up", "4");
        assertThat(report).contains(" " + 4 * 100 * Double.BYTES * 10 + " bytes put");
    }

    @Test
    void shouldDrawPlate() throws IOException {
        Path file = directory.resolve("plate.pgm");
        heat(2, "--size", "24x40", "--steps", "1", "--output", file.toString());
        byte[] picture = Files.readAllBytes(file);
        String header = "P5 40 24 255\n";
        assertThat(new String(picture, 0, header.length(), StandardCharsets.US_ASCII))
                .isEqualTo(header);
        double[][] plate = Plate.after(1, 24, 40);
        List<Integer> expected = new ArrayList<>();
        List<Integer> dots = new ArrayList<>();
        for (int i = 0; i < 24 * 40; i++) {
            expected.add((int) Math.round(plate[1 + i / 40][1 + i % 40] * 255));
            dots.add(picture[header.length() + i] & 255);
        }
        assertThat(dots).isEqualTo(expected).contains(0, 255);
    }

    @Test
    void shouldFindWrongCell() {
        assertThatThrownBy(() -> Shmem.embedded(2, shmem -> {
                    Field field = Field.allocate(shmem, 5, 5);
                    field.reset();
                    field.step();
                    field.publish();
                    if (shmem.pe() == 0) {
                        Heat.check(
                                shmem, field, Options.parse(List.of("--size", "5x5", "--steps", "2"))); // a step more
                    }
                    shmem.barrier();
                }))
                .isInstanceOfSatisfying(
                        GlobalExitException.class,
                        exit -> assertThat(exit.reason())
                                .matches(
                                        "heat: row \\d, column \\d is [\\d.]+, but [\\d.]+ in the sequential program"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size 3           | --size takes rows and columns, such as 480x640",
                "--size 0x3         | rows: '0' is not a number from 1 to 1000000",
                "--size 3x1000001   | columns: '1000001' is not a number from 1 to 1000000",
                "--steps -1         | --steps: '-1' is not a number from 0 to 1000000000",
                "--steps many       | --steps: 'many' is not a number from 0 to 1000000000",
                "--steps            | --steps needs a value; usage: heat [--size",
                "--speed 3          | no option '--speed'; usage: heat [--size",
                "--output /no/a.pgm | --output: there is no directory '/no'"
            })
    void shouldSayWhatIsWrongInOneLine(String arguments, String line) {
        assertThatThrownBy(() -> heat(3, arguments.split(" ")))
                .isInstanceOfSatisfying(GlobalExitException.class, exit -> {
                    assertThat(exit.status()).isEqualTo(2);
                    assertThat(exit.reason()).startsWith("heat: " + line).doesNotContain("\n");
                });
    }

    @Test
    void shouldSayThatHeapIsTooSmall() {
        assertThatThrownBy(() -> Shmem.builder()
                        .set(Setting.SYMMETRIC_SIZE, "1m")
                        .embedded(2, shmem -> Heat.run(shmem, List.of("--size", "600x600", "--check"))))
                .isInstanceOfSatisfying(
                        GlobalExitException.class,
                        exit -> assertThat(exit.reason())
                                .startsWith("heat: ")
                                .contains("no room for")
                                .doesNotContain("\n"));
    }

    private static String heat(int peCount, String... arguments) {
        AtomicReference<String> report = new AtomicReference<>("");
        Shmem.embedded(peCount, shmem -> keep(shmem, report, arguments));
        return report.get();
    }

    private static void keep(Shmem shmem, AtomicReference<String> report, String... arguments) {
        String own = Heat.run(shmem, List.of(arguments));
        if (shmem.pe() == 0) {
            report.set(own);
        }
    }

    private static long checksum(int steps, int rows, int columns) {
        double[][] plate = Plate.after(steps, rows, columns);
        long sum = 0;
        for (int i = 0; i < rows * columns; i++) {
            sum += (2L * i + 1) * Double.doubleToRawLongBits(plate[1 + i / columns][1 + i % columns]);
        }
        return sum;
    }
}
