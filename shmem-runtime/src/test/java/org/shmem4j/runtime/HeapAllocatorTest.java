package org.shmem4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapAllocatorTest {
    private static final int GRANULES = 256;
    private static final long LIMIT = GRANULES * HeapAllocator.GRANULE_BYTES;

    private record Range(long offset, long length) {}

    @Test
    void shouldGiveTheWholeHeapAndNoByteMore() {
        HeapAllocator allocator = new HeapAllocator(LIMIT);

        assertThat(allocator.allocate(LIMIT + 1, 64)).isEqualTo(-1);
        assertThat(allocator.allocate(LIMIT, 64)).isZero();
        assertThat(allocator.allocate(1, 1)).isEqualTo(-1);
        assertThat(allocator.usedBytes()).isEqualTo(LIMIT);
    }

    @Test
    void shouldRefuseLengthsNearTheLargestLong() {
        HeapAllocator allocator = new HeapAllocator(LIMIT);

        assertThat(allocator.allocate(Long.MAX_VALUE, 64)).isEqualTo(-1);
        assertThat(allocator.allocate(64, 64)).isZero();
        assertThat(allocator.resize(0, 64, Long.MAX_VALUE)).isFalse();
    }

    @Test
    void shouldUseTheGapThatAnAlignmentLeaves() {
        HeapAllocator allocator = new HeapAllocator(LIMIT);
        allocator.allocate(64, 64);

        assertThat(allocator.allocate(64, 4096)).isEqualTo(4096);
        assertThat(allocator.allocate(64, 64)).isEqualTo(64);
    }

    @Test
    void shouldShrinkAndGrowInPlaceWhereThereIsRoom() {
        HeapAllocator allocator = new HeapAllocator(LIMIT);
        allocator.allocate(256, 64);
        allocator.allocate(64, 64);

        assertThat(allocator.resize(0, 256, 64)).isTrue();
        assertThat(allocator.usedBytes()).isEqualTo(128);
        assertThat(allocator.resize(0, 64, 256)).isTrue();
        assertThat(allocator.resize(0, 256, 257)).isFalse();
        assertThat(allocator.usedBytes()).isEqualTo(320);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldAgreeWithAnArrayOfGranules(long seed) {
        Random random = new Random(seed);
        HeapAllocator allocator = new HeapAllocator(LIMIT);
        boolean[] taken = new boolean[GRANULES];
        List<Range> live = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            if (live.isEmpty() || random.nextInt(100) < 55) {
                long length = 1L + random.nextInt((int) HeapAllocator.GRANULE_BYTES * (1 + random.nextInt(24)));
                int alignment = (int) HeapAllocator.GRANULE_BYTES << random.nextInt(4);
                long expected = firstFit(taken, granules(length), alignment);
                assertThat(allocator.allocate(length, alignment)).isEqualTo(expected);
                if (expected >= 0) {
                    mark(taken, expected, length, true);
                    live.add(new Range(expected, length));
                }
            } else {
                Range range = live.remove(random.nextInt(live.size()));
                long newLength = 1L + random.nextInt(1_000);
                if (random.nextBoolean()) {
                    allocator.free(range.offset, range.length);
                    mark(taken, range.offset, range.length, false);
                } else {
                    mark(taken, range.offset, range.length, false);
                    boolean fits = isFree(taken, range.offset, granules(newLength));
                    assertThat(allocator.resize(range.offset, range.length, newLength))
                            .isEqualTo(fits);
                    Range now = fits ? new Range(range.offset, newLength) : range;
                    mark(taken, now.offset, now.length, true);
                    live.add(now);
                }
            }
            assertThat(allocator.usedBytes()).isEqualTo(count(taken) * HeapAllocator.GRANULE_BYTES);
        }
        live.forEach(range -> allocator.free(range.offset, range.length));
        assertThat(allocator.largestHole()).isEqualTo(LIMIT);
    }

    private static int granules(long length) {
        return (int) ((length + HeapAllocator.GRANULE_BYTES - 1) / HeapAllocator.GRANULE_BYTES);
    }

    private static long firstFit(boolean[] taken, int granules, int alignment) {
        for (long offset = 0; offset + granules * HeapAllocator.GRANULE_BYTES <= LIMIT; offset += alignment) {
            if (isFree(taken, offset, granules)) {
                return offset;
            }
        }
        return -1;
    }

    private static boolean isFree(boolean[] taken, long offset, int granules) {
        int first = (int) (offset / HeapAllocator.GRANULE_BYTES);
        for (int i = first; i < first + granules; i++) {
            if (i >= taken.length || taken[i]) {
                return false;
            }
        }
        return true;
    }

    private static void mark(boolean[] taken, long offset, long length, boolean value) {
        int first = (int) (offset / HeapAllocator.GRANULE_BYTES);
        for (int i = first; i < first + granules(length); i++) {
            taken[i] = value;
        }
    }

    private static long count(boolean[] taken) {
        long count = 0;
        for (boolean one : taken) {
            count += one ? 1 : 0;
        }
        return count;
    }
}
