package org.shmem4j.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * A program that takes part: started with a number of PEs and the arguments of a plan, it prints lines of samples.
 *
 * @param name for messages
 * @param version what it is, for the record
 * @param columns whose figures it prints
 * @param command its command line for a number of PEs, to which the plan's arguments are added
 */
record Contender(String name, String version, List<Column> columns, IntFunction<List<String>> command) {
    private static final long DEADLINE_SECONDS = 180;

    /**
     * Runs it once.
     *
     * @throws IOException if it does not print all that it should; the message says what it said instead
     */
    List<Sample> measure(int pes, List<String> arguments, Path work) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(command.apply(pes));
        line.addAll(arguments);
        Path out = work.resolve("out");
        Path err = work.resolve("err");
        int status = run(line, out, err);
        List<String> lines = read(out);
        for (Column column : columns) {
            if (!lines.contains(Sample.end(column, pes))) {
                throw new IOException("exited with " + status + " before its last line"
                        + lastOf(err).map(said -> ": " + said).orElse(""));
            }
        }
        return lines.stream().flatMap(each -> Sample.parse(each).stream()).toList();
    }

    /** Runs a command to its end, or kills it; its output goes to files, which outlive whoever holds a pipe. */
    static int run(List<String> command, Path out, Path err) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("took longer than " + DEADLINE_SECONDS + " s");
            }
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Optional<String> lastOf(Path err) throws IOException {
        return read(err).stream()
                .filter(line -> line.chars().anyMatch(Character::isLetter))
                .reduce((_, last) -> last);
    }

    private static List<String> read(Path file) throws IOException {
        try (Stream<String> lines =
                Files.lines(file, StandardCharsets.ISO_8859_1)) { // whatever it wrote, it can be read
            return lines.toList();
        }
    }
}
