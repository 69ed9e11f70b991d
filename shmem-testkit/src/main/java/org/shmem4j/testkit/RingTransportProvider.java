package org.shmem4j.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.transport.Availability;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportHost;
import org.shmem4j.transport.TransportProvider;

/**
 * A transport of frames only, over rings in files of {@code SHMEM_SHM_DIR}: what a network does, without one. It lets
 * all that a target's runtime executes be tested on one machine.
 */
public final class RingTransportProvider implements TransportProvider {
    static final String NAME = "ring";

    /** For {@link java.util.ServiceLoader}. */
    public RingTransportProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Availability probe(Settings settings) {
        Path directory = settings.get(Setting.SHM_DIR);
        return Files.isWritable(directory)
                ? Availability.yes("rings in " + directory)
                : Availability.no(
                        "cannot write to " + directory, "set SHMEM_SHM_DIR to a directory that can be written");
    }

    @Override
    public Transport open(TransportHost host) {
        return RingTransport.open(host);
    }
}
