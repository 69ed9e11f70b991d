package org.shmem4j.benchmarks;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmem4j.benchmarks.pt2pt.Pt2pt;
import org.shmem4j.cli.bench.BenchRequest;
import org.shmem4j.cli.bench.BenchSuite;

/** {@code shmem bench pt2pt}: puts, gets, ping-pong and barriers of shmem4j, of OpenSHMEM in C, and of plain C, in turn. */
public final class Pt2ptSuite implements BenchSuite {
    private static final List<Integer> PE_COUNTS = List.of(2, 4, 8);

    /**
     * How much is measured.
     *
     * @param rounds how often each program runs, at most
     * @param limitNs no round begins that would end after this, as far as the ones before tell
     */
    private record Extent(int rounds, long limitNs, int trials, int budgetMs, List<Long> sizes) {
        static final Extent FULL = new Extent(
                5,
                Long.MAX_VALUE,
                200,
                100,
                LongStream.rangeClosed(0, 24).map(i -> 1L << i).boxed().toList());
        static final Extent QUICK = new Extent(
                3,
                TimeUnit.SECONDS.toNanos(50),
                60,
                20,
                List.of(1L, 8L, 64L, 1L << 10, 4L << 10, 64L << 10, 1L << 20, 16L << 20));

        /** The arguments that all programs take; above two PEs there are barriers only. */
        List<String> arguments(int pes) {
            boolean crowded = pes > Runtime.getRuntime().availableProcessors();
            return List.of(
                    Integer.toString(trials),
                    Integer.toString(budgetMs),
                    pes == 2 ? sizes.stream().map(String::valueOf).collect(Collectors.joining(",")) : "0",
                    crowded ? "20" : "500");
        }
    }

    /** Made by {@link java.util.ServiceLoader}. */
    public Pt2ptSuite() {}

    @Override
    public String name() {
        return "pt2pt";
    }

    @Override
    public String description() {
        return "Latency, message rate and bandwidth of puts and gets between two PEs, and barriers; beside Open MPI OSHMEM and plain"
                + " C, as far as their compilers are here.";
    }

    @Override
    public int run(BenchRequest request) throws IOException, InterruptedException {
        if (!request.arguments().isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown argument '" + request.arguments().getFirst() + "'");
        }
        List<Integer> peCounts = request.peCounts().isEmpty() ? PE_COUNTS : request.peCounts();
        if (peCounts.contains(1)) {
            throw new IllegalArgumentException("-n 1: expected at least two PEs");
        }
        Path json = request.json();
        if (json != null) {
            Files.writeString(json, ""); // that it cannot be written is better known before than after
        }
        Path work = Files.createTempDirectory("shmem4j-bench-");
        try {
            return run(request, peCounts, json, work);
        } finally {
            delete(work);
        }
    }

    private static int run(BenchRequest request, List<Integer> peCounts, @Nullable Path json, Path work)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Extent extent = request.quick() ? Extent.QUICK : Extent.FULL;
        String loadBefore = Machine.load();
        List<String> notes = new ArrayList<>();
        List<Contender> contenders = contenders(request, work, notes);
        Figures figures = new Figures();
        int rounds = measure(request, extent, start, contenders, peCounts, figures, work, notes);
        String loadAfter = Machine.load();
        Map<String, Object> machine = Machine.describe(work);

