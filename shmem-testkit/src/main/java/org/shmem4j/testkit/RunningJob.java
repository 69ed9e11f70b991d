package org.shmem4j.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A job that runs now. Its launcher and its PEs are found by the process table, so that they can be killed and counted. */
public final class RunningJob implements AutoCloseable {
    private static final Duration CLEAN_WITHIN = Duration.ofSeconds(5);

    private final Path directory;
    private final Path sharedMemory;
    private final Process launcher;
    private final Duration deadline;
    private final long startNs = System.nanoTime();
    private final Map<Integer, ProcessHandle> pes = new TreeMap<>();

    RunningJob(List<String> command, Map<String, String> environment, Duration deadline) {
        this.deadline = deadline;
        try {
            this.directory = Files.createTempDirectory("shmem4j-job-");
            this.sharedMemory = Files.createTempDirectory(Path.of("/dev/shm"), "shmem4j-job-");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(directory.resolve("out").toFile())
                    .redirectError(directory.resolve("err").toFile());
            builder.environment().put("SHMEM_SHM_DIR", sharedMemory.toString());
            builder.environment().putAll(environment);
            this.launcher = builder.start();
            launcher.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The launcher's process.
     *
     * @return its handle
     */
    public ProcessHandle launcher() {
        return launcher.toHandle();
    }

    /**
     * A PE's process; waits until it has been started.
     *
     * @param pe the PE
     * @return its handle
     */
    public ProcessHandle pe(int pe) {
        awaitUntil("PE " + pe + " is started", () -> {
            findPes();
            return pes.containsKey(pe);
        });
        return Objects.requireNonNull(pes.get(pe));
    }

    /**
     * What the job has written to standard output.
     *
     * @return the text so far
     */
    public String out() {
        return read("out");
    }

    /**
     * What the job has written to standard error.
     *
     * @return the text so far
     */
    public String err() {
        return read("err");
    }

    /**
     * Waits until something is so.
     *
     * @param what the condition in words
     * @param condition looked at every few milliseconds
     * @throws AssertionError if it is not so by the job's deadline
     */
    public void awaitUntil(String what, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > deadline.toNanos()) {
                throw hang("waited in vain until " + what);
            }
            if (!launcher.isAlive() && !condition.getAsBoolean()) {
                throw new AssertionError(
                        "the job ended before " + what + "\n--- out\n" + out() + "\n--- err\n" + err());
            }
            pause();
        }
    }

    /**
     * Waits for the end, and checks that nothing is left.
     *
     * @return how the job ended
     * @throws AssertionError if it hung, or left a process or a file behind
     */
    public JobResult await() {
        awaitUntil("the job ended", () -> {
            findPes();
            return !launcher.isAlive();
        });
        JobResult result =
                new JobResult(launcher.exitValue(), out(), err(), Duration.ofNanos(System.nanoTime() - startNs));
        awaitNothingLeft(result);
        return result;
    }

    /**
     * Waits until all processes have ended and all files are gone.
     *
     * @throws AssertionError if that is not so within 5 s
     */
    public void awaitNothingLeft() {
        awaitNothingLeft("the job");
    }

    private void awaitNothingLeft(Object result) {
        long end = System.nanoTime() + CLEAN_WITHIN.toNanos();
        List<String> left = leftovers();
        while (!left.isEmpty()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("left behind: " + left + "\nby " + result);
            }
            pause();
            left = leftovers();
        }
    }

    private List<String> leftovers() {
        List<String> left = new ArrayList<>();
        findPes();
        if (launcher.isAlive()) {
            left.add("launcher " + launcher.pid());
        }
        pes.forEach((pe, process) -> {
            if (process.isAlive()) {
                left.add("PE " + pe + ", process " + process.pid());
            }
        });
        try (Stream<Path> files = Files.list(sharedMemory)) {
            files.forEach(file -> left.add(file.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return left;
    }

    private void findPes() {
        launcher.children().forEach(child -> {
            if (!pes.containsValue(child)) {
                peNumber(child).ifPresent(pe -> pes.put(pe, child));
            }
        });
    }

    private static Optional<Integer> peNumber(ProcessHandle process) {
        try {
            Path environment = Path.of("/proc", String.valueOf(process.pid()), "environ");
            return Stream.of(Files.readString(environment, StandardCharsets.ISO_8859_1)
                            .split("\0"))
                    .filter(entry -> entry.startsWith("PMI_ID="))
                    .map(entry -> Integer.valueOf(entry.substring("PMI_ID=".length())))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty(); // it has ended, or has not executed its program yet
        }
    }

    private AssertionError hang(String what) {
        findPes();
        pes.values().stream().filter(ProcessHandle::isAlive).forEach(process -> signal("QUIT", process));
        signal("QUIT", launcher.toHandle());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        while (System.nanoTime() < end) {
            pause(); // the thread dumps go to the job's output, each JVM in its own time
        }
        return new AssertionError(what + " for " + deadline + "\n--- out\n" + out() + "\n--- err\n" + err());
    }

    /**
     * Sends a signal.
     *
     * @param name such as {@code KILL}
     * @param process to whom
     */
    public static void signal(String name, ProcessHandle process) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Kills what still runs and deletes what the job wrote. */
    @Override
    public void close() {
        findPes();
        pes.values().forEach(ProcessHandle::destroyForcibly);
        launcher.destroyForcibly();
        try {
            launcher.waitFor();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        delete(directory);
        delete(sharedMemory);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String read(String name) {
        try {
            return new String(Files.readAllBytes(directory.resolve(name)), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(5);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for a job", e);
    }
}
