package org.shmem4j.runtime.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.BootstrapException;

@Timeout(20)
final class ProcessBootstrapTest {
    private final ExitFiles files = new ExitFiles();
    private final RecordedEnd end = new RecordedEnd();

    @Test
    void shouldBeAJobOfOnePeWhenThereIsNoLauncher() {
        Bootstrap solo = detect(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "1"));

        solo.enter();
        solo.put("key", new byte[] {1});
        solo.exchange();
        assertThat(solo.get(0, "key")).containsExactly(1);
        assertThat(solo.get(0, "other")).isNull();
        assertThat(solo.peCount()).isEqualTo(1);
        assertThat(solo.jobId())
                .matches("[A-Za-z0-9-]+")
                .isNotEqualTo(detect(Map.of()).jobId());
    }

    @Test
    void shouldSayWhatToDoWhenSrunGaveNoPmi() {
        assertThatThrownBy(() -> detect(Map.of("SLURM_PROCID", "1", "SLURM_NTASKS", "4")))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining("SLURM_NTASKS='4'")
                .hasMessageContaining("shmem run -n 4");
    }

    @ParameterizedTest
    @CsvSource({
        "PMI_FD=9 PMI_RANK=1 PMI_SIZE=4, PMI_FD='9', -n 4",
        "PMI_FD=9, PMI_FD='9', -n N",
        "PMI_RANK=1 PMI_SIZE=2, PMI_RANK='1', -n 2",
        "PMIX_NAMESPACE=a PMIX_RANK=1, PMIX_NAMESPACE='a', -n N",
        "PMIX_RANK=0, PMIX_RANK='0', -n N",
        "OMPI_COMM_WORLD_SIZE=3, OMPI_COMM_WORLD_SIZE='3', -n 3",
        "PMI_PORT=127.0.0.1:1 PMI_RANK=0 PMI_SIZE=2, PMI_RANK='0', -n 2",
    })
    void shouldSayWhatToDoWhenTheLauncherIsUnknown(String variables, String named, String advice) {
        assertThatThrownBy(() -> detect(environment(variables)))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining(named)
                .hasMessageContaining("shmem run " + advice + " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PMI_RANK=0",
                "PMI_FD=9 PMI_RANK=0 PMI_SIZE=1",
                "PMIX_RANK=0 OMPI_COMM_WORLD_SIZE=1",
                "PMIX_NAMESPACE=a PMIX_RANK=0 SLURM_NTASKS=1 SLURM_PROCID=0",
            })
    void shouldBeAJobOfOnePeWhenAnUnknownLauncherStartedOneProcess(String variables) {
        assertThat(detect(environment(variables)).peCount()).isEqualTo(1);
    }

    private static Map<String, String> environment(String variables) {
        return Arrays.stream(variables.split(" "))
                .map(variable -> variable.split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    @Test
    void shouldNameTheValueWhenTheEnvironmentIsWrong() {
        assertThatThrownBy(() -> detect(Map.of("PMI_PORT", "nonsense", "PMI_ID", "0")))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining("PMI_PORT='nonsense'");
        assertThatThrownBy(() -> detect(Map.of("PMI_PORT", "127.0.0.1:1", "PMI_ID", "0")))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining("PMI_PORT='127.0.0.1:1'");
        assertThatThrownBy(() -> detect(Map.of("PMI_PORT", "127.0.0.1:1", "PMI_ID", "x")))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining("PMI_ID='x'");
        assertThatThrownBy(() -> detect(Map.of("PMI_PORT", "127.0.0.1:1", "PMI_ID", "0", JobSecret.VARIABLE, "short")))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining(JobSecret.VARIABLE);
    }

    @Test
    void shouldKeepToTheLinesOfAForeignLauncherWhenValuesAreLong() throws IOException {
        byte[] value = new byte[10_000];
        new Random(1).nextBytes(value);
        try (ForeignLauncher launcher = new ForeignLauncher()) {
            Bootstrap job = detect(Map.of("PMI_PORT", launcher.port(), "PMI_ID", "1"));
            job.enter();
            job.put("card", value);
            job.put("empty", new byte[0]);
            job.exchange();

            assertThat(job.pe()).isEqualTo(1);
            assertThat(job.peCount()).isEqualTo(3);
            assertThat(job.jobId()).isEqualTo("kvs-4711-0");
            assertThat(job.get(1, "card")).isEqualTo(value);
            assertThat(job.get(1, "empty")).isEmpty();
            assertThat(job.get(2, "card")).isNull();
            assertThat(launcher.heard)
                    .allSatisfy(line -> assertThat(line.length()).isLessThan(1023));
        }
    }

    @Test
    void shouldRefuseAKeyWhenItIsTooLongForTheLauncher() throws IOException {
        try (ForeignLauncher launcher = new ForeignLauncher()) {
            Bootstrap job = detect(Map.of("PMI_PORT", launcher.port(), "PMI_ID", "0"));
            job.enter();
            assertThatThrownBy(() -> job.put("k".repeat(64), new byte[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("kkk");
        }
    }

    @Test
    void shouldFinalizeOnlyWhenThePeHasLeft() throws IOException {
        try (ForeignLauncher launcher = new ForeignLauncher()) {
            PmiBootstrap entered = (PmiBootstrap) detect(Map.of("PMI_PORT", launcher.port(), "PMI_ID", "0"));
            entered.enter();
            entered.finish();
            launcher.hangUp();

            PmiBootstrap left = (PmiBootstrap) detect(Map.of("PMI_PORT", launcher.port(), "PMI_ID", "0"));
            left.enter();
            left.leave();
            left.enter();
            left.leave();
            assertThat(launcher.heard).doesNotContain("cmd=finalize");
            left.finish();
            assertThat(launcher.heard).containsOnlyOnce("cmd=finalize");
        }
    }

    @Test
    void shouldAbortWithTheStatusAndPrintTheReasonWhenTheLauncherIsForeign() throws Exception {
        try (ForeignLauncher launcher = new ForeignLauncher()) {
            Bootstrap job = detect(Map.of("PMI_PORT", launcher.port(), "PMI_ID", "2"));
            job.globalExit(42, "first\nsecond");
            job.enter(); // an answer: so the message before it was heard

            assertThat(end.statuses.poll(5, TimeUnit.SECONDS)).isEqualTo(42);
            assertThat(end.text()).isEqualTo("first; second\n");
            assertThat(launcher.heard).contains("cmd=abort exitcode=42");
        }
    }

    @Test
    void shouldEndTheProcessAndFailTheWaitWhenTheLauncherIsGone() throws Exception {
        try (ForeignLauncher launcher = new ForeignLauncher()) {
            Bootstrap job = detect(Map.of("PMI_PORT", launcher.port(), "PMI_ID", "2"));
            job.enter();
            launcher.hangUp();

            assertThat(end.statuses.poll(5, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(end.text()).contains("PE 2").contains("launcher is gone");
            for (int i = 0; i < 2; i++) { // the same each time: a request that failed is not in the way of the next
                assertThatThrownBy(job::exchange).isInstanceOf(BootstrapException.class);
            }
        }
    }

    @Test
    void shouldDeleteFilesWhenTheProcessEnds(@TempDir Path directory) throws IOException {
        Path there = Files.createFile(directory.resolve("there"));
        Bootstrap solo = detect(Map.of());
        solo.deleteAtExit(there);
        solo.deleteAtExit(directory.resolve("never-made"));
        files.delete();
        assertThat(there).doesNotExist();
    }

    @Test
    void shouldRefuseAStatusThatNoProcessCanHave() {
        assertThatThrownBy(() -> detect(Map.of()).globalExit(256, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("256");
    }

    private Bootstrap detect(Map<String, String> environment) {
        return ProcessBootstrap.detect(environment, files, end);
    }

    /** Does not end the process that tests run in. */
    private static final class RecordedEnd extends ProcessEnd {
        final BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();
        private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

        @Override
        PrintStream err() {
            return new PrintStream(printed, true, StandardCharsets.UTF_8);
        }

        @Override
        void exit(int status) {
            statuses.add(status);
        }

        @Override
        void guard(int status) {}

        String text() {
            return printed.toString(StandardCharsets.UTF_8);
        }
    }
}