        request.out()
                .println(machine.entrySet().stream()
                        .map(fact -> fact.getKey() + " " + fact.getValue())
                        .collect(Collectors.joining(", ")));
        contenders.forEach(contender -> request.out().println(contender.name() + ": " + contender.version()));
        request.out().println("load average " + loadBefore + " before, " + loadAfter + " after; " + rounds + " rounds");
        request.out().println();
        new Table(figures).print(request.out());
        notes.forEach(request.out()::println);
        request.out().flush();
        if (json != null) {
            Map<String, Object> report = new LinkedHashMap<>();
            report.put("suite", "pt2pt");
            report.put("machine", machine);
            report.put("loadBefore", loadBefore);
            report.put("loadAfter", loadAfter);
            report.put("rounds", rounds);
            report.put(
                    "contenders",
                    contenders.stream()
                            .map(contender -> facts(contender, extent))
                            .toList());
            report.put("notes", notes);
            report.put("figures", figures(figures));
            Files.writeString(json, Json.of(report) + System.lineSeparator());
        }
        return figures.columns().contains(Column.LOCAL) ? 0 : 1;
    }

    private static List<Contender> contenders(BenchRequest request, Path work, List<String> notes)
            throws IOException, InterruptedException {
        List<Contender> contenders = new ArrayList<>();
        contenders.add(new Contender(
                "shmem4j",
                "Java " + Runtime.version(),
                List.of(Column.LOCAL, Column.CONSTANT),
                pes -> Stream.concat(
                                request.command().stream(),
                                Stream.of(
                                        "run",
                                        "-n",
                                        Integer.toString(pes),
                                        "-cp",
                                        home().toString(),
                                        Pt2pt.class.getName()))
                        .toList()));
        Rivals rivals = new Rivals(work);
        try {
            contenders.add(rivals.openMpi());
        } catch (Rivals.Missing e) {
            notes.add(String.valueOf(e.getMessage()));
        }
        try {
            contenders.add(rivals.rawC());
        } catch (Rivals.Missing e) {
            notes.add(String.valueOf(e.getMessage()));
        }
        return contenders;
    }

    /** The programs take turns, so that a mood of the machine meets all of them. Returns the number of rounds. */
    private static int measure(
            BenchRequest request,
            Extent extent,
            long start,
            List<Contender> contenders,
            List<Integer> peCounts,
            Figures figures,
            Path work,
            List<String> notes)
            throws InterruptedException {
        int rounds = 0;
        do {
            rounds++;
            for (int pes : peCounts) {
                for (Contender contender : contenders) {
                    request.err().println("round " + rounds + ": " + contender.name() + ", " + pes + " PEs");
                    request.err().flush();
                    try {
                        contender.measure(pes, extent.arguments(pes), work).forEach(figures::add);
                    } catch (IOException e) {
                        notes.add(
                                contender.name() + " with " + pes + " PEs in round " + rounds + ": " + e.getMessage());
                    }
                }
            }
        } while (rounds < extent.rounds && (System.nanoTime() - start) / rounds * (rounds + 1) < extent.limitNs);
        return rounds;
    }

    private static Map<String, Object> facts(Contender contender, Extent extent) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", contender.name());
        facts.put("version", contender.version());
        facts.put(
                "command",
                String.join(" ", contender.command().apply(2)) + " " + String.join(" ", extent.arguments(2)));
        return facts;
    }

    private static List<Map<String, Object>> figures(Figures figures) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Sample.Key key : figures.keys()) {
            Map<String, Object> figure = new LinkedHashMap<>();
            figure.put("metric", key.metric().key());
            figure.put("pes", key.pes());
            figure.put("bytes", key.bytes());
            for (Column column : Column.values()) {
                figures.merged(key, column).ifPresent(sample -> {
                    Map<String, Object> times = new LinkedHashMap<>();
                    times.put("minNs", sample.minNs());
                    times.put("medianNs", sample.medianNs());
                    times.put("p99Ns", sample.p99Ns());
                    times.put("trials", sample.trials());
                    figure.put(column.impl, times);
                });
            }
            figures.ratio(key, Column.OSHMEM).ifPresent(ratio -> figure.put("oshmemRatio", ratio));
            List<Map<String, Object>> targets = new ArrayList<>();
            for (Target target : Target.of(key)) {
                int verdict = target.verdict(figures, key);
                targets.add(Map.of("target", target.text(), "met", verdict == 0 ? "unknown" : verdict > 0));
            }
            figure.put("targets", targets);
            all.add(figure);
        }
        return all;
    }

    /** The jar or directory that this class is in, which is all that a PE needs beside the library. */
    static Path home() {
        try {
            return Path.of(Pt2ptSuite.class
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
