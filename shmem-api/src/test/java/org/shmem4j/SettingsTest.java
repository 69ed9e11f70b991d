package org.shmem4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private static Settings environment(Map<String, String> environment) {
        return Settings.resolve(Map.of(), name -> null, environment::get);
    }

    @Test
    void shouldTakeBuilderThenPropertyThenEnvironmentThenDefault() {
        Map<String, String> property = Map.of("shmem.symmetric.size", "2m");
        Map<String, String> variable = Map.of("SHMEM_SYMMETRIC_SIZE", "3m");
        Settings fromBuilder = Settings.resolve(Map.of(Setting.SYMMETRIC_SIZE, "1m"), property::get, variable::get);
        Settings fromProperty = Settings.resolve(Map.of(), property::get, variable::get);

        assertThat(fromBuilder.get(Setting.SYMMETRIC_SIZE)).isEqualTo(1L << 20);
        assertThat(fromBuilder.source(Setting.SYMMETRIC_SIZE)).isEqualTo(Settings.Source.BUILDER);
        assertThat(fromProperty.get(Setting.SYMMETRIC_SIZE)).isEqualTo(2L << 20);
        assertThat(fromProperty.source(Setting.SYMMETRIC_SIZE)).isEqualTo(Settings.Source.PROPERTY);
        assertThat(environment(variable).get(Setting.SYMMETRIC_SIZE)).isEqualTo(3L << 20);
        assertThat(environment(variable).source(Setting.SYMMETRIC_SIZE)).isEqualTo(Settings.Source.ENVIRONMENT);
        assertThat(environment(Map.of()).get(Setting.SYMMETRIC_SIZE)).isEqualTo(512L << 20);
        assertThat(environment(Map.of()).source(Setting.SYMMETRIC_SIZE)).isEqualTo(Settings.Source.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({
        "1,1",
        "512m,536870912",
        "1.5G,1610612736",
        "2g,2147483648",
        "0.1k,103",
        ".5k,512",
        "3.,3",
        "1t,1099511627776",
        "64 KiB,65536",
        "1.5megabytes,1572864",
        "9000000000,9000000000"
    })
    void shouldReadSizes(String text, long bytes) {
        assertThat(environment(Map.of("SHMEM_SYMMETRIC_SIZE", text)).get(Setting.SYMMETRIC_SIZE))
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "0m",
                "-1",
                "m",
                "big",
                "0x10m",
                "1,5g",
                "10 000m",
                "1e9",
                "512 bananas",
                "12q",
                "1_000m",
                "99999999999999999999",
                "65t"
            })
    void shouldNameTheSettingAndWhatWouldBeRightWhenASizeIsNonsense(String text) {
        assertThatThrownBy(() -> environment(Map.of("SHMEM_SYMMETRIC_SIZE", text)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("SHMEM_SYMMETRIC_SIZE='" + text + "': ")
                .hasMessageContaining("such as 512m or 1.5g");
    }

    @Test
    void shouldReadTransports() {
        assertThat(environment(Map.of("SHMEM_TRANSPORTS", "tcp, shm")).get(Setting.TRANSPORTS))
                .containsExactly("tcp", "shm");
        assertThat(environment(Map.of("SHMEM_TRANSPORTS", "^tcp,^rdma")).get(Setting.TRANSPORTS))
                .containsExactly("^tcp", "^rdma");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shm,", "shm,^tcp", "^shm,tcp", "shm,shm", "SHM", "shm;tcp"})
    void shouldRefuseTransportsThatAreMixedOrNoNames(String text) {
        assertThatThrownBy(() -> environment(Map.of("SHMEM_TRANSPORTS", text)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("SHMEM_TRANSPORTS='" + text + "': ");
    }

    @Test
    void shouldListEveryFaultAtOnce() {
        assertThatThrownBy(() -> Settings.resolve(
                        Map.of(Setting.SHM_DIR, "relative"),
                        Map.of("shmem.symmetric.size", "none")::get,
                        Map.of("SHMEM_TRANSPORTS", "?")::get))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("SHMEM_SHM_DIR='relative': it is relative; expected an absolute path")
                .hasMessageContaining("-Dshmem.symmetric.size='none'")
                .hasMessageContaining("SHMEM_TRANSPORTS='?'");
    }

    @Test
    void shouldReadFlagsAndPaths() {
        Settings settings = environment(Map.of("SHMEM_DEBUG", "1", "SHMEM_INFO", "no", "SHMEM_SHM_DIR", "/tmp"));

        assertThat(settings.get(Setting.DEBUG)).isTrue();
        assertThat(settings.get(Setting.INFO)).isFalse();
        assertThat(settings.get(Setting.VERSION)).isFalse();
        assertThat(settings.get(Setting.SHM_DIR)).isEqualTo(Path.of("/tmp"));
    }
}
