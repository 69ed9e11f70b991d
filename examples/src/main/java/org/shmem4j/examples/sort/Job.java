package org.shmem4j.examples.sort;

import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * What PE 0 finds out at the start, and tells all.
 *
 * @param size bytes of input
 * @param modifiedNs when the input was last modified
 * @param unique a number that no other job has
 * @param watched whether a bar of progress is drawn
 */
record Job(long size, long modifiedNs, long unique, boolean watched) {

    static Job of(BasicFileAttributes input, long unique, boolean watched) {
        return new Job(input.size(), modifiedNs(input), unique, watched);
    }

    /** Collective. PE 0 gives the job, the others anything of this type. */
    Job share(Collectives collectives) {
        long[] numbers = collectives.fromFirst(size, modifiedNs, unique, watched ? 1 : 0);
        return new Job(numbers[0], numbers[1], numbers[2], numbers[3] != 0);
    }

    /** A rewritten input of the same length would give a wrong result without any other sign. */
    boolean hasInput(BasicFileAttributes now) {
        return now.size() == size && modifiedNs(now) == modifiedNs;
    }

    private static long modifiedNs(BasicFileAttributes input) {
        return input.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    }
}
