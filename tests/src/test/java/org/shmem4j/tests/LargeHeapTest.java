package org.shmem4j.tests;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.testkit.Job;
import org.shmem4j.testkit.JobResult;

/** Offsets and lengths that need more than 31 and 32 bits. */
class LargeHeapTest {
    private static final long GIB = 1L << 30;
    private static final long STEP = 1 << 20;

    /** PE 0 writes to the memory of PE 1, in which nothing else may change. */
    static final class Cross {
        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init();
                    Arena arena = Arena.ofConfined()) {
                SymmetricHeap heap = shmem.heap();
                SymmetricSegment segment = heap.allocateZeroed(9 * GIB / 2);
                if (shmem.pe() == 0) {
                    marks(heap, segment, arena);
                }
                shmem.barrier();
                if (shmem.pe() == 1) {
                    check(segment.local(), 2 * GIB);
                    check(segment.local(), 4 * GIB);
                    check(segment.local().get(JAVA_LONG, 3 * GIB), 0, "between the marks");
                }
                shmem.barrier();
                long length = 2 * GIB + 4096;
                long from = GIB;
                long to = 2 * GIB + (64 << 10);
                MemorySegment local = segment.local();
                if (shmem.pe() == 0) {
                    for (long at = 0; at < length; at += STEP) {
                        local.set(JAVA_LONG, from + at, at + 1);
                    }
                    local.set(JAVA_LONG, from + length - 8, -7);
                    heap.put(segment, to, local, from, length, 1);
                }
                shmem.barrier();
                if (shmem.pe() == 1) {
                    for (long at = 0; at < length; at += STEP) {
                        check(local.get(JAVA_LONG, to + at), at + 1, "byte " + at + " of one large put");
                    }
                    check(local.get(JAVA_LONG, to + length - 8), -7, "its last word");
                    check(local.get(JAVA_LONG, to + length), 0, "the word behind it");
                    System.out.println("crossed");
                }
            }
        }

        private static void marks(SymmetricHeap heap, SymmetricSegment segment, Arena arena) {
            MemorySegment bytes = arena.allocate(64 << 10, 8);
            bytes.fill((byte) 1);
            for (long mark : new long[] {2 * GIB, 4 * GIB}) {
                heap.put(segment, mark - (32 << 10), bytes, 0, 64 << 10, 1);
                heap.putLong(segment, mark - (33 << 10), mark, 1);
                check(heap.atomicFetchAddLong(segment, mark + (33 << 10), mark, 1), 0, "an atomic operation there");
                heap.quiet();
                MemorySegment back = arena.allocate(64 << 10, 8);
                heap.get(back, 0, segment, mark - (32 << 10), 64 << 10, 1);
                check(back.mismatch(bytes), -1, "what is read back across " + mark);
            }
        }

        private static void check(MemorySegment local, long mark) {
            for (long at = mark - (32 << 10); at < mark + (32 << 10); at += 8) {
                check(local.get(JAVA_LONG, at), 0x0101_0101_0101_0101L, "the word at " + at);
            }
            check(local.get(JAVA_LONG, mark - (33 << 10)), mark, "the word before");
            check(local.get(JAVA_LONG, mark + (33 << 10)), mark, "the word behind");
        }

        private static void check(long seen, long expected, String what) {
            if (seen != expected) {
                throw new AssertionError(what + ": saw " + seen + ", expected " + expected);
            }
        }
    }

    @Test
    void shouldCrossTwoAndFourGibibytes() {
        JobResult result = Job.of(2, Cross.class)
                .withEnvironment("SHMEM_SYMMETRIC_SIZE", "5G")
                .withDeadline(Duration.ofMinutes(2))
                .run();

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("crossed");
    }
}
