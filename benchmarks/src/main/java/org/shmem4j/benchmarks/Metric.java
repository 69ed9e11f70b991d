package org.shmem4j.benchmarks;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a loop does, and in which unit its figures are read. */
enum Metric {
    PUT_LONG("put of one long"),
    PUT_LONG_QUIET("put of one long, quiet"),
    GET_LONG("get of one long"),
    PUT("put"),
    PUT_QUIET("put, quiet"),
    GET("get"),
    PUT_RATE("64 puts, quiet"),
    PUT_BANDWIDTH("16 puts, quiet"),
    HALF_ROUND_TRIP("half round trip"),
    ATOMIC_FETCH_ADD("fetch-add"),
    ATOMIC_COMPARE_SWAP("compare-swap"),
    ATOMIC_SWAP("swap"),
    ATOMIC_FETCH("fetch"),
    ATOMIC_ADD("64 adds, quiet; per add"),
    ATOMIC_FETCH_ADD_INT("fetch-add of an int"),
    BARRIER("barrier"),
    SYNC("sync"),
    ATOMIC_CONTENDED("contended fetch-add");

    private static final double MICRO_FROM_NS = 10_000;

    final String title;

    Metric(String title) {
        this.title = title;
    }

    static Optional<Metric> of(String name) {
        return Stream.of(values()).filter(metric -> metric.key().equals(name)).findFirst();
    }

    /** How it is called in lines of samples. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Disturbances only ever make a loop slower, so the best trial tells what it costs; but where PEs want the same
     * word, the best one is that in which a PE was held up and the other had the word for itself, and the middle one
     * counts.
     */
    boolean isContended() {
        return this == ATOMIC_CONTENDED;
    }

    /** The time of a round that is compared with that of a rival. */
    double compared(Sample sample) {
        return isContended() ? sample.medianNs() : sample.minNs();
    }

    /** The unit for figures of about this time per call. */
    String unit(double ns) {
        return switch (this) {
            case PUT_RATE -> "M/s";
            case PUT_BANDWIDTH -> "GB/s";
            default -> ns < MICRO_FROM_NS ? "ns" : "µs";
        };
    }

    /** A time per call in a unit. */
    static double in(String unit, double ns, long bytes) {
        return switch (unit) {
            case "M/s" -> 1_000 / ns;
            case "GB/s" -> bytes / ns;
            case "µs" -> ns / 1_000;
            default -> ns;
        };
    }
}
