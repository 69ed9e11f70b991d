package org.shmem4j.examples.heat;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * One step of time: half of what a cell was, and an eighth of each of its four neighbours.
 *
 * <p>The order of the additions is part of the result; all forms of this program keep it, and so give the same bits.
 *
 * <p><b>Speed.</b> JDK 25 has no vector instructions for a plain loop here: it cannot know that the result goes to an
 * array of its own. The Vector API says so.
 */
final class Stencil {
    private static final VectorSpecies<Double> VECTOR = DoubleVector.SPECIES_PREFERRED;

    private Stencil() {}

    /** Computes a row of cells, without the two of the border at its ends. */
    static void row(double[] above, double[] middle, double[] below, double[] to) {
        int columns = to.length - 2;
        int vectors = VECTOR.loopBound(columns);
        int i = 1;
        for (; i <= vectors; i += VECTOR.length()) {
            DoubleVector column = cells(above, i).add(cells(below, i));
            DoubleVector row = cells(middle, i - 1).add(cells(middle, i + 1));
            cells(middle, i).mul(0.5).add(column.add(row).mul(0.125)).intoArray(to, i);
        }
        for (; i <= columns; i++) {
            to[i] = 0.5 * middle[i] + 0.125 * ((above[i] + below[i]) + (middle[i - 1] + middle[i + 1]));
        }
    }

    private static DoubleVector cells(double[] row, int first) {
        return DoubleVector.fromArray(VECTOR, row, first);
    }
}
