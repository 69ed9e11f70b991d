package org.shmem4j.runtime.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class JobSecretTest {

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
