package org.shmem4j.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The programs in C, compiled on the machine that is measured, as far as there are compilers. */
final class Rivals {
    private static final List<String> FLAGS = List.of("-O3", "-march=native", "-std=gnu11");
    private static final List<String> SOURCES = List.of("bench.h", "atomics.h", "osh_bench.c", "raw_bench.c");

    /** Thrown for a rival that cannot take part; the message says why, and what to do. */
    static final class Missing extends Exception {
        private static final long serialVersionUID = 1;

        Missing(String message) {
            super(message);
        }
    }

    private final Path work;
    private final String suite;

    /** Takes a directory of its own, and what the programs are to measure. */
    Rivals(Path work, String suite) throws IOException {
        this.work = work;
        this.suite = suite;
        for (String source : SOURCES) {
            try (InputStream in = Rivals.class.getResourceAsStream("c/" + source)) {
                if (in == null) {
                    throw new IOException("no " + source + " in the jar of the benchmarks");
                }
                Files.copy(in, work.resolve(source));
            }
        }
    }

    Contender openMpi() throws IOException, InterruptedException, Missing {
        String name = "Open MPI OSHMEM";
        String remedy = "apt-get install openmpi-bin libopenmpi-dev";
        String compiler = onPath("oshcc", name, remedy);
        String launcher = onPath("oshrun", name, remedy);
        String program = compile(name, compiler, "osh_bench.c");
        int cores = Runtime.getRuntime().availableProcessors();
        return new Contender(name, firstLine(launcher, "--version"), List.of(Column.OSHMEM), pes -> {
            List<String> command = new ArrayList<>(List.of(launcher, "-n", Integer.toString(pes)));
            command.add("--allow-run-as-root");
            if (pes > cores) {
                command.add("--oversubscribe");
            }
            command.addAll(List.of(program, suite));
            return command;
        });
    }

    Contender rawC() throws IOException, InterruptedException, Missing {
        String name = "raw C";
        String compiler = onPath("cc", name, "apt-get install gcc");
        String program = compile(name, compiler, "raw_bench.c");
        return new Contender(
                name,
                firstLine(compiler, "--version"),
                List.of(Column.RAW),
                pes -> List.of(program, Integer.toString(pes), suite));
    }

    private String compile(String name, String compiler, String source)
            throws IOException, InterruptedException, Missing {
        Path program = work.resolve(source.replace(".c", ""));
        List<String> command = new ArrayList<>(List.of(compiler));
        command.addAll(FLAGS);
        command.addAll(List.of("-o", program.toString(), work.resolve(source).toString()));
        Path err = work.resolve("compile.err");
        if (Contender.run(command, work.resolve("compile.out"), err) != 0) {
            throw new Missing(name + " not measured: " + String.join(" ", command) + " failed: "
                    + Files.readString(err).lines().findFirst().orElse(""));
        }
        return program.toString();
    }

    private static String onPath(String program, String name, String remedy) throws Missing {
        String path = System.getenv("PATH");
        for (String directory : (path == null ? "" : path).split(Pattern.quote(File.pathSeparator), -1)) {
            Path file = Path.of(directory, program);
            if (Files.isExecutable(file) && Files.isRegularFile(file)) {
                return file.toString();
            }
        }
        throw new Missing(name + " not measured: " + program + " is not on the PATH; " + remedy);
    }

    private String firstLine(String program, String argument) throws IOException, InterruptedException {
        Path out = work.resolve("version.out");
        Contender.run(List.of(program, argument), out, work.resolve("version.err"));
        return Files.readString(out).lines().findFirst().orElse("unknown");
    }
}
