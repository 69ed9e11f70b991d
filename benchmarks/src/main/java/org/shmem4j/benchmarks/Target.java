package org.shmem4j.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What a figure of shmem4j, with the heap in a local variable, ought to be. */
sealed interface Target {
    String text();

    /** Positive if it is met, negative if not, 0 if that cannot be said. */
    int verdict(Figures figures, Sample.Key key);

    /** At most so long. */
    record AtMost(double ns) implements Target {
        @Override
        public String text() {
            return "<= " + number(ns) + " ns";
        }

        @Override
        public int verdict(Figures figures, Sample.Key key) {
            return figures.merged(key, Column.LOCAL)
                    .map(sample -> sample.minNs() <= ns ? 1 : -1)
                    .orElse(0);
        }
    }

    /** At least so many times as fast as a rival. */
    record Faster(double times, Column rival) implements Target {
        @Override
        public String text() {
            return times >= 1 || rival == Column.OSHMEM
                    ? ">= " + number(times) + "x " + rival.title
                    : "<= " + number(1 / times) + "x " + rival.title;
        }

        @Override
        public int verdict(Figures figures, Sample.Key key) {
            OptionalDouble ratio = figures.ratio(key, rival);
            return ratio.isEmpty() ? 0 : ratio.getAsDouble() >= times ? 1 : -1;
        }
    }

    /** All that is set for a figure. */
    static List<Target> of(Sample.Key key) {
        return switch (key.metric()) {
            case PUT_LONG -> List.of(new AtMost(2.5));
            case PUT -> puts(key.bytes());
            case GET -> key.bytes() == 8 ? List.of(new AtMost(3)) : List.of();
            case PUT_QUIET -> key.bytes() == 8 ? List.of(new AtMost(9)) : List.of();
            case PUT_RATE -> List.of(new Faster(3, Column.OSHMEM));
            case ATOMIC_FETCH_ADD, ATOMIC_COMPARE_SWAP -> List.of(new Faster(2.5, Column.OSHMEM));
            case HALF_ROUND_TRIP -> List.of(new Faster(1, Column.OSHMEM), new Faster(1 / 1.1, Column.RAW));
            case BARRIER -> barriers(key.pes());
            default -> List.of();
        };
    }

    private static List<Target> puts(long bytes) {
        return switch ((int) bytes) {
            case 8 -> List.of(new AtMost(3));
            case 4 << 10 -> List.of(new Faster(2, Column.OSHMEM));
            case 64 << 10 -> List.of(new Faster(0.95, Column.OSHMEM));
            case 1 << 20 -> List.of(new Faster(0.97, Column.OSHMEM));
            case 16 << 20 -> List.of(new Faster(1, Column.OSHMEM));
            default -> List.of();
        };
    }

    private static List<Target> barriers(int pes) {
        boolean fewCores = Runtime.getRuntime().availableProcessors() == 2;
        return switch (pes) {
            case 2 -> List.of(new Faster(2.5, Column.OSHMEM));
            case 4 -> fewCores ? List.of(new Faster(1.5, Column.OSHMEM)) : List.of();
            case 8 -> fewCores ? List.of(new Faster(2, Column.OSHMEM)) : List.of();
            default -> List.of();
        };
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value).replaceAll("\\.?0+$", "");
    }
}
