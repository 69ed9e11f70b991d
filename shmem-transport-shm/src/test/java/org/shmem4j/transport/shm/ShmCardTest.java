package org.shmem4j.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.shmem4j.transport.TransportException;

class ShmCardTest {
    private static final int PATH_BYTES_MAX = ShmCard.BYTES_MAX - 56;

    private static ShmCard card(String path) {
        return new ShmCard(UUID.randomUUID(), 26, 5L << 32, UUID.randomUUID(), Path.of(path));
    }

    @Test
    void shouldSurviveTheTrip() {
        ShmCard card = card("/dev/shm/größe");
        assertThat(ShmCard.parse(0, card.encode())).isEqualTo(card);
    }

    @Test
    void shouldLimitThePath() {
        assertThat(card("/" + "x".repeat(PATH_BYTES_MAX - 1)).encode()).hasSize(ShmCard.BYTES_MAX);
        assertThat(card("/" + "x".repeat(PATH_BYTES_MAX - 2)).encode()).hasSize(ShmCard.BYTES_MAX - 1);
        ShmCard tooLong = card("/" + "x".repeat(PATH_BYTES_MAX));
        assertThatThrownBy(tooLong::encode)
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("345 bytes", "344", "SHMEM_SHM_DIR");
    }

    @Test
    void shouldRefuseWhatIsNoCard() {
        byte[] good = card("/dev/shm/x").encode();
        for (int length = 0; length < good.length; length++) {
            expectRefusal(Arrays.copyOf(good, length));
        }
        expectRefusal(Arrays.copyOf(good, good.length + 1));
        byte[] magic = good.clone();
        magic[0]++;
        expectRefusal(magic);
        byte[] version = good.clone();
        version[5]++;
        expectRefusal(version);
        byte[] path = good.clone();
        path[60] = 0;
        expectRefusal(path);
        byte[] relative = good.clone();
        relative[56] = 'x';
        expectRefusal(relative);
    }

    @Test
    void shouldThrowNothingElseForGarbage() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] good = card("/dev/shm/x").encode();
        for (int round = 0; round < 5000; round++) {
            byte[] garbage = Arrays.copyOf(good, random.nextInt(ShmCard.BYTES_MAX));
            for (int n = random.nextInt(6); n > 0 && garbage.length > 0; n--) {
                garbage[random.nextInt(garbage.length)] = (byte) random.nextInt();
            }
            try {
                ShmCard.parse(1, garbage);
            } catch (TransportException e) {
                assertThat(e).as("seed %d", seed).hasMessageContaining("PE 1");
            }
        }
    }

    private static void expectRefusal(byte[] bytes) {
        assertThatThrownBy(() -> ShmCard.parse(3, bytes))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("the card of PE 3 cannot be understood");
    }
}
