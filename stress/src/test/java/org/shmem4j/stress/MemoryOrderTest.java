package org.shmem4j.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestList;

/** Runs every case for a moment. */
final class MemoryOrderTest {
    private static final String ORDERED = ".Ordered";
    private static final String UNORDERED = ".Unordered";

    /** For all cases, then for twins that showed nothing, which a busy machine may cause. */
    private static final List<Integer> MILLISECONDS = List.of(600, 3000, 10_000);

    private static final long LIMIT_SECONDS = 150;

    @TempDir
    Path directory;

    @Test
    void shouldPairEveryCaseWithATwinThatCanFail() {
        Collection<String> names = TestList.tests();
        assertThat(names).hasSizeGreaterThanOrEqualTo(26);
        for (String name : names) {
            assertThat(name).matches(".*\\.(Ordered|Unordered)");
            String other =
                    name.endsWith(UNORDERED) ? name.replace(UNORDERED, ORDERED) : name.replace(ORDERED, UNORDERED);
            assertThat(names).contains(other);
            Expect mark = name.endsWith(UNORDERED) ? Expect.ACCEPTABLE_INTERESTING : Expect.FORBIDDEN;
            assertThat(TestList.getInfo(name).cases()).as(name).anyMatch(one -> one.expect() == mark);
        }
    }

    @Test
    void shouldSeeWhatIsForbiddenOnlyWithoutTheOrder() throws Exception {
        Set<String> silent = new TreeSet<>(TestList.tests());
        for (int milliseconds : MILLISECONDS) {
            List<TestResult> results = run(silent, milliseconds);
            Set<String> seen = new TreeSet<>();
            silent.clear();
            for (TestResult result : results) {
                String name = result.getName();
                seen.add(name);
                assertThat(result.status()).as(name).isEqualTo(Status.NORMAL);
                assertThat(result.getTotalCount()).as(name).isGreaterThan(1000);
                assertThat(forbidden(result)).as(name).isEmpty();
                if (name.endsWith(UNORDERED) && !result.grading().hasInteresting) {
                    silent.add(name);
                }
            }
            assertThat(seen).as("cases that ran").hasSize(results.size());
            if (silent.isEmpty()) {
                return;
            }
        }
        assertThat(silent).as("cases that showed no failure without the order").isEmpty();
    }

    private static List<String> forbidden(TestResult result) {
        return result.grading().gradingResults.values().stream()
                .filter(graded -> graded.expect == Expect.FORBIDDEN && graded.count > 0)
                .map((GradingResult graded) -> graded.id + ": " + graded.count + " times")
                .toList();
    }

    private List<TestResult> run(Set<String> names, int milliseconds) throws Exception {
        Path output = directory.resolve("output-" + milliseconds);
        Path results = Files.createDirectory(directory.resolve("results-" + milliseconds));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main"));
        command.addAll(List.of("-jvmArgs", "--enable-native-access=ALL-UNNAMED")); // one kind of JVM
        command.addAll(List.of("-sc", "false", "-f", "1", "-fsm", "1", "-iters", "1"));
        command.addAll(List.of("-c", "2", "-pth", "false", "-time", Integer.toString(milliseconds)));
        command.addAll(List.of("-r", results.toString()));
        command.addAll(List.of("-t", "^(" + String.join("|", names).replace(".", "\\.") + ")$"));
        Process process = new ProcessBuilder(command)
                .directory(results.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(() -> "ended in time; its output: " + read(output))
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        InProcessCollector collector = new InProcessCollector();
        try (Stream<Path> files = Files.list(results)) {
            Path blob = files.filter(file -> file.toString().endsWith(".bin.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no results; output: " + read(output)));
            DiskReadCollector reader = new DiskReadCollector(blob.toString(), collector);
            reader.dump();
            reader.close();
        }
        List<TestResult> all = List.copyOf(collector.getTestResults());
        assertThat(all.stream().map(TestResult::getName))
                .as(() -> "cases that ran; output: " + read(output))
                .containsExactlyInAnyOrderElementsOf(names);
        return all;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
