package org.shmem4j.examples.heat;

/**
 * The rows of one PE: all PEs have equally many, give or take one, and none if there are more PEs than rows.
 *
 * @param first the first row, counted from 0 in the whole plate
 * @param count how many
 */
record Block(int first, int count) {

    static Block of(int pe, int rows, int peCount) {
        int first = start(pe, rows, peCount);
        return new Block(first, start(pe + 1, rows, peCount) - first);
    }

    /** The PE that has a row: the last one that starts at or before it, so never one that has none. */
    static int owner(int row, int rows, int peCount) {
        return Math.toIntExact(((row + 1L) * peCount - 1) / rows);
    }

    /** The most rows that a PE has. */
    static int countMax(int rows, int peCount) {
        return Math.ceilDiv(rows, peCount);
    }

    private static int start(int pe, int rows, int peCount) {
        return Math.toIntExact((long) pe * rows / peCount);
    }
}
