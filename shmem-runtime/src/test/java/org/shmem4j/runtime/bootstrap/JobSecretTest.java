package org.shmem4j.runtime.bootstrap;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

final class JobSecretTest {

    @Test
    void shouldComputeTheVectorsOfRfc4231() {
        assertThat(HexFormat.of()
                        .formatHex(JobSecret.hmac(
                                "Jefe".getBytes(US_ASCII), "what do ya want for nothing?".getBytes(US_ASCII))))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @Test
    void shouldAgreeWithTheJdkWhenKeysAndTextsAreOfAnyLength() throws Exception {
        for (int length = 1; length <= 64; length++) {
            byte[] key = new byte[length];
            key[length - 1] = (byte) length;
            byte[] text = new byte[3 * length];
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            assertThat(JobSecret.hmac(key, text)).as("%s bytes", length).isEqualTo(mac.doFinal(text));
        }
    }

    @Test
    void shouldGiveAnotherProofWhenAnyInputDiffers() {
        JobSecret secret = JobSecret.random();
        assertThat(List.of(
                        secret.launcherProof(1, "a", "b"),
                        secret.peProof(1, "a", "b"),
                        secret.peProof(2, "a", "b"),
                        secret.peProof(1, "b", "a"),
                        JobSecret.random().peProof(1, "a", "b")))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldReadWhatItWroteAndNothingElse() {
        JobSecret secret = JobSecret.random();
        assertThat(JobSecret.parse(secret.hex()))
                .isNotNull()
                .extracting(JobSecret::hex)
                .isEqualTo(secret.hex());
        assertThat(JobSecret.parse(secret.hex().substring(1))).isNull();
        assertThat(JobSecret.parse("x".repeat(64))).isNull();
        assertThat(secret.toString()).doesNotContain(secret.hex());
    }
}
