package org.shmem4j.benchmarks;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.shmem4j.cli.bench.BenchRequest;

/**
 * A suite that sets a program of PEs beside its rivals in C.
 *
 * @param suite what users call it, and the first argument of the programs in C
 * @param program the class that every PE runs
 * @param peCounts numbers of PEs, unless the user asks for others
 * @param quick how much is measured if there is little time
 * @param full and otherwise
 */
record Contest(String suite, Class<?> program, List<Integer> peCounts, Extent quick, Extent full) {
    /**
     * Code is ready when it is first needed, also on a busy machine, where the compiler's thread starves behind PEs
     * that spin. And a loop that is timed is compiled by itself: inside its caller it would be with what was known when
     * the caller was compiled.
     */
    private static final List<String> JAVA_OPTIONS =
            List.of("-Xbatch", "-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,*Kernels::*");

    int run(BenchRequest request) throws IOException, InterruptedException {
        if (!request.arguments().isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown argument '" + request.arguments().getFirst() + "'");
        }
        if (request.peCounts().contains(1)) {
            throw new IllegalArgumentException("-n 1: expected at least two PEs");
        }
        Path json = request.json();
        if (json != null) {
            Files.writeString(json, ""); // that it cannot be written is better known before than after
        }
        Path work = Files.createTempDirectory("shmem4j-bench-");
        try {
            Race race = new Race(request.quick() ? quick : full, work);
            enter(race, request.command(), new Rivals(work, suite));
            race.run(request.peCounts().isEmpty() ? peCounts : request.peCounts(), request.err());
            Map<String, Object> machine = Machine.describe(work);
            race.print(machine, request.out());
            if (json != null) {
                Files.writeString(json, race.json(suite, machine) + System.lineSeparator());
            }
            return race.figures.columns().contains(Column.LOCAL) ? 0 : 1;
        } finally {
            delete(work);
        }
    }

    private void enter(Race race, List<String> shmem, Rivals rivals) throws IOException, InterruptedException {
        race.add(new Contender("shmem4j", "Java " + Runtime.version(), List.of(Column.LOCAL, Column.CONSTANT), pes -> {
            List<String> command = new ArrayList<>(shmem);
            command.addAll(List.of("run", "-n", Integer.toString(pes)));
            for (String option : JAVA_OPTIONS) {
                command.addAll(List.of("--java-opt", option));
            }
            command.addAll(List.of("-cp", home().toString(), program.getName()));
            return command;
        }));
        try {
            race.add(rivals.openMpi());
        } catch (Rivals.Missing e) {
            race.notes.add(String.valueOf(e.getMessage()));
        }
        try {
            race.add(rivals.rawC());
        } catch (Rivals.Missing e) {
            race.notes.add(String.valueOf(e.getMessage()));
        }
    }

    /** The jar or directory that this class is in, which is all that a PE needs beside the library. */
    static Path home() {
        try {
            return Path.of(Contest.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
