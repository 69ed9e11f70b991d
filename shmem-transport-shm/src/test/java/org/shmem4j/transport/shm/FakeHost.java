package org.shmem4j.transport.shm;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.NanoClock;
import org.shmem4j.transport.TransportHost;

/** A PE that only takes notes. */
record FakeHost(
        String jobId,
        int pe,
        int peCount,
        long regionBytes,
        Settings settings,
        List<Path> files,
        List<String> changes,
        AtomicLong aheadNs,
        AtomicInteger callBacks)
        implements TransportHost {

    static FakeHost of(Path directory, String jobId, int pe, int peCount, long regionBytes) {
        return new FakeHost(
                jobId,
                pe,
                peCount,
                regionBytes,
                settings(directory),
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArrayList<>(),
                new AtomicLong(),
                new AtomicInteger());
    }

    static Settings settings(Path directory) {
        return Settings.resolve(Map.of(Setting.SHM_DIR, directory.toString()), _ -> null, _ -> null);
    }

    @Override
    public MemorySegment region() {
        throw new AssertionError("the transport makes the region");
    }

    @Override
    public NanoClock clock() {
        return () -> System.nanoTime() + aheadNs.get();
    }

    @Override
    public Executor executor() {
        return Runnable::run;
    }

    @Override
    public void deleteAtExit(Path file) {
        if (Files.exists(file)) {
            throw new AssertionError(file + " was made before it was announced");
        }
        files.add(file);
    }

    @Override
    public void stateChanged(Connection connection) {
        if (callBacks.incrementAndGet() != 1) {
            changes.add("overlapping call-backs");
        }
        changes.add(connection.pe() + "/" + connection.slot() + " " + connection.state());
        callBacks.decrementAndGet();
    }

    @Override
    public @Nullable MemorySegment payloadTarget(Connection connection, MemorySegment header, long payloadBytes) {
        throw new AssertionError("no frames here");
    }

    @Override
    public void frame(Connection connection, MemorySegment header, MemorySegment payload) {
        throw new AssertionError("no frames here");
    }
}
