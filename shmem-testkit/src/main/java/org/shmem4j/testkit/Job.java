package org.shmem4j.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job to be run by the real launcher, each PE a JVM of its own, with the class path of the running test. Shared
 * memory goes to a directory that only this job uses, so that whatever it leaves there is seen. Immutable: each method
 * gives a changed copy.
 */
public final class Job {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final List<String> launcher;
    private final List<String> options;
    private final List<String> program;
    private final Map<String, String> environment;
    private final Duration deadline;

    private Job(
            List<String> launcher,
            List<String> options,
            List<String> program,
            Map<String, String> environment,
            Duration deadline) {
        this.launcher = launcher;
        this.options = options;
        this.program = program;
        this.environment = environment;
        this.deadline = deadline;
    }

    /**
     * A job of a main class of the running test.
     *
     * @param peCount the number of PEs
     * @param main its class
     * @param arguments its arguments
     * @return the job
     */
    public static Job of(int peCount, Class<?> main, String... arguments) {
        return of(peCount, main.getName(), arguments).withOptions("-cp", System.getProperty("java.class.path"));
    }

    /**
     * A job of anything that the launcher can run.
     *
     * @param peCount the number of PEs
     * @param main a bundled example, a jar, or a class name
     * @param arguments its arguments
     * @return the job
     */
    public static Job of(int peCount, String main, String... arguments) {
        return ofCommand(main, arguments).withOptions("-n", String.valueOf(peCount));
    }

    /**
     * A job without even a number of PEs.
     *
     * @param main a bundled example, a jar, or a class name
     * @param arguments its arguments
     * @return the job
     */
    public static Job ofCommand(String main, String... arguments) {
        List<String> launcher = List.of(
                "env",
                "--default-signal=HUP", // a test that runs under nohup would hand on that HUP is ignored
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.shmem4j.cli.ShmemCommand",
                "run");
        List<String> program = new ArrayList<>(List.of(main));
        program.addAll(List.of(arguments));
        return new Job(launcher, List.of(), program, Map.of(), DEADLINE);
    }

    /**
     * Adds options of the launcher.
     *
     * @param more options
     * @return the changed job
     */
    public Job withOptions(String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return new Job(launcher, all, program, environment, deadline);
    }

    /**
     * Sets an environment variable.
     *
     * @param name its name
     * @param value its value
     * @return the changed job
     */
    public Job withEnvironment(String name, String value) {
        Map<String, String> all = new TreeMap<>(environment);
        all.put(name, value);
        return new Job(launcher, options, program, all, deadline);
    }

    /**
     * Sets how long the job may take before it counts as hanging.
     *
     * @param limit the time
     * @return the changed job
     */
    public Job withDeadline(Duration limit) {
        return new Job(launcher, options, program, environment, limit);
    }

    /**
     * Starts the job.
     *
     * @return the running job; close it
     */
    public RunningJob start() {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(options);
        command.addAll(program);
        return new RunningJob(command, environment, deadline);
    }

    /**
     * Runs the job to its end, and checks that it left nothing behind.
     *
     * @return how it ended
     * @throws AssertionError if it hung, or left a process or a file behind
     */
    public JobResult run() {
        try (RunningJob running = start()) {
            return running.await();
        }
    }
}
