package org.shmem4j.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmem4j.transport.Availability;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.TransportProvider;

class ShmTransportProviderTest {
    private final ShmTransportProvider provider = new ShmTransportProvider();

    @Test
    void shouldBeDeclaredForModulesAndForTheClassPath() throws IOException {
        assertThat(provider.name()).isEqualTo("shm");
        try (var file =
                Files.newInputStream(Path.of("target/classes/META-INF/services", TransportProvider.class.getName()))) {
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8).strip())
                    .isEqualTo(ShmTransportProvider.class.getName());
        }
        Module module = ShmTransportProvider.class.getModule();
        assertThat(module.getDescriptor().provides())
                .anyMatch(provides -> provides.providers().contains(ShmTransportProvider.class.getName()));
    }

    @Test
    void shouldAnswerWithTheFileSystemAndItsSpaceAndLeaveNothing(@TempDir Path directory) throws IOException {
        Availability memory = provider.probe(FakeHost.settings(Path.of("/dev/shm")));
        assertThat(memory.available()).isTrue();
        assertThat(memory.detail()).matches("tmpfs /dev/shm has .* left of .*");
        assertThat(provider.probe(FakeHost.settings(directory)).available()).isTrue();
        assertThat(Directories.list(directory)).isEmpty();
    }

    @Test
    void shouldSayWhyNot(@TempDir Path directory) throws IOException {
        Path missing = directory.resolve("missing");
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(provider.probe(FakeHost.settings(missing)).toString())
                .contains(missing + " does not exist", "SHMEM_SHM_DIR");
        assertThat(provider.probe(FakeHost.settings(file)).toString()).contains(file + " is not a directory");
        assertThatThrownBy(() -> provider.open(FakeHost.of(missing, "job", 0, 1, Job.MIB)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(missing + " does not exist");
    }

    @Test
    void shouldOpen(@TempDir Path directory) throws IOException {
        FakeHost host = FakeHost.of(directory, "job", 0, 1, Job.MIB);
        try (Transport transport = provider.open(host)) {
            assertThat(host.files()).containsExactly(directory.toRealPath().resolve("shmem4j-job-0"));
            assertThat(transport.card()).hasSizeLessThanOrEqualTo(ShmCard.BYTES_MAX);
        }
        assertThat(Directories.list(directory)).isEmpty();
    }

    @Test
    void shouldRefuseARegionThatIsNotWholePages(@TempDir Path directory) {
        assertThatThrownBy(() -> provider.open(FakeHost.of(directory, "job", 0, 1, 5000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5000");
    }
}
