package org.shmem4j.examples.heat;

/**
 * The plate at the start, and the sequential program: what the PEs have to compute together, bit for bit. It shares no
 * code with {@link Stencil}, so that it can tell whether that is right.
 */
final class Plate {
    private static final int CHEQUERS = 8;

    private Plate() {}

    /**
     * The temperature at the start, and for ever in the border, which lies one cell outside: a round chess-board of hot
     * and cold, above a hot lower edge. All PEs compute the same; only whole numbers are compared.
     */
    static double start(int row, int column, int rows, int columns) {
        if (row == rows) {
            return 1;
        }
        if (row < 0 || column < 0 || column >= columns) {
            return 0;
        }
        double y = 2.0 * row + 1 - rows; // twice the distance from the middle
        double x = 2.0 * column + 1 - columns;
        double side = Math.min(rows, columns);
        boolean inside = x * x + y * y < 0.64 * side * side;
        boolean white = ((long) row * CHEQUERS / rows + (long) column * CHEQUERS / columns) % 2 == 0;
        return inside && white ? 1 : 0;
    }

    /** The plate with its border, after some steps. */
    static double[][] after(int steps, int rows, int columns) {
        double[][] from = atStart(rows, columns);
        double[][] to = atStart(rows, columns);
        for (int step = 0; step < steps; step++) {
            for (int row = 1; row <= rows; row++) {
                step(from[row - 1], from[row], from[row + 1], to[row]);
            }
            double[][] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void step(double[] above, double[] middle, double[] below, double[] to) {
        for (int i = 1; i < to.length - 1; i++) {
            to[i] = 0.5 * middle[i] + 0.125 * ((above[i] + below[i]) + (middle[i - 1] + middle[i + 1]));
        }
    }

    private static double[][] atStart(int rows, int columns) {
        double[][] cells = new double[rows + 2][columns + 2];
        for (int row = 0; row < cells.length; row++) {
            for (int column = 0; column < columns + 2; column++) {
                cells[row][column] = start(row - 1, column - 1, rows, columns);
            }
        }
        return cells;
    }
}
