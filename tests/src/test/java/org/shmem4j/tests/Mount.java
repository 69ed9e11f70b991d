package org.shmem4j.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether tests that mount a file system run. */
final class Mount {
    static final String POSSIBLE = "org.shmem4j.tests.Mount#isPossible";
    static final String NEEDS_ROOT = "mounts a file system, which needs root";

    private Mount() {}

    /** Never skipped where the result counts: there a lack of root is a failure. */
    static boolean isPossible() throws IOException {
        return System.getenv("CI") != null
                || Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }
}
