package org.shmem4j.examples.sort;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricSegment;

/**
 * {@code sort INPUT OUTPUT} sorts the lines of a file by their bytes, as {@code LC_ALL=C sort} does, on all PEs: a
 * parallel sort by regular sampling.
 *
 * <ol>
 *   <li>Read: each PE reads its share of the input.
 *   <li>Sort: each PE sorts its lines.
 *   <li>Split: the PEs agree on lines that split the output into one part per PE.
 *   <li>Exchange: each PE puts its lines straight into the memory of the PEs whose part they belong to.
 *   <li>Merge: each PE merges the runs that it got, and writes its part of the output.
 * </ol>
 *
 * <p>The result goes to a file beside OUTPUT, which is renamed when it is whole: whatever happens, OUTPUT is as before
 * or sorted.
 */
public final class Sort {
    private final Shmem shmem;
    private final Collectives collectives;
    private final PrintStream error;
    private final boolean terminal;

    private Sort(Shmem shmem, PrintStream error, boolean terminal) {
        this.shmem = shmem;
        this.collectives = new Collectives(shmem);
        this.error = error;
        this.terminal = terminal;
    }

    /**
     * Runs one PE.
     *
     * @param args INPUT and OUTPUT
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Summary summary = run(shmem, List.of(args), System.err, Phases.errorIsTerminal());
            if (summary != null) {
                System.err.print(summary.text());
            }
        }
    }

    /** Sorts; a fault ends the job. Returns what was done, on PE 0, and null on the others. */
    static @Nullable Summary run(Shmem shmem, List<String> arguments, PrintStream error, boolean terminal) {
        try {
            return new Sort(shmem, error, terminal).sort(arguments);
        } catch (Fault fault) {
            return end(shmem, fault);
        } catch (OutOfMemoryError e) {
            return end(
                    shmem,
                    Fault.of("PE " + shmem.pe() + " is out of memory (" + e.getMessage()
                            + "): run with more PEs, or a larger -Xmx"));
        }
    }

    private static @Nullable Summary end(Shmem shmem, Fault fault) {
        shmem.globalExit(fault.status(), fault.line());
        throw new AssertionError("globalExit returned");
    }

    private @Nullable Summary sort(List<String> arguments) throws Fault {
        long start = System.nanoTime();
        // The others wait for PE 0, so that it alone finds, and tells, what is wrong with the arguments.
        Job job = shmem.pe() == 0
                ? Job.of(SortFiles.of(arguments).check(), new SecureRandom().nextLong(), terminal)
                : new Job(0, 0, 0, false);
        job = job.share(collectives);
        SortFiles files = SortFiles.of(arguments);
        shmem.deleteAtExit(files.part(job.unique()));
        shmem.barrier(); // all see to it that it is deleted, before it is there
        if (shmem.pe() == 0) {
            files.create(job.unique());
        }
        Phases phases = new Phases(shmem, job.watched(), error);
        long lineCount;
        Exchange exchange;
        SymmetricSegment received;
        try (Arena arena = Arena.ofConfined()) {
            SortedLines lines;
            long[] bounds;
            try (FileChannel input = files.openInput()) {
                Slice slice = Slice.read(input, job.size(), shmem, collectives, phases, arena);
                phases.begin(Phases.SORT);
                lines = LineSorter.sort(slice, shmem.pe(), phases);
                phases.begin(Phases.SPLIT);
                bounds = new Splitters(shmem, collectives, input).split(lines, job.size());
            } catch (IOException | UncheckedIOException e) {
                throw files.inputFault(e);
            }
            lineCount = lines.count();
            exchange = new Exchange(shmem, collectives, bounds);
            if (shmem.pe() == 0) {
                files.checkUnchanged(job); // nobody reads it any more
            }
            phases.begin(Phases.EXCHANGE);
            received = exchange.run(lines, phases);
        }
        phases.begin(Phases.MERGE);
        merge(exchange, received, files, job, phases);
        shmem.heap().free(received); // waits for all: now the result is whole
        if (shmem.pe() == 0) {
            files.moveToOutput(job.unique());
        }
        phases.end();
        long[] rows = collectives.fromAll(Summary.row(
                lineCount,
                exchange.bytesToSelf(),
                exchange.bytesToOthers(),
                exchange.partLength(shmem.pe()),
                phases.phaseNs()));
        return shmem.pe() == 0 ? Summary.of(rows, shmem.peCount(), System.nanoTime() - start) : null;
    }

    private void merge(Exchange exchange, SymmetricSegment received, SortFiles files, Job job, Phases phases)
            throws Fault {
        long[] runs = new long[shmem.peCount() + 1];
        for (int source = 0; source < runs.length; source++) {
            runs[source] = exchange.runStart(source, shmem.pe());
        }
        try (FileChannel output = files.openPart(job.unique());
                Arena arena = Arena.ofConfined()) {
            long length = exchange.partLength(shmem.pe());
            PartWriter writer = new PartWriter(output, exchange.partStart(), length, phases, arena);
            new RunMerge(received.local(), runs).writeTo(writer);
        } catch (IOException e) {
            throw files.outputFault(e);
        }
    }
}
