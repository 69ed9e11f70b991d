package org.shmem4j.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Settings;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.NanoClock;
import org.shmem4j.transport.State;
import org.shmem4j.transport.TransportHost;

/** A PE that takes notes of what its transport tells it. */
final class TckHost implements TransportHost {
    static final long HEADER_BYTES = 32;
    private static final long CALL_BACK_NS = 50_000;

    /**
     * A frame that arrived.
     *
     * @param connection where
     * @param header a copy
     * @param payload a copy
     * @param placed whether the payload lay where {@link #payloadTarget} had asked for it
     */
    record Frame(Connection connection, MemorySegment header, MemorySegment payload, boolean placed) {
        long word(int index) {
            return header.get(ValueLayout.JAVA_LONG_UNALIGNED, index * 8L);
        }
    }

    /**
     * A state that was told.
     *
     * @param connection whose
     * @param state what it read
     */
    record Change(Connection connection, State state) {}

    /**
     * What was asked of {@link #payloadTarget}.
     *
     * @param header a copy
     * @param bytes how many
     * @param target the answer
     */
    record Asked(MemorySegment header, long bytes, @Nullable MemorySegment target) {}

    private final int pe;
    private final int peCount;
    private final String jobId;
    private final long regionBytes;
    private final Settings settings;
    private final AtomicLong aheadNs = new AtomicLong();
    private final AtomicInteger inside = new AtomicInteger();
    private final List<Path> files = new CopyOnWriteArrayList<>();
    private final List<Change> changes = new CopyOnWriteArrayList<>();
    private final List<Frame> frames = new CopyOnWriteArrayList<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Set<Connection> closed = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Asked lastAsked;
    private volatile Consumer<Frame> onFrame = _ -> {};
    private volatile Supplier<@Nullable MemorySegment> region = () -> null;
    private @Nullable MemorySegment ownRegion;
    private volatile boolean slow;

    TckHost(int pe, int peCount, String jobId, long regionBytes, Settings settings) {
        this.pe = pe;
        this.peCount = peCount;
        this.jobId = jobId;
        this.regionBytes = regionBytes;
        this.settings = settings;
    }

    List<Change> changes() {
        return changes;
    }

    List<Frame> frames() {
        return frames;
    }

    List<Asked> asked() {
        return asked;
    }

    List<String> faults() {
        return faults;
    }

    List<Path> files() {
        return files;
    }

    void onFrame(Consumer<Frame> action) {
        onFrame = action;
    }

    /** Where payloads may be placed; every second frame is. */
    void placeIn(Supplier<@Nullable MemorySegment> segment) {
        region = segment;
    }

    /** Makes call-backs last, so that others get a chance to overlap. */
    void beSlow() {
        slow = true;
    }

    void advanceClock(long ns) {
        aheadNs.addAndGet(ns);
    }

    /** From now on no frame may come from it. */
    void closed(Connection connection) {
        closed.add(connection);
    }

    boolean wasTold(Connection connection, State state) {
        return changes.stream().anyMatch(each -> each.connection().equals(connection) && each.state() == state);
    }

    void enter() {
        if (inside.getAndIncrement() != 0) {
            faults.add("call-backs of the transport of PE " + pe + " overlap");
        }
        if (slow) {
            LockSupport.parkNanos(CALL_BACK_NS);
        }
    }

    void leave() {
        inside.decrementAndGet();
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int peCount() {
        return peCount;
    }

    @Override
    public String jobId() {
        return jobId;
    }

    @Override
    public long regionBytes() {
        return regionBytes;
    }

    /** Made when it is asked for: a transport with load and store makes its own. */
    @Override
    public synchronized MemorySegment region() {
        MemorySegment made = ownRegion;
        if (made == null) {
            made = Arena.ofAuto().allocate(regionBytes, 1 << 16);
            ownRegion = made;
        }
        return made;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    public NanoClock clock() {
        return () -> System.nanoTime() + aheadNs.get();
    }

    @Override
    public Executor executor() {
        return Thread::startVirtualThread;
    }

    @Override
    public void deleteAtExit(Path file) {
        files.add(file);
    }

    @Override
    public void stateChanged(Connection connection) {
        enter();
        changes.add(new Change(connection, connection.state()));
        leave();
    }

    @Override
    public @Nullable MemorySegment payloadTarget(Connection connection, MemorySegment header, long payloadBytes) {
        enter();
        MemorySegment whole = region.get();
        MemorySegment target = whole == null || asked.size() % 2 == 1 ? null : whole.asSlice(0, payloadBytes);
        Asked question = new Asked(copy(header), payloadBytes, target);
        asked.add(question);
        lastAsked = question;
        leave();
        return target;
    }

    @Override
    public void frame(Connection connection, MemorySegment header, MemorySegment payload) {
        enter();
        if (closed.contains(connection)) {
            faults.add("a frame arrived on " + connection + " after it was closed");
        }
        Asked question = lastAsked;
        MemorySegment target = question == null ? null : question.target();
        boolean placed = target != null && target.equals(payload);
        Frame frame = new Frame(connection, copy(header), copy(payload), placed);
        frames.add(frame);
        onFrame.accept(frame);
        leave();
    }

    private static MemorySegment copy(MemorySegment segment) {
        return MemorySegment.ofArray(segment.toArray(ValueLayout.JAVA_BYTE)).asReadOnly();
    }

    /** Memory that any thread may access. */
    static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(Math.max(1, bytes), 64).asSlice(0, bytes);
    }

    @Override
    public String toString() {
        return "PE " + pe + " of " + jobId;
    }
}
