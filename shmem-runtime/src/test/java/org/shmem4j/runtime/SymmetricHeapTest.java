package org.shmem4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.HeapExhaustedException;
import org.shmem4j.Setting;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** The symmetric heap, over jobs whose PEs are threads. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SymmetricHeapTest {
    @TempDir
    Path directory;

    @AfterEach
    void shouldLeaveNoFile() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    private Shmem.Builder small() {
        return Shmem.builder().set(Setting.SYMMETRIC_SIZE, "1m").set(Setting.SHM_DIR, directory.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 8})
    void shouldPutToTheNextAndGetFromThePrevious(int peCount) {
        small().embedded(peCount, shmem -> {
            SymmetricHeap heap = shmem.heap();
            int next = (shmem.pe() + 1) % peCount;
            int previous = (shmem.pe() + peCount - 1) % peCount;
            SymmetricSegment inbox = heap.allocate(1000);
            for (int round = 0; round < 50; round++) {
                byte[] message = new byte[1000];
                java.util.Arrays.fill(message, (byte) (shmem.pe() * 7 + round));
                heap.put(inbox, MemorySegment.ofArray(message), next);
                shmem.barrier();
                byte[] mine = inbox.local().toArray(ValueLayout.JAVA_BYTE);
                byte[] previousOnes = new byte[1000];
                heap.get(MemorySegment.ofArray(previousOnes), inbox, previous);
                assertThat(mine).containsOnly((byte) (previous * 7 + round));
                assertThat(previousOnes).containsOnly((byte) ((previous + peCount - 1) % peCount * 7 + round));
                shmem.barrier();
            }
            heap.free(inbox);
            assertThat(heap.usedBytes()).isZero();
        });
    }

    @Test
    void shouldCarryEveryTypeUntorn() {
        small().embedded(2, shmem -> {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment values = heap.allocateZeroed(64);
            int other = 1 - shmem.pe();
            heap.putByte(values, 1, (byte) -5, other);
            heap.putShort(values, 2, (short) -30_000, other);
            heap.putInt(values, 4, Integer.MIN_VALUE + 1, other);
            heap.putLong(values, 8, Long.MIN_VALUE + 1, other);
            heap.putFloat(values, 16, -0.0f, other);
            heap.putDouble(values, 24, Double.MIN_VALUE, other);
            shmem.barrier();
            for (int pe = 0; pe < 2; pe++) {
                assertThat(heap.getByte(values, 1, pe)).isEqualTo((byte) -5);
                assertThat(heap.getShort(values, 2, pe)).isEqualTo((short) -30_000);
                assertThat(heap.getInt(values, 4, pe)).isEqualTo(Integer.MIN_VALUE + 1);
                assertThat(heap.getLong(values, 8, pe)).isEqualTo(Long.MIN_VALUE + 1);
                assertThat(heap.getFloat(values, 16, pe)).isEqualTo(-0.0f);
                assertThat(heap.getDouble(values, 24, pe)).isEqualTo(Double.MIN_VALUE);
            }
            assertThat(values.local().asSlice(32).mismatch(MemorySegment.ofArray(new byte[32])))
                    .isEqualTo(-1);
        });
    }

    @Test
    void shouldCopyEverySizeWhole() {
        small().set(Setting.SYMMETRIC_SIZE, "32m").embedded(2, shmem -> {
            SymmetricHeap heap = shmem.heap();
            int longest = (16 << 20) + 3;
            SymmetricSegment segment = heap.allocate(longest + 2L);
            byte[] source = new byte[longest];
            new java.util.Random(shmem.pe()).nextBytes(source);
            byte[] other = new byte[longest];
            new java.util.Random(1 - shmem.pe()).nextBytes(other);
            for (int size : new int[] {
                0,
                1,
                7,
                8,
                9,
                63,
                64,
                4095,
                (32 << 10) - 1,
                32 << 10,
                (64 << 10) + 1,
                256 << 10,
                (256 << 10) + 1,
                2 << 20,
                (5 << 19) - 1,
                5 << 19,
                (4 << 20) + 5,
                8 << 20,
                (8 << 20) + 1,
                longest
            }) {
                segment.local().fill((byte) 1);
                shmem.barrier();
                heap.put(segment, 1, MemorySegment.ofArray(source), 0, size, 1 - shmem.pe());
                shmem.barrier();
                assertThat(segment.local()
                                .asSlice(1, size)
                                .mismatch(MemorySegment.ofArray(other).asSlice(0, size)))
                        .as("put of %s bytes", size)
                        .isEqualTo(-1);
                assertThat(segment.local().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
                assertThat(segment.local().get(ValueLayout.JAVA_BYTE, size + 1L))
                        .isEqualTo((byte) 1);
                byte[] back = new byte[size + 1];
                heap.get(MemorySegment.ofArray(back), 0, segment, 1, size, 1 - shmem.pe());
                assertThat(java.util.Arrays.mismatch(back, 0, size, source, 0, size))
                        .as("get of %s bytes", size)
                        .isEqualTo(-1);
                assertThat(back[size]).isZero();
                assertThatThrownBy(() -> heap.put(segment, 1, MemorySegment.ofArray(back), 2, size, 1 - shmem.pe()))
                        .isInstanceOf(IndexOutOfBoundsException.class);
                shmem.barrier();
            }
        });
    }

    @Test
    void shouldSeeAPolledFlagAndTheDataBeforeIt() {
        small().embedded(2, shmem -> {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment data = heap.allocateZeroed(256);
            SymmetricSegment flag = heap.allocateZeroed(Long.BYTES);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment buffer = arena.allocate(256);
                for (long round = 1; round <= 2_000; round++) {
                    if (shmem.pe() == 0) {
                        buffer.fill((byte) round);
                        heap.put(data, buffer, 1);
                        heap.fence();
                        heap.putLong(flag, 0, round, 1);
                    } else {
                        while (heap.getLong(flag, 0, 1) != round) {
                            Thread.onSpinWait();
                        }
                        heap.get(buffer, data, 1);
                        assertThat(buffer.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) round);
                        assertThat(buffer.get(ValueLayout.JAVA_BYTE, 255)).isEqualTo((byte) round);
                    }
                    shmem.barrier();
                }
            }
        });
    }

    @Test
    void shouldRefuseWhatIsOutsideASegmentAndWriteNothing() {
        small().embedded(1, shmem -> {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment segment = heap.allocateZeroed(64);
            MemorySegment buffer = MemorySegment.ofArray(new byte[128]);
            buffer.fill((byte) 1);

            assertThatThrownBy(() -> heap.put(segment, buffer, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("offset 0, length 128: not inside a segment of 64 bytes");
            for (long[] bad : new long[][] {
                {-1, 1},
                {0, -1},
                {64, 1},
                {1, 64},
                {Long.MAX_VALUE, Long.MAX_VALUE},
                {Long.MAX_VALUE, 1},
                {1, Long.MAX_VALUE},
                {Long.MIN_VALUE, 0}
            }) {
                assertThatThrownBy(() -> heap.put(segment, bad[0], buffer, 0, bad[1], 0))
                        .as("offset %d, length %d", bad[0], bad[1])
                        .isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> heap.get(buffer, 0, segment, bad[0], bad[1], 0))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
            assertThatThrownBy(() -> heap.putLong(segment, 57, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> heap.putLong(segment, -8, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> heap.putLong(segment, 4, 1, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("multiple of 8");
            for (int pe : new int[] {-1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertThatThrownBy(() -> heap.putLong(segment, 0, 1, pe))
                        .isInstanceOf(IndexOutOfBoundsException.class)
                        .hasMessage("no PE " + pe + ": this job has PEs 0 to 0");
            }
            assertThatThrownBy(() -> heap.put(segment, 0, buffer, 100, 64, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("offset 100, length 64: not inside the source, which has 128 bytes");
            assertThatThrownBy(() -> heap.get(buffer, -1, segment, 0, 64, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("offset -1, length 64: not inside the destination, which has 128 bytes");
            assertThatThrownBy(() -> heap.get(buffer.asReadOnly(), 0, segment, 0, 8, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the destination is read-only");
            MemorySegment dead;
            try (Arena arena = Arena.ofConfined()) {
                dead = arena.allocate(8);
            }
            assertThatThrownBy(() -> heap.put(segment, dead, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the arena of the source is closed");
            assertThat(segment.local().mismatch(MemorySegment.ofArray(new byte[64])))
                    .isEqualTo(-1);

            heap.put(segment, 64, buffer, 128, 0, 0);
            heap.get(buffer, 128, segment, 64, 0, 0);
        });
    }

    @Test
    void shouldTellAFreedSegmentASliceAndAForeignOneApart() {
        List<SymmetricSegment> foreign = new ArrayList<>();
        small().embedded(1, shmem -> foreign.add(shmem.heap().allocate(64)));
        small().embedded(1, shmem -> {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment segment = heap.allocate(64);
            SymmetricSegment slice = segment.asSlice(8, 16);
            assertThat(slice.offset()).isEqualTo(segment.offset() + 8);
            assertThatThrownBy(() -> segment.asSlice(60, 5)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> slice.asSlice(0, 17)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> heap.free(slice)).hasMessageContaining("is a slice");
            heap.free(segment);
            assertThatThrownBy(() -> heap.putLong(segment, 0, 1, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContaining("freed");
            assertThatThrownBy(() -> heap.free(segment)).hasMessageContaining("was freed before");
            assertThatThrownBy(() -> heap.reallocate(segment, 8)).hasMessageContaining("was freed before");
            assertThatThrownBy(() -> heap.putLong(foreign.getFirst(), 0, 1, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not of this heap");
        });
    }

    @Test
    void shouldAllocateAlignedZeroedAndEmpty() {
        small().embedded(2, shmem -> {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment first = heap.allocate(100);
            first.local().fill((byte) 9);
            SymmetricSegment aligned = heap.allocate(10, 4096);
            assertThat(aligned.offset() % 4096).isZero();
            heap.free(first);
            SymmetricSegment zeroed = heap.allocateZeroed(200);
            assertThat(zeroed.offset()).isEqualTo(first.offset());
            assertThat(zeroed.local().mismatch(MemorySegment.ofArray(new byte[200])))
                    .isEqualTo(-1);
            if (shmem.pe() == 0) {
                SymmetricSegment empty = heap.allocate(0);
                assertThat(empty.byteSize()).isZero();
                heap.free(empty); // neither waits for PE 1
            }
            for (long bad : new long[] {0, -1, 3, 4L << 20}) {
                assertThatThrownBy(() -> heap.allocate(8, bad))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("alignment " + bad);
            }
            assertThatThrownBy(() -> heap.allocate(-1)).hasMessageStartingWith("length -1");
            assertThat(heap.byteSize()).isEqualTo(1 << 20);
        });
    }

    @Test
    void shouldKeepTheContentsWhenReallocating() {
        small().embedded(2, shmem -> {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment segment = heap.allocate(64);
            segment.local().fill((byte) (shmem.pe() + 1));
            SymmetricSegment grown = heap.reallocate(segment, 640); // in place: nothing behind it
            assertThat(grown.offset()).isEqualTo(segment.offset());
            assertThat(segment.byteSize()).isZero();
            SymmetricSegment wall = heap.allocate(64);
            SymmetricSegment moved = heap.reallocate(grown, 6400);
            assertThat(moved.offset()).isGreaterThan(wall.offset());
            assertThat(heap.getByte(moved, 63, 1 - shmem.pe())).isEqualTo((byte) (2 - shmem.pe()));
            SymmetricSegment shrunk = heap.reallocate(moved, 1);
            assertThat(shrunk.local().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) (shmem.pe() + 1));
            assertThatThrownBy(() -> heap.reallocate(shrunk, 2 << 20)).isInstanceOf(HeapExhaustedException.class);
            assertThat(shrunk.byteSize()).isEqualTo(1);
            assertThat(heap.reallocate(shrunk, 0).byteSize()).isZero();
            assertThat(heap.usedBytes()).isEqualTo(64);
        });
    }

    @Test
    void shouldSayWhatIsLeftWhenTheHeapIsExhausted() {
        small().embedded(3, shmem -> {
            SymmetricHeap heap = shmem.heap();
            heap.allocate(1000);
            assertThatThrownBy(() -> heap.allocate(1 << 20))
                    .isInstanceOf(HeapExhaustedException.class)
                    .hasMessageContaining("no room for 1048576 bytes: 1024 of 1048576 are used")
                    .hasMessageContaining("SHMEM_SYMMETRIC_SIZE");
            assertThatThrownBy(() -> heap.allocate(Long.MAX_VALUE)).isInstanceOf(HeapExhaustedException.class);
            heap.allocate((1 << 20) - 1024);
        });
    }

    @Test
    void shouldRefuseCollectivesThatDiffer() {
        small().embedded(3, shmem -> {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment segment = heap.allocate(64);
            assertThatThrownBy(() -> heap.allocate(shmem.pe() == 2 ? 128 : 64))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("allocate(128, 64)")
                    .hasMessageContaining("allocate(64, 64)");
            assertThatThrownBy(() -> {
                        if (shmem.pe() == 1) {
                            heap.free(segment);
                        } else {
                            heap.allocateZeroed(8);
                        }
                    })
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(heap.usedBytes()).isEqualTo(64);
            heap.free(segment);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void shouldGoOnAfterACollectiveThatDiffered(int peCount) {
        small().embedded(peCount, shmem -> {
            SymmetricHeap heap = shmem.heap();
            for (int round = 0; round < 20; round++) {
                if (shmem.pe() == 0) {
                    assertThatThrownBy(() -> heap.allocate(64))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("called an allocation or free")
                            .hasMessageContaining("called barrier()");
                } else {
                    assertThatThrownBy(shmem::barrier)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("called an allocation or free");
                }
                heap.free(heap.allocate(64));
                assertThat(heap.usedBytes()).isZero();
            }
        });
    }

    @Test
    void shouldAlignAddressesOnEveryPe() {
        small().set(Setting.SYMMETRIC_SIZE, "8m").embedded(3, shmem -> {
            for (long alignment = 1; alignment <= 2 << 20; alignment *= 2) {
                SymmetricSegment segment = shmem.heap().allocate(8, alignment);
                assertThat(segment.local().address() % alignment).isZero();
            }
        });
    }
}
