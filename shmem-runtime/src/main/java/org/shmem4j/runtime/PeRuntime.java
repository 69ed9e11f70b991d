package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shmem4j.BootstrapException;
import org.shmem4j.ConfigurationException;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.ShmemException;
import org.shmem4j.runtime.bootstrap.Bootstrap;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.NanoClock;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.TransportHost;

/**
 * One PE between joining its job and leaving it. Joining goes: open the transports, publish their cards, exchange,
 * connect to every PE; it returns when each peer has a path that is up. Collective calls come from one thread at a
 * time.
 *
 * <p>A region is the symmetric heap, then the {@link ControlLayout}.
 */
final class PeRuntime implements HeapSpace.Memory {
    private static final long CONNECT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long CONNECT_TIMEOUT_NS_PER_PE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LEAVE_NOTICE_NS = TimeUnit.SECONDS.toNanos(10);

    private final Bootstrap bootstrap;
    private final Settings settings;
    private final NanoClock clock;
    private final long heapBytes;
    private final Backoff backoff;
    private final Transports transports;
    private final Transport mapping;
    private final ControlLayout control;
    private final Syncer syncer;
    private final HeapPath heap;
    private volatile boolean left;

    /**
     * Joins the job.
     *
     * @param start which start of this process it is, the same on all PEs
     */
    PeRuntime(Bootstrap bootstrap, int start, Settings settings, NanoClock clock) {
        this.bootstrap = bootstrap;
        this.settings = settings;
        this.clock = clock;
        this.heapBytes = roundUp(settings.get(Setting.SYMMETRIC_SIZE));
        bootstrap.enter();
        this.transports = Transports.open(new Host());
        try {
            this.mapping = mapping();
            publish(start);
            bootstrap.exchange();
            int cores = agreedCores(start);
            joinAll(start);
            mapping.register(heapBytes, ControlLayout.BYTES); // peers touch it only once this PE has connected to them
            this.backoff = new Backoff(bootstrap.peCount(), cores, bootstrap);
            long[] regions = connectAll();
            long[] areas = regions.clone();
            for (int pe = 0; pe < areas.length; pe++) {
                areas[pe] += heapBytes;
            }
            this.control = new ControlLayout(mapping.memory(), areas);
            this.syncer = new Syncer(control, bootstrap.pe(), cores, backoff);
            this.heap = new HeapPath(
                    mapping.memory(), regions, bootstrap.pe(), new HeapSpace(heapBytes, bootstrap.pe(), this));
            bootstrap.onFailure(heap::close);
        } catch (Throwable e) {
            transports.close();
            throw e;
        }
    }

    HeapPath heap() {
        return heap;
    }

    void sync() {
        checkOpen();
        syncer.sync(Syncer.Kind.BARRIER);
    }

    @Override
    public void barrier() {
        checkOpen();
        heap.quiet();
        syncer.sync(Syncer.Kind.BARRIER);
    }

    /** Leaves in order; collective. */
    void leave() {
        heap.quiet();
        syncer.sync(Syncer.Kind.LEAVE, new LeavePause());
        bootstrap.leave();
        abandon();
    }

    /** Gives everything back without waiting for anybody. */
    void abandon() {
        left = true;
        heap.close();
        transports.close();
    }

    @Override
    public void checkOpen() {
        ShmemException failure = bootstrap.failure();
        if (failure != null) {
            throw failure;
        }
        if (left) {
            throw new IllegalStateException("the symmetric heap is closed: the last Shmem of this PE was closed");
        }
    }

    @Override
    public void pause(long round) {
        backoff.pause(round);
        if (left) {
            checkOpen(); // throws: the wait was for memory that is given back
        }
    }

    @Override
    public void reserve(long from, long to) {
        mapping.register(from, to - from);
    }

    @Override
    public Proposal[] agree(Proposal own) {
        long epoch = syncer.nextEpoch();
        control.writeProposal(bootstrap.pe(), epoch, own);
        heap.quiet();
        syncer.sync(Syncer.Kind.HEAP);
        Proposal[] all = new Proposal[control.peCount()];
        for (int pe = 0; pe < all.length; pe++) {
            all[pe] = control.readProposal(pe, epoch);
        }
        return all;
    }

    private Transport mapping() {
        return transports.all().stream()
                .filter(transport -> transport.capabilities().contains(Capability.LOAD_STORE))
                .findFirst()
                .orElseThrow(() -> new BootstrapException(
                        "PE " + bootstrap.pe() + " has no transport that works: " + transports.absentReasons()));
    }

    private void publish(int start) {
        bootstrap.put(
                "pe-" + start,
                ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                        .putLong(heapBytes)
                        .putInt(Runtime.getRuntime().availableProcessors())
                        .array());
        for (Transport transport : transports.all()) {
            bootstrap.put(cardKey(transport, start), transport.card());
        }
    }

