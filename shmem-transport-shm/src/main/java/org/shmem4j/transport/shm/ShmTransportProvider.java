package org.shmem4j.transport.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.transport.Availability;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.TransportHost;
import org.shmem4j.transport.TransportProvider;

/** Shared memory between the PEs of one Linux machine. */
public final class ShmTransportProvider implements TransportProvider {
    private static final Set<String> PROCESSORS = Set.of("amd64", "aarch64");

    /** Used by {@link java.util.ServiceLoader}. */
    public ShmTransportProvider() {}

    @Override
    public String name() {
        return ShmTransport.NAME;
    }

    @Override
    public Availability probe(Settings settings) {
        String system = System.getProperty("os.name", "") + " on " + System.getProperty("os.arch", "");
        if (!system.startsWith("Linux ") || !PROCESSORS.contains(System.getProperty("os.arch", ""))) {
            return Availability.no(
                    "shared memory is written for Linux on x86-64 and aarch64, this is " + system, "use tcp here");
        }
        try {
            return probe(settings.get(Setting.SHM_DIR));
        } catch (IOException | RuntimeException e) {
            return Availability.no("shared memory cannot be examined: " + e, "set SHMEM_SHM_DIR to another directory");
        }
    }

    private static Availability probe(Path directory) throws IOException {
        String remedy = "set SHMEM_SHM_DIR to a directory in which this user may make files, best on a tmpfs";
        if (!Files.exists(directory)) {
            return Availability.no(directory + " does not exist", remedy);
        }
        if (!Files.isDirectory(directory)) {
            return Availability.no(directory + " is not a directory", remedy);
        }
        if (!Files.isWritable(directory)) {
            return Availability.no(directory + " cannot be written to by this user", remedy);
        }
        ShmTransport.bootId();
        try {
            new PanamaPosixLibrary().getpagesize();
        } catch (LinkageError e) {
            return noLibrary(e);
        }
        return Availability.yes(ShmFile.space(directory.toRealPath()));
    }

    /** Without a flag for or against it Java 25 allows native access, with a warning; so only trying it tells. */
    private static Availability noLibrary(LinkageError error) {
        Module module = ShmTransportProvider.class.getModule();
        if (module.isNativeAccessEnabled()) {
            Throwable cause = error.getCause() == null ? error : error.getCause();
            return Availability.no("the C library lacks something: " + cause, "use tcp here");
        }
        String name = module.isNamed() ? module.getName() : "ALL-UNNAMED";
        return Availability.no(
                "native access is denied to " + (module.isNamed() ? "module " + name : "the class path"),
                "start java with --enable-native-access=" + name);
    }

    @Override
    public Transport open(TransportHost host) {
        Availability availability = probe(host.settings());
        if (!availability.available()) {
            throw new TransportException("shm: " + availability);
        }
        return ShmTransport.open(host, new PanamaPosixLibrary());
    }
}
