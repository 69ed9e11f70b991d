package org.shmem4j.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs programs in turn, several rounds of it, so that a mood of the machine meets all of them. */
final class Race {
    final Figures figures = new Figures();

    /** One line on everything that could not be measured. */
    final List<String> notes = new ArrayList<>();

    private final List<Contender> contenders = new ArrayList<>();
    private final Extent extent;
    private final Path work;
    private final long startNs = System.nanoTime();
    private final String loadBefore = Machine.load();
    private String loadAfter = "";
    private int rounds;

    /** Takes a directory for what the programs write. */
    Race(Extent extent, Path work) {
        this.extent = extent;
        this.work = work;
    }

    void add(Contender contender) {
        contenders.add(contender);
    }

    void run(List<Integer> peCounts, PrintWriter progress) throws InterruptedException {
        do {
            rounds++;
            for (int pes : peCounts) {
                for (Contender contender : contenders) {
                    progress.println("round " + rounds + ": " + contender.name() + ", " + pes + " PEs");
                    progress.flush();
                    measure(contender, pes);
                }
            }
        } while (rounds < extent.rounds()
                && (System.nanoTime() - startNs) / rounds * (rounds + 1)
                        < extent.limit().toNanos());
        loadAfter = Machine.load();
    }

    private void measure(Contender contender, int pes) throws InterruptedException {
        try {
            contender.measure(pes, extent.arguments(pes), work).forEach(figures::add);
        } catch (IOException e) {
            notes.add(contender.name() + ", " + pes + " PEs, not measured in round " + rounds + ": " + e.getMessage());
        }
    }

    /** For people. */
    void print(Map<String, Object> machine, PrintWriter out) {
        machine.forEach((name, value) -> out.println(name + ": " + value));
        contenders.forEach(contender -> out.println(contender.name() + ": " + contender.version()));
        out.println("load average: " + loadBefore + " before, " + loadAfter + " after");
        out.println("rounds: " + rounds);
        out.println();
        new Table(figures).print(out);
        notes.forEach(out::println);
        out.flush();
    }

    /** For programs. */
    String json(String suite, Map<String, Object> machine) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("suite", suite);
        report.put("machine", machine);
        report.put("loadBefore", loadBefore);
        report.put("loadAfter", loadAfter);
        report.put("rounds", rounds);
        report.put("contenders", contenders.stream().map(this::facts).toList());
        report.put("notes", notes);
        report.put("figures", figures.keys().stream().map(this::facts).toList());
        return Json.of(report);
    }

    private Map<String, Object> facts(Contender contender) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", contender.name());
        facts.put("version", contender.version());
        List<String> command = new ArrayList<>(contender.command().apply(2));
        command.addAll(extent.arguments(2));
        facts.put("command", String.join(" ", command));
        return facts;
    }

    private Map<String, Object> facts(Sample.Key key) {
        Map<String, Object> figure = new LinkedHashMap<>();
        figure.put("metric", key.metric().key());
        figure.put("pes", key.pes());
        figure.put("bytes", key.bytes());
        for (Column column : Column.values()) {
            figures.merged(key, column).ifPresent(sample -> figure.put(column.impl, facts(sample)));
        }
        figures.ratio(key, Column.OSHMEM).ifPresent(ratio -> figure.put("oshmemRatio", ratio));
        List<Map<String, Object>> targets = new ArrayList<>();
        for (Target target : Target.of(key)) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("target", target.text());
            int verdict = target.verdict(figures, key);
            if (verdict != 0) {
                facts.put("met", verdict > 0);
            }
            targets.add(facts);
        }
        figure.put("targets", targets);
        return figure;
    }

    private static Map<String, Object> facts(Sample sample) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("minNs", sample.minNs());
        facts.put("medianNs", sample.medianNs());
        facts.put("p99Ns", sample.p99Ns());
        facts.put("trials", sample.trials());
        return facts;
    }
}
