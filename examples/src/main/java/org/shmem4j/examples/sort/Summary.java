package org.shmem4j.examples.sort;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What was done, by all PEs together.
 *
 * @param peCount the number of PEs
 * @param lines lines
 * @param bytes bytes of output
 * @param largestPart bytes of output of the PE that wrote the most
 * @param bytesToSelf bytes of lines that stayed with the PE that read them
 * @param bytesToOthers bytes of lines that were put to another PE
 * @param totalNs from start to end
 * @param phaseNs for each phase, how long it took the slowest PE
 */
record Summary(
        int peCount,
        long lines,
        long bytes,
        long largestPart,
        long bytesToSelf,
        long bytesToOthers,
        long totalNs,
        List<Long> phaseNs) {

    /** Adds up the rows {@link #row} of all PEs. */
    static Summary of(long[] rows, int peCount, long totalNs) {
        int width = rows.length / peCount;
        long[] sums = new long[3];
        long[] phaseNs = new long[Phases.NAMES.size()];
        long bytes = 0;
        long largestPart = 0;
        for (int row = 0; row < rows.length; row += width) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += rows[row + i];
            }
            bytes += rows[row + 3];
            largestPart = Math.max(largestPart, rows[row + 3]);
            for (int i = 0; i < phaseNs.length; i++) {
                phaseNs[i] = Math.max(phaseNs[i], rows[row + 4 + i]);
            }
        }
        return new Summary(
                peCount,
                sums[0],
                bytes,
                largestPart,
                sums[1],
                sums[2],
                totalNs,
                Arrays.stream(phaseNs).boxed().toList());
    }

    /** What one PE has to say. */
    static long[] row(long lines, long bytesToSelf, long bytesToOthers, long part, long[] phaseNs) {
        long[] row = new long[4 + phaseNs.length];
        row[0] = lines;
        row[1] = bytesToSelf;
        row[2] = bytesToOthers;
        row[3] = part;
        System.arraycopy(phaseNs, 0, row, 4, phaseNs.length);
        return row;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "sort: %,d lines, %s, %d PE%s, %s%n",
                lines,
                size(bytes),
                peCount,
                peCount == 1 ? "" : "s",
                seconds(totalNs)));
        for (int phase = 0; phase < phaseNs.size(); phase++) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-8s %s%s%n",
                    Phases.NAMES.get(phase),
                    seconds(phaseNs.get(phase)),
                    phase == Phases.READ ? " (each time of the slowest PE)" : ""));
        }
        text.append(String.format(
                Locale.ROOT, "  moved    %s to self, %s to other PEs%n", size(bytesToSelf), size(bytesToOthers)));
        text.append(String.format(
                Locale.ROOT,
                "  balance  largest part %s of %s on average%n",
                size(largestPart),
                size(bytes / peCount)));
        return text.toString();
    }

    private static String seconds(long ns) {
        return String.format(Locale.ROOT, "%.3f s", ns / 1e9);
    }

    private static String size(long bytes) {
        return bytes < 100_000
                ? String.format(Locale.ROOT, "%,d bytes", bytes)
                : String.format(Locale.ROOT, "%,.1f MB", bytes / 1e6);
    }
}
