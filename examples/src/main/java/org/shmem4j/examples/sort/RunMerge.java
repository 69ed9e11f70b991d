package org.shmem4j.examples.sort;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Merges sorted runs of lines that lie in one piece of memory. A tree of losers: every inner node remembers the run
 * that lost there, so that the next line costs one comparison per level. The first 8 bytes of each run's line are at
 * hand.
 */
final class RunMerge {
    private final MemorySegment bytes;
    private final int runs;
    private final long[] at;
    private final long[] newline;
    private final long[] end;
    private final long[] key;
    private final int[] losers;

    /**
     * Starts a merge.
     *
     * @param bytes the runs, and {@link LineBytes#PADDING} more bytes
     * @param bounds where each run starts, and where the last ends; empty runs are left out
     */
    RunMerge(MemorySegment bytes, long[] bounds) {
        this.bytes = bytes;
        int capacity = bounds.length - 1;
        this.at = new long[capacity];
        this.newline = new long[capacity];
        this.end = new long[capacity];
        this.key = new long[capacity];
        int count = 0;
        for (int i = 0; i < capacity; i++) {
            if (bounds[i] < bounds[i + 1]) {
                end[count] = bounds[i + 1];
                load(count++, bounds[i]);
            }
        }
        this.runs = count;
        this.losers = new int[Math.max(1, count)];
    }

    void writeTo(PartWriter writer) throws IOException {
        if (runs == 1) {
            writer.write(bytes, at[0], end[0] - at[0]);
        } else if (runs > 1) {
            int winner = play(1);
            while (at[winner] < end[winner]) {
                writer.append(bytes, at[winner], newline[winner] + 1 - at[winner]);
                load(winner, newline[winner] + 1);
                winner = replay(winner);
            }
            writer.flush();
        }
    }

    private void load(int run, long start) {
        at[run] = start;
        if (start < end[run]) {
            newline[run] = LineBytes.newline(bytes, start, end[run]);
            key[run] = LineBytes.key(bytes, start, newline[run] - start);
        }
    }

    /** Plays the first round below a node, and returns who won it. Node n has the nodes 2n and 2n + 1 below it; leaves come last. */
    private int play(int node) {
        if (node >= runs) {
            return node - runs;
        }
        int left = play(2 * node);
        int right = play(2 * node + 1);
        boolean leftWins = wins(left, right);
        losers[node] = leftWins ? right : left;
        return leftWins ? left : right;
    }

    private int replay(int run) {
        int winner = run;
        for (int node = (run + runs) / 2; node > 0; node /= 2) {
            int rival = losers[node];
            if (wins(rival, winner)) {
                losers[node] = winner;
                winner = rival;
            }
        }
        return winner;
    }

    private boolean wins(int left, int right) {
        if (at[left] >= end[left] || at[right] >= end[right]) {
            return at[right] >= end[right];
        }
        if (key[left] != key[right]) {
            return Long.compareUnsigned(key[left], key[right]) < 0;
        }
        return LineBytes.compare(
                        bytes, at[left], newline[left] - at[left], bytes, at[right], newline[right] - at[right])
                < 0;
    }
}
