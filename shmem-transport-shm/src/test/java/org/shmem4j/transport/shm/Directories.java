package org.shmem4j.transport.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Empty directories to make shared files in. */
final class Directories {
    private Directories() {}

    static Path inMemory() throws IOException {
        return Files.createTempDirectory(Path.of("/dev/shm"), "shm-test-");
    }

    static Path onDisk() throws IOException {
        return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "shm-test-");
    }

    static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    static void delete(Path directory) throws IOException {
        for (Path file : list(directory)) {
            Files.delete(file);
        }
        Files.delete(directory);
    }
}
