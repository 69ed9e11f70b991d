package org.shmem4j.runtime.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The files that this process deletes when it ends. Thread-safe. */
final class ExitFiles {
    private final Set<Path> files = ConcurrentHashMap.newKeySet();

    /** Adds a file. Returns its absolute path. */
    Path add(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        files.add(absolute);
        return absolute;
    }

    void delete() {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException _) {
                // a directory now, or in one that is gone: nothing that this process could do at its end
            }
        }
    }
}
