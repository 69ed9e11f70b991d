package org.shmem4j.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shmem4j.transport.shm.Extents.Extent;

class ExtentsTest {
    private static final int BITS = 64;

    @Test
    void shouldJoinRangesThatTouch() {
        Extents extents = new Extents();
        extents.add(new Extent(0, 4));
        extents.add(new Extent(8, 12));
        extents.add(new Extent(4, 8));
        assertThat(extents).hasToString("{0=12}");
    }

    @Test
    void shouldAgreeWithABitSet() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            Extents extents = new Extents();
            BitSet model = new BitSet();
            for (int step = 0; step < 40; step++) {
                int start = random.nextInt(BITS);
                Extent range = new Extent(start, start + 1 + random.nextInt(BITS - start));
                BitSet inRange = new BitSet();
                inRange.set((int) range.start(), (int) range.end());
                BitSet missing = (BitSet) inRange.clone();
                missing.andNot(model);
                assertThat(bits(extents.missing(range))).as("seed %d", seed).isEqualTo(missing);
                if (random.nextBoolean()) {
                    extents.add(range);
                    model.or(inRange);
                } else {
                    BitSet present = (BitSet) inRange.clone();
                    present.and(model);
                    assertThat(bits(extents.remove(range))).as("seed %d", seed).isEqualTo(present);
                    model.andNot(inRange);
                }
            }
        }
    }

    private static BitSet bits(List<Extent> extents) {
        BitSet bits = new BitSet();
        extents.forEach(extent -> bits.set((int) extent.start(), (int) extent.end()));
        return bits;
    }
}
