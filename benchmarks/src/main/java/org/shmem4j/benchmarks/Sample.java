package org.shmem4j.benchmarks;

import java.util.Optional;

/**
 * What one process found out about one loop, in nanoseconds per call.
 *
 * @param column whose
 * @param key what was measured
 * @param minNs the fastest trial
 * @param medianNs the middle one
 * @param p99Ns one of the slowest
 * @param trials how often it was timed
 */
record Sample(Column column, Key key, double minNs, double medianNs, double p99Ns, int trials) {

    /**
     * What is measured.
     *
     * @param metric which loop
     * @param pes with how many PEs
     * @param bytes of what size
     */
    record Key(Metric metric, int pes, long bytes) {}

    /** Reads {@code impl,pes,metric,bytes,min,median,p99,trials}; anything else, such as a line of the launcher, is no sample. */
    static Optional<Sample> parse(String line) {
        String[] parts = line.split(",", -1);
        if (parts.length != 8) {
            return Optional.empty();
        }
        try {
            int pes = Integer.parseInt(parts[1]);
            long bytes = Long.parseLong(parts[3]);
            double min = Double.parseDouble(parts[4]);
            double median = Double.parseDouble(parts[5]);
            double p99 = Double.parseDouble(parts[6]);
            int trials = Integer.parseInt(parts[7]);
            return Column.of(parts[0])
                    .flatMap(column -> Metric.of(parts[2])
                            .map(metric -> new Sample(column, new Key(metric, pes, bytes), min, median, p99, trials)));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** The line that a program prints last. */
    static String end(Column column, int pes) {
        return column.impl + "," + pes + ",end";
    }
}