    /** The most cores that any PE may use, since all have to choose the same algorithms. */
    private int agreedCores(int start) {
        int most = 1;
        for (int pe = 0; pe < bootstrap.peCount(); pe++) {
            byte[] bytes = bootstrap.get(pe, "pe-" + start);
            if (bytes == null || bytes.length != Long.BYTES + Integer.BYTES) {
                throw new BootstrapException("PE " + pe + " published nothing that PE " + bootstrap.pe()
                        + " understands for start " + start + " of the job: it runs another version of shmem4j, or has"
                        + " joined and left the job another number of times");
            }
            ByteBuffer facts = ByteBuffer.wrap(bytes);
            long otherHeap = facts.getLong();
            if (otherHeap != heapBytes) {
                throw new ConfigurationException(Setting.SYMMETRIC_SIZE + " has to be the same on all PEs: PE "
                        + bootstrap.pe() + " has " + heapBytes + " bytes, PE " + pe + " has " + otherHeap);
            }
            most = Math.max(most, facts.getInt());
        }
        return most;
    }

    private void joinAll(int start) {
        for (Transport transport : transports.all()) {
            List<byte @Nullable []> cards = new ArrayList<>();
            for (int pe = 0; pe < bootstrap.peCount(); pe++) {
                cards.add(bootstrap.get(pe, cardKey(transport, start)));
            }
            transport.join(cards);
        }
    }

    /** Connects to every PE and waits until all are up; answers where their regions lie. */
    private long[] connectAll() {
        int peCount = bootstrap.peCount();
        Connection[] connections = new Connection[peCount];
        for (int i = 0; i < peCount; i++) {
            int pe = (bootstrap.pe() + i) % peCount; // each starts with another one, so that not all meet at PE 0
            if (!mapping.reaches(pe)) {
                throw unreachable(pe, mapping.name() + ": it is on another host; " + transports.absentReasons());
            }
            connections[pe] = mapping.connect(pe, 0);
        }
        long timeout = CONNECT_TIMEOUT_NS + peCount * CONNECT_TIMEOUT_NS_PER_PE;
        long deadline = clock.nanoTime() + timeout;
        long[] offsets = new long[peCount];
        for (int pe = 0; pe < peCount; pe++) {
            for (long round = 0; connections[pe].state() != State.UP; round++) {
                TransportException cause = connections[pe].cause();
                if (cause != null) {
                    throw unreachable(pe, String.valueOf(cause.getMessage()));
                }
                if (clock.nanoTime() - deadline > 0) {
                    throw unreachable(pe, mapping.name() + ": no answer within " + timeout / 1_000_000 + " ms");
                }
                if (mapping.progress() == 0) {
                    backoff.pause(round);
                }
            }
            offsets[pe] = connections[pe].memoryOffset();
        }
        return offsets;
    }

    private BootstrapException unreachable(int pe, String reason) {
        return new BootstrapException("PE " + bootstrap.pe() + " cannot reach PE " + pe + ": " + reason);
    }

    private static String cardKey(Transport transport, int start) {
        return "card-" + start + "-" + transport.name();
    }

    private static long roundUp(long bytes) {
        return (bytes + HeapSpace.EXTENT_BYTES - 1) & -HeapSpace.EXTENT_BYTES;
    }

    /**
     * Waits for the last PEs to leave. An exception that ends a try block closes the Shmem of that block first, and
     * nobody sees it while this waits for PEs that go on; so a long wait is made known.
     */
    private final class LeavePause implements Syncer.Pause {
        private final long due = clock.nanoTime() + LEAVE_NOTICE_NS;
        private boolean said;

        @Override
        public void pause(long round) {
            backoff.pause(round);
            if (!said && clock.nanoTime() - due > 0) {
                said = true;
                System.err.println("shmem4j: PE " + bootstrap.pe() + " has waited " + LEAVE_NOTICE_NS / 1_000_000_000
                        + " s in close() for PE " + syncer.missing()
                        + ", which goes on; if an exception led here, it shows only when close() ends");
            }
        }
    }

    /** What the transports of this PE ask of it. */
    private final class Host implements TransportHost {

        @Override
        public int pe() {
            return bootstrap.pe();
        }

        @Override
        public int peCount() {
            return bootstrap.peCount();
        }

        @Override
        public String jobId() {
            return bootstrap.jobId();
        }

        @Override
        public long regionBytes() {
            return heapBytes + ControlLayout.BYTES;
        }

        @Override
        public MemorySegment region() {
            return mapping.memory().asSlice(heap.base()[bootstrap.pe()], regionBytes());
        }

        @Override
        public Settings settings() {
            return settings;
        }

        @Override
        public NanoClock clock() {
            return clock;
        }

        @Override
        public Executor executor() {
            return Thread::startVirtualThread;
        }

        @Override
        public void deleteAtExit(Path file) {
            bootstrap.deleteAtExit(file);
        }

        @Override
        public void stateChanged(Connection connection) {
            // start-up polls the states of what it connected; nothing else depends on them yet
        }

        @Override
        public @Nullable MemorySegment payloadTarget(Connection connection, MemorySegment header, long payloadBytes) {
            throw unexpectedFrame(connection);
        }

        @Override
        public void frame(Connection connection, MemorySegment header, MemorySegment payload) {
            throw unexpectedFrame(connection);
        }

        private IllegalStateException unexpectedFrame(Connection connection) {
            return new IllegalStateException(
                    "a frame from PE " + connection.pe() + ", but no transport with frames is open");
        }
    }
}
