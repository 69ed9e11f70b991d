package org.shmem4j.examples.sort;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricSegment;

/**
 * Agrees on the lines at which the output is split, so that every PE's part has about as many bytes. Each PE takes
 * samples at equal distances in its sorted run, and PE 0 cuts the samples of all into equal parts. A sample names a
 * line by its position and brings only its first bytes, since a line may be larger than all samples should be.
 */
final class Splitters {
    /** With 16 samples per PE for each PE no part is more than an eighth too large, whatever the input. */
    private static final int OVERSAMPLING = 16;

    private static final int SAMPLES_TARGET = 1 << 16;

    /** Of a run cut into pieces, the ends and one line of any length can each add a sample. */
    private static final int SAMPLES_SPARE = 4;

    // A sample in the symmetric heap: position, length, weight (0 where there is none), first bytes of the line.
    private static final long SAMPLE_BYTES = 64;
    private static final long LENGTH_OFFSET = Long.BYTES;
    private static final long WEIGHT_OFFSET = 2 * Long.BYTES;
    private static final long HEAD_OFFSET = 3 * Long.BYTES;
    private static final long HEAD_BYTES = SAMPLE_BYTES - HEAD_OFFSET;

    private static final long SPLITTER_HEAD_BYTES = 4 << 10;

    private record Sample(Line line, long weight) {}

    private final Shmem shmem;
    private final Collectives collectives;
    private final FileChannel input;

    Splitters(Shmem shmem, Collectives collectives, FileChannel input) {
        this.shmem = shmem;
        this.collectives = collectives;
        this.input = input;
    }

    /** Where in this PE's run the part of each PE starts, and in the last element where the run ends. */
    long[] split(SortedLines lines, long size) throws IOException {
        int peCount = shmem.peCount();
        long[] bounds = new long[peCount + 1];
        bounds[peCount] = lines.byteSize();
        if (peCount == 1) {
            return bounds;
        }
        long[] splitters = agree(lines, size);
        try (Arena arena = Arena.ofConfined()) {
            LineOrder order = new LineOrder(input, arena);
            MemorySegment head = arena.allocate(SPLITTER_HEAD_BYTES);
            for (int pe = 1; pe < peCount && lines.count() > 0; pe++) {
                long position = splitters[2 * pe];
                long length = splitters[2 * pe + 1];
                MemorySegment known = head.asSlice(0, Math.min(length, SPLITTER_HEAD_BYTES));
                Slice.readFully(input, position, known);
                bounds[pe] = lines.place(lines.lowerBound(new Line(known, length, position), order));
            }
        }
        return bounds;
    }

    /** Position and length of the first line of each PE's part; that of PE 0 is not needed. */
    private long[] agree(SortedLines lines, long size) throws IOException {
        int peCount = shmem.peCount();
        int perPe = Math.clamp(SAMPLES_TARGET / peCount, peCount, OVERSAMPLING * peCount);
        long distance = Math.max(1, Math.ceilDiv(size, (long) perPe * peCount));
        long rowBytes = (perPe + SAMPLES_SPARE) * SAMPLE_BYTES;
        SymmetricSegment table = shmem.heap().allocateZeroed(rowBytes * peCount);
        putSamples(lines, distance, table, rowBytes);
        shmem.barrier();
        long[] splitters = new long[2 * peCount];
        if (shmem.pe() == 0) {
            choose(samples(table.local()), splitters);
        }
        splitters = collectives.fromFirst(splitters);
        shmem.heap().free(table);
        return splitters;
    }

    private void putSamples(SortedLines lines, long distance, SymmetricSegment table, long rowBytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment row = arena.allocate(rowBytes, Long.BYTES);
            long at = -SAMPLE_BYTES;
            int last = -1;
            for (long place = distance / 2; place < lines.byteSize(); place += distance) {
                int index = lines.indexAt(place);
                if (index != last) { // otherwise the same long line again, which weighs the more
                    at += SAMPLE_BYTES;
                    last = index;
                    Line line = lines.line(index);
                    row.set(ValueLayout.JAVA_LONG, at, line.position());
                    row.set(ValueLayout.JAVA_LONG, at + LENGTH_OFFSET, line.length());
                    long head = Math.min(HEAD_BYTES, line.length());
                    MemorySegment.copy(line.head(), 0, row, at + HEAD_OFFSET, head);
                }
                long weight = row.get(ValueLayout.JAVA_LONG, at + WEIGHT_OFFSET);
                row.set(ValueLayout.JAVA_LONG, at + WEIGHT_OFFSET, weight + 1);
            }
            shmem.heap().put(table, rowBytes * shmem.pe(), row, 0, at + SAMPLE_BYTES, 0);
        }
    }

    private static List<Sample> samples(MemorySegment table) {
        List<Sample> samples = new ArrayList<>();
        for (long at = 0; at < table.byteSize(); at += SAMPLE_BYTES) {
            long weight = table.get(ValueLayout.JAVA_LONG, at + WEIGHT_OFFSET);
            if (weight > 0) {
                long length = table.get(ValueLayout.JAVA_LONG, at + LENGTH_OFFSET);
                MemorySegment head = table.asSlice(at + HEAD_OFFSET, Math.min(HEAD_BYTES, length));
                samples.add(new Sample(new Line(head, length, table.get(ValueLayout.JAVA_LONG, at)), weight));
            }
        }
        return samples;
    }

    private void choose(List<Sample> samples, long[] splitters) {
        try (Arena arena = Arena.ofConfined()) {
            LineOrder order = new LineOrder(input, arena);
            samples.sort((left, right) -> order.compare(left.line, right.line)); // finds the PEs' runs, and merges them
        }
        long all = samples.stream().mapToLong(Sample::weight).sum();
        long before = 0;
        int pe = 1;
        for (Sample sample : samples) {
            before += sample.weight;
            for (; pe < shmem.peCount() && before * shmem.peCount() > all * pe; pe++) {
                splitters[2 * pe] = sample.line.position();
                splitters[2 * pe + 1] = sample.line.length();
            }
        }
    }
}
