package org.shmem4j.testkit;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;

/** Transports of several PEs in this JVM, driven by the thread that checks. */
final class TckBench implements AutoCloseable {
    static final long REGION_BYTES = 4 << 20;
    static final long PATIENCE_NS = 5_000_000_000L;
    private static final long SETTLE_NS = 30_000_000;

    /** What one of several threads does. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    private final TckLab lab;
    private final List<TckHost> hosts = new ArrayList<>();
    private final List<@Nullable Transport> transports = new ArrayList<>();

    TckBench(TckLab lab, int peCount) {
        this.lab = lab;
        String jobId = "tck-" + UUID.randomUUID();
        try {
            for (int pe = 0; pe < peCount; pe++) {
                TckHost host = new TckHost(pe, peCount, jobId, REGION_BYTES, lab.settings());
                hosts.add(host);
                transports.add(lab.provider().open(host));
            }
        } catch (RuntimeException e) {
            closeAfter(e);
            throw e;
        }
    }

    TckHost host(int pe) {
        return hosts.get(pe);
    }

    Transport transport(int pe) {
        Transport transport = transports.get(pe);
        if (transport == null) {
            throw new IllegalStateException("the transport of PE " + pe + " is closed already");
        }
        return transport;
    }

    void join() {
        List<byte @Nullable []> cards = new ArrayList<>();
        for (int pe = 0; pe < hosts.size(); pe++) {
            cards.add(transport(pe).card());
        }
        for (int pe = 0; pe < hosts.size(); pe++) {
            transport(pe).join(cards);
        }
        for (int pe = 0; pe < hosts.size(); pe++) {
            transport(pe).register(0, REGION_BYTES);
        }
    }

    /** Connects two PEs and waits until both ends are UP. */
    Pair connect(int from, int to, int slot) {
        Connection there = transport(from).connect(to, slot);
        Connection back = from == to ? there : transport(to).connect(from, slot);
        Pair pair = new Pair(from, to, there, back);
        up(pair);
        return pair;
    }

    void up(Pair pair) {
        until(() -> pair.there.state() != State.DOWN && pair.back.state() != State.DOWN, "both ends are UP");
        Check.equal(pair.there.state(), State.UP, "the state of " + pair.there + ", because of " + pair.there.cause());
        Check.equal(pair.back.state(), State.UP, "the state of " + pair.back + ", because of " + pair.back.cause());
    }

    /**
     * Both ends of a path.
     *
     * @param from a PE
     * @param to its peer
     * @param there its connection to the peer
     * @param back the peer's connection to it
     */
    record Pair(int from, int to, Connection there, Connection back) {}

    int progress() {
        int count = 0;
        for (Transport transport : transports) {
            if (transport != null) {
                count += transport.progress();
            }
        }
        return count;
    }

