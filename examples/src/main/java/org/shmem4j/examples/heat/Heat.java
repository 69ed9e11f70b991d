package org.shmem4j.examples.heat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shmem4j.HeapExhaustedException;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricSegment;

/**
 * {@code heat} lets heat spread in a plate: a five-point stencil, repeated by Jacobi's rule that a step reads only what
 * the step before wrote. The result is the same for any number of PEs, to the last bit.
 */
public final class Heat {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";
    private static final int FAILURE_STATUS = 1;
    private static final int USAGE_STATUS = 2;

    private final Shmem shmem;
    private final Options options;
    private final Field field;

    private Heat(Shmem shmem, Options options) {
        this.shmem = shmem;
        this.options = options;
        this.field = Field.allocate(shmem, options.rows(), options.columns());
    }

    /**
     * Runs one PE.
     *
     * @param args {@code [--size ROWSxCOLUMNS] [--steps N] [--warm-up N] [--check] [--output FILE.pgm]}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            String report = run(shmem, List.of(args));
            if (shmem.pe() == 0) {
                System.out.println(report);
            }
        }
    }

    /** Collective. Returns what PE 0 has to tell the user. A fault ends the job. */
    static String run(Shmem shmem, List<String> arguments) {
        if (ModuleLayer.boot().findModule(VECTOR_MODULE).isEmpty()) {
            return end(
                    shmem,
                    USAGE_STATUS,
                    "start it as 'shmem run heat', or add --java-opt --add-modules=" + VECTOR_MODULE);
        }
        try {
            return new Heat(shmem, options(shmem, arguments)).run();
        } catch (HeapExhaustedException e) {
            return end(shmem, FAILURE_STATUS, e.getMessage());
        }
    }

    /** The others wait for PE 0, so that it alone finds, and tells, what is wrong with the arguments. */
    private static Options options(Shmem shmem, List<String> arguments) {
        if (shmem.pe() == 0) {
            try {
                Options.parse(arguments).checkOutput();
            } catch (IllegalArgumentException e) {
                end(shmem, USAGE_STATUS, e.getMessage());
            }
        }
        shmem.barrier();
        return Options.parse(arguments);
    }

    private static String end(Shmem shmem, int status, @Nullable String reason) {
        shmem.globalExit(status, "heat: " + reason);
        throw new AssertionError("globalExit returned");
    }

    private String run() {
        steps(options.warmUp()); // meanwhile the JIT compiler does its work
        long ns = steps(options.steps());
        Totals totals = totals();
        String report = String.format(
                Locale.ROOT,
                "heat: %dx%d cells, %d steps, %d PEs, %.3f s, %.1f M cells/s, %d bytes put, checksum %016x",
                options.rows(),
                options.columns(),
                options.steps(),
                shmem.peCount(),
                ns / 1e9,
                1e3 * options.rows() * options.columns() * options.steps() / ns,
                totals.bytesPut,
                totals.checksum);
        if (options.check() || options.output() != null) {
            field.publish();
        }
        if (shmem.pe() == 0) { // it gets what it needs from the others, who only have to stay
            if (options.check()) {
                check(shmem, field, options);
                report += System.lineSeparator() + "check: every cell is equal to that of the sequential program";
            }
            if (options.output() != null) {
                draw(options.output());
            }
        }
        shmem.barrier();
        return report;
    }

    /** Starts anew, and returns how long the steps took. */
    private long steps(int count) {
        field.reset();
        long start = System.nanoTime();
        for (int step = 0; step < count; step++) {
            field.step();
        }
        return System.nanoTime() - start; // of all PEs, since each step ends with a barrier
    }

    private record Totals(long checksum, long bytesPut) {}

    /** The sums over all PEs, on PE 0: each puts its own numbers into a table there. */
    private Totals totals() {
        SymmetricSegment table = shmem.heap().allocate(2L * Long.BYTES * shmem.peCount());
        long row = 2L * Long.BYTES * shmem.pe();
        shmem.heap().putLong(table, row, field.checksum(), 0);
        shmem.heap().putLong(table, row + Long.BYTES, field.bytesPut(), 0);
        shmem.barrier();
        long checksum = 0;
        long bytesPut = 0;
        if (shmem.pe() == 0) {
            for (int pe = 0; pe < shmem.peCount(); pe++) {
                checksum += shmem.heap().getLong(table, 2L * Long.BYTES * pe, 0);
                bytesPut += shmem.heap().getLong(table, 2L * Long.BYTES * pe + Long.BYTES, 0);
            }
        }
        return new Totals(checksum, bytesPut);
    }

    /** On PE 0; ends the job if it finds a cell that is not what it has to be. */
    static void check(Shmem shmem, Field field, Options options) {
        double[][] expected = Plate.after(options.steps(), options.rows(), options.columns());
        double[] row = new double[options.columns()];
        for (int i = 0; i < options.rows(); i++) {
            field.getRow(i, MemorySegment.ofArray(row));
            int wrong = Arrays.mismatch(row, 0, row.length, expected[i + 1], 1, row.length + 1);
            if (wrong >= 0) {
                end(
                        shmem,
                        FAILURE_STATUS,
                        "row " + i + ", column " + wrong + " is " + row[wrong] + ", but " + expected[i + 1][wrong + 1]
                                + " in the sequential program");
            }
        }
    }

    private void draw(String file) {
        double[] row = new double[options.columns()];
        try (Picture picture = Picture.create(Path.of(file), options.rows(), options.columns())) {
            for (int i = 0; i < options.rows(); i++) {
                field.getRow(i, MemorySegment.ofArray(row));
                picture.add(row);
            }
        } catch (IOException e) {
            end(shmem, FAILURE_STATUS, "cannot write the picture: " + e);
        }
    }
}
