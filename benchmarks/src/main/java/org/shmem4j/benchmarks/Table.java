package org.shmem4j.benchmarks;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Figures side by side, for people. */
final class Table {
    private final Figures figures;

    Table(Figures figures) {
        this.figures = figures;
    }

    void print(PrintWriter out) {
        out.println(row("", "", "", Column.LOCAL.title, Column.LOCAL.title, "Open MPI", "", "OSHMEM /", ""));
        out.println(row(
                "metric", "bytes", "unit", "local variable", "static final", "OSHMEM", "raw C", "shmem4j", "target"));
        for (Sample.Key key : figures.keys()) {
            out.println(line(key));
        }
        out.println();
        out.println(
                "A figure is the best of all trials, with the median in brackets; under contention it is the median."
                        + " Ratios, and targets against a rival, are the median over the rounds of the ratio of that"
                        + " round's best trials (under contention: of the medians), shmem4j with its heap in a local"
                        + " variable.");
    }

    private String line(Sample.Key key) {
        double ns =
                figures.merged(key, Column.LOCAL).map(key.metric()::compared).orElse(0.0);
        String unit = key.metric().unit(ns);
        OptionalDouble ratio = figures.ratio(key, Column.OSHMEM);
        String pes = key.pes() == 2 && key.metric().compareTo(Metric.BARRIER) < 0 ? "" : ", " + key.pes() + " PEs";
        return row(
                key.metric().title + pes,
                key.bytes() == 0 ? "" : Long.toString(key.bytes()),
                unit,
                cell(key, Column.LOCAL, unit),
                cell(key, Column.CONSTANT, unit),
                cell(key, Column.OSHMEM, unit),
                cell(key, Column.RAW, unit),
                ratio.isEmpty() ? "-" : number(ratio.getAsDouble()) + "x",
                Target.of(key).stream()
                        .map(target -> target.text() + verdict(target.verdict(figures, key)))
                        .collect(Collectors.joining("; ")));
    }

    private String cell(Sample.Key key, Column column, String unit) {
        Optional<Sample> sample = figures.merged(key, column);
        return sample.map(found -> cell(key, found, unit)).orElse("-");
    }

    private static String cell(Sample.Key key, Sample sample, String unit) {
        String compared = number(Metric.in(unit, key.metric().compared(sample), key.bytes()));
        return key.metric().isContended()
                ? compared
                : compared + " (" + number(Metric.in(unit, sample.medianNs(), key.bytes())) + ")";
    }

    private static String verdict(int verdict) {
        return verdict > 0 ? " met" : verdict < 0 ? " MISSED" : "";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : value < 1_000 ? "%.1f" : "%.0f", value);
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "%-26s %9s %-5s %18s %18s %18s %18s %8s  %s", cells)
                .stripTrailing();
    }
}