    void until(BooleanSupplier condition, String what) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (progress() == 0) {
                Thread.onSpinWait();
            }
            noFaults();
            Check.that(System.nanoTime() - start < PATIENCE_NS, "not within 5 s: " + what);
        }
        noFaults();
    }

    /** Drives all for a while, so that what should not happen has a chance to. */
    void settle() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < SETTLE_NS) {
            progress();
        }
        noFaults();
    }

    void noFaults() {
        for (TckHost host : hosts) {
            Check.that(host.faults().isEmpty(), String.join("; ", host.faults()));
        }
    }

    /** Posts until the answer is not RETRY, driving all meanwhile. */
    PostStatus post(Connection connection, TckOps ops, Supplier<PostStatus> operation) {
        AtomicReference<PostStatus> answer = new AtomicReference<>(PostStatus.RETRY);
        until(
                () -> {
                    Check.equal(connection.state(), State.UP, "the state of " + connection + " while posting");
                    answer.set(ops.posted(operation.get()));
                    return answer.get() != PostStatus.RETRY;
                },
                "an operation on " + connection + " is taken");
        return answer.get();
    }

    /** Posts and waits for the completion. */
    void run(int pe, Connection connection, Supplier<TckOps> counter, Operation operation) {
        TckOps ops = counter.get();
        post(connection, ops, () -> operation.post(ops));
        until(ops::finished, "an operation of PE " + pe + " on " + connection + " is completed");
        Check.equal(ops.failed(), 0, "failures on " + connection);
    }

    void run(int pe, Connection connection, Operation operation) {
        run(pe, connection, () -> new TckOps(host(pe)), operation);
    }

    /** Something to post. */
    @FunctionalInterface
    interface Operation {
        PostStatus post(TckOps completion);
    }

    /** Checks with whatever the transport can do that a path carries something. */
    void works(Pair pair) {
        if (lab.has(Capability.RMA)) {
            MemorySegment source = pattern(System.nanoTime(), 1000);
            MemorySegment destination = TckHost.allocate(1000);
            run(pair.from, pair.there, ops -> pair.there.put(64, source, 0, 1000, ops));
            run(pair.from, pair.there, pair.there::flush);
            run(pair.from, pair.there, ops -> pair.there.get(64, destination, 0, 1000, ops));
            same(destination, source, "what was put and got again on " + pair.there);
        }
        if (lab.has(Capability.FRAMES)) {
            carriesFrame(pair.from, pair.to, pair.there, pair.back);
            carriesFrame(pair.to, pair.from, pair.back, pair.there);
        }
    }

    private void carriesFrame(int from, int to, Connection there, Connection back) {
        int before = host(to).frames().size();
        MemorySegment header = pattern(System.nanoTime(), TckHost.HEADER_BYTES);
        MemorySegment payload = pattern(before, 1000);
        run(from, there, ops -> there.send(header, payload, 0, 1000, ops));
        until(() -> host(to).frames().size() > before, "a frame on " + there + " arrives");
        TckHost.Frame frame = host(to).frames().get(before);
        Check.equal(frame.connection(), back, "where a frame came");
        same(frame.header(), header, "the header of a frame on " + there);
        same(frame.payload(), payload, "the payload of a frame on " + there);
    }

    static MemorySegment pattern(long seed, long bytes) {
        MemorySegment segment = TckHost.allocate(bytes);
        fill(segment, seed);
        return segment;
    }

    static void fill(MemorySegment segment, long seed) {
        for (long i = 0; i < segment.byteSize(); i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) (seed * 31 + i * 13 + (i >> 8)));
        }
    }

    static void same(MemorySegment seen, MemorySegment expected, String what) {
        Check.equal(seen.byteSize(), expected.byteSize(), "the length of " + what);
        long at = seen.mismatch(expected);
        Check.that(at < 0, what + " differs at byte " + at + " of " + expected.byteSize());
    }

    /** Runs several threads while this one drives, and waits for their ends. */
    void together(Action... actions) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Action action : actions) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    action.run();
                } catch (Exception | AssertionError e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        until(
                () -> failure.get() != null || threads.stream().noneMatch(Thread::isAlive),
                "the threads that work at the same time come to an end");
        Throwable first = failure.get();
        if (first != null) {
            throw new AssertionError("one of several threads failed, " + first, first);
        }
    }

    void close(int pe, Connection connection) {
        connection.close();
        host(pe).closed(connection);
    }

    void close(Pair pair) {
        close(pair.from, pair.there);
        close(pair.to, pair.back);
    }

    void closeTransport(int pe) {
        Transport transport = transport(pe);
        transports.set(pe, null);
        transport.close();
    }

    void closeAfter(Throwable failure) {
        try {
            close();
        } catch (RuntimeException | AssertionError e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (int pe = 0; pe < transports.size(); pe++) {
            try {
                if (transports.get(pe) != null) {
                    closeTransport(pe);
                }
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        for (TckHost host : hosts) {
            for (Path file : host.files()) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    failure = new IllegalStateException("cannot delete " + file, e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
