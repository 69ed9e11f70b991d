package org.shmem4j.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.testkit.RingTransportProvider;
import org.shmem4j.testkit.TransportTck;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.TransportProvider;

/** Every transport keeps the contract. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TransportTckTest {
    @TempDir
    Path directory;

    private static TransportProvider shm() {
        return ServiceLoader.load(TransportProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("shm"))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<TransportProvider> transports() {
        return Stream.of(shm(), new RingTransportProvider());
    }

    @ParameterizedTest
    @MethodSource("transports")
    void shouldKeepTheContract(TransportProvider provider) {
        Settings settings = Settings.resolve(Map.of(Setting.SHM_DIR, directory.toString()), _ -> null, _ -> null);

        assertThatCode(() -> TransportTck.check(provider, settings)).doesNotThrowAnyException();

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldHaveARuleThatAppliesWhateverATransportCan() {
        List<String> rules = TransportTck.rules();

        assertThat(rules).doesNotHaveDuplicates();
        Set<Capability> shm = Set.of(Capability.LOAD_STORE, Capability.RMA, Capability.ORDERED);
        Set<Capability> ring = Set.of(Capability.FRAMES, Capability.ORDERED);
        assertThat(rules)
                .allMatch(rule -> TransportTck.rules(shm).contains(rule)
                        || TransportTck.rules(ring).contains(rule)
                        || TransportTck.rules(Set.of(Capability.RMA)).contains(rule)
                        || TransportTck.rules(Set.of(Capability.EVENTS)).contains(rule));
    }
}
