package org.shmem4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.shmem4j.Shmem;
import org.shmem4j.runtime.bootstrap.ProcessBootstrap;
import picocli.CommandLine;

/** A {@code shmem run} in a process of its own, with {@link TestPe} as the program. */
final class LauncherProcess implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Path TEST_CLASSES = Path.of("target", "test-classes").toAbsolutePath();

    private final Path directory;
    private final Process process;

    private LauncherProcess(Path directory, Process process) {
        this.directory = directory;
        this.process = process;
    }

    /** Options up to the main class, then the arguments of the program. */
    static LauncherProcess start(Path directory, List<String> options, String main, String... args) throws IOException {
        return start(directory, directory.resolve("out"), options, main, args);
    }

    /** Its standard output goes to a file, or to a pipe that has a name. */
    static LauncherProcess start(Path directory, Path out, List<String> options, String main, String... args)
            throws IOException {
        String library = String.join(File.pathSeparator, home(Shmem.class), home(ProcessBootstrap.class));
        String path = String.join(File.pathSeparator, home(ShmemCommand.class), home(CommandLine.class), library);
        List<String> command = new ArrayList<>(List.of(
                "env", // these tests may have been started with nohup, which has HUP ignored
                "--default-signal=HUP",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dshmem.pe.path=" + library,
                "-cp",
                path,
                ShmemCommand.class.getName(),
                "run",
                "--java-opt",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.add(main);
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put("PMIX_RANK", "17");
        return new LauncherProcess(directory, builder.start());
    }

    static LauncherProcess start(Path directory, int pes, String... roles) throws IOException {
        return start(
                directory,
                List.of("-n", Integer.toString(pes), "-cp", TEST_CLASSES.toString()),
                TestPe.class.getName(),
                roles);
    }

    static List<String> testClasses(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("-cp", TEST_CLASSES.toString()));
        return all;
    }

    private static String home(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    Process process() {
        return process;
    }

    /** Waits for the end and returns the exit code. */
    int code() throws InterruptedException {
        assertThat(process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .as("the launcher ends")
                .isTrue();
        return process.exitValue();
    }

    String out() throws IOException {
        return Files.readString(directory.resolve("out"));
    }

    String err() throws IOException {
        return Files.readString(directory.resolve("err"));
    }

    /** Waits until a PE has noted its number with the role {@code pid:DIRECTORY}. */
    ProcessHandle pe(int pe) throws IOException {
        return noted("pid" + pe);
    }

    /** Waits until there is a file with the number of a process. */
    ProcessHandle noted(String name) throws IOException {
        Path note = directory.resolve(name);
        await("the file " + name, () -> Files.exists(note));
        return ProcessHandle.of(Long.parseLong(Files.readString(note).strip())).orElseThrow();
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() < deadline).as(what).isTrue();
            LockSupport.parkNanos(10_000_000);
        }
    }

    static void signal(ProcessHandle process, String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    @Override
    public void close() {
        List<ProcessHandle> left = process.descendants().toList();
        process.destroyForcibly();
        left.forEach(ProcessHandle::destroyForcibly);
    }
}
