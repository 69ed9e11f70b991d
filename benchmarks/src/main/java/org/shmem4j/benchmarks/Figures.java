package org.shmem4j.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The samples of all rounds. Of several rounds the minimum of minima counts, and the median of medians and of p99s. */
final class Figures {
    private record Place(Sample.Key key, Column column) {}

    private static final Comparator<Sample.Key> ORDER = Comparator.comparing(Sample.Key::metric)
            .thenComparingInt(Sample.Key::pes)
            .thenComparingLong(Sample.Key::bytes);

    private final Map<Place, List<Sample>> samples =
            new TreeMap<>(Comparator.comparing(Place::key, ORDER).thenComparing(Place::column));

    void add(Sample sample) {
        samples.computeIfAbsent(new Place(sample.key(), sample.column()), _ -> new ArrayList<>())
                .add(sample);
    }

    /** In the order in which they are printed. */
    List<Sample.Key> keys() {
        return samples.keySet().stream().map(Place::key).distinct().toList();
    }

    /** Whose figures there are. */
    Set<Column> columns() {
        Set<Column> columns = EnumSet.noneOf(Column.class);
        samples.keySet().forEach(place -> columns.add(place.column));
        return columns;
    }

    /** One figure for all rounds; empty if it was not measured. */
    Optional<Sample> merged(Sample.Key key, Column column) {
        List<Sample> rounds = samples.getOrDefault(new Place(key, column), List.of());
        if (rounds.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Sample(
                column,
                key,
                rounds.stream().mapToDouble(Sample::minNs).min().orElseThrow(),
                median(rounds, Sample::medianNs),
                median(rounds, Sample::p99Ns),
                rounds.stream().mapToInt(Sample::trials).sum()));
    }

    /**
     * How many times as fast as a rival shmem4j is with the heap in a local variable: the median, over the rounds, of
     * the ratio of the best trials of that round, or of the middle ones under contention. One lucky trial in all of the
     * run does not decide, and what slows a round down slows both.
     */
    OptionalDouble ratio(Sample.Key key, Column rival) {
        List<Sample> ours = samples.getOrDefault(new Place(key, Column.LOCAL), List.of());
        List<Sample> theirs = samples.getOrDefault(new Place(key, rival), List.of());
        int rounds = Math.min(ours.size(), theirs.size());
        return rounds == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(median(IntStream.range(0, rounds)
                        .mapToDouble(round -> key.metric().compared(theirs.get(round))
                                / key.metric().compared(ours.get(round)))));
    }

    private static double median(List<Sample> rounds, ToDoubleFunction<Sample> value) {
        return median(rounds.stream().mapToDouble(value));
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
