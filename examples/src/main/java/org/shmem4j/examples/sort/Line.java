package org.shmem4j.examples.sort;

import java.lang.foreign.MemorySegment;

/**
 * A line that may be another PE's.
 *
 * @param head its first bytes, at least as many as are in memory anyway
 * @param length its bytes without the newline
 * @param position where it stands in the file, which tells it from lines with the same bytes
 */
record Line(MemorySegment head, long length, long position) {}
