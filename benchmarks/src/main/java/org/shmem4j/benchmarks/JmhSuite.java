package org.shmem4j.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.cli.bench.BenchRequest;
import org.shmem4j.cli.bench.BenchSuite;

/** {@code shmem bench jmh}: the micro-benchmarks, in a JVM of their own. Arguments are those of JMH. */
public final class JmhSuite implements BenchSuite {
    private static final String MAIN = "org.openjdk.jmh.Main";

    /** Made by {@link java.util.ServiceLoader}. */
    public JmhSuite() {}

    @Override
    public String name() {
        return "jmh";
    }

    @Override
    public String description() {
        return "Single operations inside one JVM, beside the least that could do the same. Arguments go to JMH.";
    }

    @Override
    public int run(BenchRequest request) throws IOException, InterruptedException {
        if (!request.peCounts().isEmpty()) {
            throw new IllegalArgumentException("-n: these run in one JVM");
        }
        if (JmhSuite.class.getResource("/" + MAIN.replace('.', '/') + ".class") == null) {
            throw new IllegalArgumentException("the jar jmh-core is not on the class path of the command");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // JMH hands its own options on to the JVMs that measure
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        if (request.quick()) {
            command.addAll(List.of("-f", "1", "-wi", "2", "-w", "200ms", "-i", "3", "-r", "100ms"));
        }
        Path json = request.json();
        if (json != null) {
            command.addAll(List.of("-rf", "json", "-rff", json.toString()));
        }
        command.addAll(request.arguments());
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
