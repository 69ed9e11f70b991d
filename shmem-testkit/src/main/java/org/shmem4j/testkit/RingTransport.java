package org.shmem4j.testkit;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Setting;
import org.shmem4j.testkit.Ring.Word;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.TransportHost;

/**
 * One PE's end of the rings: a file with a ring for every connection that a peer may make to it.
 *
 * <p><b>Thread safety.</b> One lock guards connections and all call-backs; progress does nothing while another thread
 * is at it.
 */
final class RingTransport implements Transport {
    static final String NAME = RingTransportProvider.NAME;
    static final int SLOTS_MAX = 64;
    private static final String CARD = "ring in ";

    private final TransportHost host;
    private final Path path;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment own;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<RingConnection> connections = new ArrayList<>();
    private final Map<Integer, MemorySegment> files = new HashMap<>();
    private @Nullable String[] paths = {};
    private volatile boolean joined;
    private volatile boolean closed;

    @SuppressWarnings("MustBeClosedChecker") // closed with the transport
    private RingTransport(TransportHost host, Path path) throws IOException {
        this.host = host;
        this.path = path;
        this.own = create();
    }

    static RingTransport open(TransportHost host) {
        Path path = host.settings().get(Setting.SHM_DIR).resolve("shmem4j-ring-" + host.jobId() + "-" + host.pe());
        host.deleteAtExit(path);
        try {
            return new RingTransport(host, path);
        } catch (IOException e) {
            throw new TransportException(NAME + ": cannot make " + path + ", " + e, e);
        }
    }

    /** Writes the file from end to end, so that there is space behind every byte before anybody maps it. */
    private MemorySegment create() throws IOException {
        try (FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(1 << 20);
            for (long left = fileBytes(); left > 0; left -= zeros.limit()) {
                zeros.clear().limit((int) Math.min(left, zeros.capacity()));
                while (zeros.hasRemaining()) {
                    file.write(zeros);
                }
            }
            return file.map(FileChannel.MapMode.READ_WRITE, 0, fileBytes(), arena);
        } catch (IOException e) {
            arena.close();
            Files.deleteIfExists(path);
            throw e;
        }
    }

    private long fileBytes() {
        return Ring.SIZE * SLOTS_MAX * host.peCount();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public State state() {
        return joined && !closed ? State.UP : State.DOWN;
    }

    @Override
    public @Nullable TransportException cause() {
        return null;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.FRAMES, Capability.ORDERED);
    }

    @Override
    public byte[] card() {
        byte[] card = (CARD + path).getBytes(StandardCharsets.UTF_8);
        if (card.length > 400) {
            throw new TransportException(
                    NAME + ": the path " + path + " is too long; set SHMEM_SHM_DIR to a shorter one");
        }
        return card;
    }

    @Override
    public void join(List<byte @Nullable []> cards) {
        if (cards.size() != host.peCount()) {
            throw new IllegalArgumentException(cards.size() + " cards for " + host.peCount() + " PEs");
        }
        @Nullable String[] found = new String[cards.size()];
        for (int pe = 0; pe < found.length; pe++) {
            byte[] card = cards.get(pe);
            if (card != null) {
                String text = new String(card, StandardCharsets.UTF_8);
                if (!text.startsWith(CARD)) {
                    throw new TransportException(NAME + ": the card of PE " + pe + ", '" + text + "', is not of rings");
                }
                found[pe] = text.substring(CARD.length());
            }
        }
        paths = found;
        joined = true;
    }

    @Override
    public boolean reaches(int pe) {
        requireJoined();
        return paths[Objects.checkIndex(pe, host.peCount())] != null;
    }

    @Override
    public MemorySegment memory() {
        throw unsupported("Transport.memory needs LOAD_STORE");
    }

    @Override
    public void register(long offset, long length) {
        Objects.checkFromIndexSize(offset, length, host.regionBytes()); // frames need no memory of their own
    }

    @Override
    public void release(long offset, long length) {
        Objects.checkFromIndexSize(offset, length, host.regionBytes());
    }

    @Override
    public Connection connect(int pe, int slot) {
        requireJoined();
        if (slot < 0 || slot >= SLOTS_MAX) {
            throw new IllegalArgumentException("slot " + slot + ": expected 0 to " + (SLOTS_MAX - 1));
        }
        Objects.checkIndex(pe, host.peCount());
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException(NAME + ": the transport is closed");
            }
            if (connections.stream().anyMatch(each -> each.pe() == pe && each.slot() == slot)) {
                throw new IllegalArgumentException(
                        NAME + ": connection " + slot + " to PE " + pe + " exists already; close it first");
            }
            Ring out = new Ring(file(pe), at(host.pe(), slot));
            Ring in = new Ring(own, at(pe, slot));
            // both ends count the connections of a slot alike: the next one after the last that either has begun
            long number = Math.max(out.get(Word.SENDER_CLOSED), in.get(Word.RECEIVER_CLOSED)) + 1;
            RingConnection connection = new RingConnection(
                    this, pe, slot, number, out, in, host.clock().nanoTime());
            connections.add(connection);
            connection.progress(host);
            return connection;
        } finally {
            lock.unlock();
        }
    }

    private static long at(int sender, int slot) {
        return Ring.SIZE * ((long) sender * SLOTS_MAX + slot);
    }

    /** The mapped file of a peer. The caller holds the lock. */
    private MemorySegment file(int pe) {
        if (pe == host.pe()) {
            return own;
        }
        return files.computeIfAbsent(pe, _ -> {
            String name = paths[pe];
            if (name == null) {
                throw new IllegalArgumentException(NAME + ": PE " + pe + " has no rings");
            }
            try (FileChannel file =
                    FileChannel.open(Path.of(name), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return file.map(FileChannel.MapMode.READ_WRITE, 0, fileBytes(), arena);
            } catch (IOException e) {
                throw new TransportException(NAME + ": cannot map the rings of PE " + pe + ", " + e, e);
            }
        });
    }

    private void requireJoined() {
        if (!joined) {
            throw new IllegalStateException(NAME + ": not joined yet");
        }
    }

    @Override
    public int progress() {
        if (!lock.tryLock()) {
            return 0;
        }
        try {
            int count = 0;
            for (int i = 0; i < connections.size(); i++) {
                count += connections.get(i).progress(host);
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int descriptor() {
        throw unsupported("Transport.descriptor needs EVENTS");
    }

    @Override
    public boolean arm() {
        throw unsupported("Transport.arm needs EVENTS");
    }

    void close(RingConnection connection) {
        lock.lock();
        try {
            if (connections.remove(connection)) {
                connection.shut(host);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            List.copyOf(connections).forEach(RingConnection::close);
        } finally {
            lock.unlock();
        }
        arena.close();
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            System.getLogger(NAME).log(System.Logger.Level.WARNING, "cannot delete " + path, e);
        }
    }

    static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException(NAME + ": " + what + ", which this transport does not have");
    }

    @Override
    public String toString() {
        return NAME + " transport of PE " + host.pe() + " of " + host.peCount() + " (" + state() + ")";
    }
}
