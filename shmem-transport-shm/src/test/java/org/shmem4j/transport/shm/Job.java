package org.shmem4j.transport.shm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.Connection;

/** Several PEs in this JVM. */
final class Job implements AutoCloseable {
    static final long MIB = 1 << 20;

    final List<FakeHost> hosts = new ArrayList<>();
    final List<ShmTransport> pes = new ArrayList<>();

    private Job() {}

    static Job open(Path directory, int peCount, long regionBytes) {
        Job job = new Job();
        String id = "test-" + UUID.randomUUID();
        for (int pe = 0; pe < peCount; pe++) {
            FakeHost host = FakeHost.of(directory, id, pe, peCount, regionBytes);
            job.hosts.add(host);
            job.pes.add(ShmTransport.open(host, new PanamaPosixLibrary()));
        }
        return job;
    }

    static Job joined(Path directory, int peCount, long regionBytes) {
        Job job = open(directory, peCount, regionBytes);
        job.pes.forEach(pe -> pe.join(job.cards()));
        return job;
    }

    List<byte @Nullable []> cards() {
        List<byte @Nullable []> cards = new ArrayList<>();
        pes.forEach(pe -> cards.add(pe.card()));
        return cards;
    }

    /** Connects every PE to every PE, itself included; answers the connections of each. */
    List<List<Connection>> connectAll() {
        List<List<Connection>> connections = new ArrayList<>();
        for (ShmTransport pe : pes) {
            List<Connection> own = new ArrayList<>();
            for (int to = 0; to < pes.size(); to++) {
                own.add(pe.connect(to, 0));
            }
            connections.add(own);
        }
        pes.forEach(ShmTransport::progress);
        return connections;
    }

    Path file(int pe) {
        return hosts.get(pe).files().getFirst();
    }

    @Override
    public void close() {
        pes.forEach(ShmTransport::close);
    }
}
