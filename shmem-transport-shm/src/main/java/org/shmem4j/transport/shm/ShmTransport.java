package org.shmem4j.transport.shm;

import static org.shmem4j.transport.shm.PosixLibrary.MAP_SHARED;
import static org.shmem4j.transport.shm.PosixLibrary.PROT_READ;
import static org.shmem4j.transport.shm.PosixLibrary.PROT_WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Setting;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.TransportHost;
import org.shmem4j.transport.shm.ShmLayout.Identity;

/**
 * One PE's end of shared memory: its own file, and the window with the regions of all PEs of the node.
 *
 * <p><b>Thread safety.</b> One lock guards the peers, their connections and the window. The file has locks of its own;
 * under the one of the transport only its name is taken away, which does not wait for {@link #register}. The host is
 * told of changes after the lock was given back, by one thread at a time.
 */
final class ShmTransport implements Transport {
    static final String NAME = "shm";

    /** A connection that its peer has not answered by then has failed. Long, as the peer only has to be scheduled. */
    static final long CONNECT_NS_MAX = TimeUnit.SECONDS.toNanos(60);

    private static final Set<Capability> CAPABILITIES =
            Set.of(Capability.LOAD_STORE, Capability.RMA, Capability.ORDERED);
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final TransportHost host;
    private final PosixLibrary posix;
    private final Identity identity;
    private final ShmCard card;
    private final ShmFile file;
    private final MemorySegment header;
    private final Arena arena;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<ShmPeer> reachable = new ArrayList<>();
    private final List<ShmPeer> awaited = new ArrayList<>();
    /** Connections of whose change the host has not been told yet, and whether somebody is at it. */
    private final Queue<ShmConnection> changes = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean telling = new AtomicBoolean();
    private volatile @Nullable ShmWindow window;
    private volatile @Nullable ShmPeer[] peers = {};
    private volatile boolean closed;
    /** Nothing can change any more without a call of {@link #connect} or of close. */
    private volatile boolean settled = true;

    private ShmTransport(
            TransportHost host,
            PosixLibrary posix,
            Identity identity,
            ShmCard card,
            ShmFile file,
            MemorySegment header,
            Arena arena) {
        this.host = host;
        this.posix = posix;
        this.identity = identity;
        this.card = card;
        this.file = file;
        this.header = header;
        this.arena = arena;
    }

    @SuppressWarnings("MustBeClosedChecker") // the transport closes the arena
    static ShmTransport open(TransportHost host, PosixLibrary posix) {
        long regionBytes = host.regionBytes();
        if (regionBytes <= 0 || regionBytes % posix.getpagesize() != 0) {
            throw new IllegalArgumentException("a region of " + regionBytes
                    + " bytes is not a positive multiple of the page size, " + posix.getpagesize());
        }
        Identity identity = new Identity(host.jobId(), host.pe(), host.peCount(), regionBytes, UUID.randomUUID());
        ShmCard card = describe(host, identity);
        card.encode(); // its limit is checked before anything is made
        ShmFile.sweep(posix, Objects.requireNonNull(card.path().getParent()));
        host.deleteAtExit(card.path());
        ShmFile file = ShmFile.create(posix, card.path(), host.peCount(), regionBytes);
        Arena arena = Arena.ofShared();
        try {
            MemorySegment header = mapHeader(posix, file, arena);
            ShmLayout.writeIdentity(header, identity);
            return new ShmTransport(host, posix, identity, card, file, header, arena);
        } catch (RuntimeException e) {
            arena.close();
            file.close();
            throw e;
        }
    }

    private static ShmCard describe(TransportHost host, Identity identity) {
        try {
            Path directory = host.settings().get(Setting.SHM_DIR).toRealPath();
            Path path = directory.resolve(ShmLayout.fileName(identity.jobId(), identity.pe()));
            long device = (long) Files.getAttribute(directory, "unix:dev");
            return new ShmCard(bootId(), device, identity.regionBytes(), identity.token(), path);
        } catch (IOException e) {
            throw new TransportException("shm: cannot find out about SHMEM_SHM_DIR, " + e, e);
        }
    }

    /** Tells kernels apart, from whatever container they are asked. */
    static UUID bootId() throws IOException {
        String text = Files.readString(BOOT_ID).strip();
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IOException(BOOT_ID + " holds '" + text + "', which is no UUID", e);
        }
    }

    private static MemorySegment mapHeader(PosixLibrary posix, ShmFile file, Arena arena) {
        long bytes = file.regionOffset();
        long address = posix.mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd(), 0);
        if (address < 0) {
            throw new TransportException("shm: cannot map " + bytes + " bytes of " + file.path() + ", "
                    + posix.failure("mmap", address) + "; set SHMEM_SHM_DIR to a file system that can be mapped");
        }
        return posix.segment(address, bytes, arena);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public State state() {
        return window == null || closed ? State.DOWN : State.UP;
    }

    @Override
    public @Nullable TransportException cause() {
        return null; // it does not fail as a whole: what it has, no peer can take away
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
    }

    @Override
    public byte[] card() {
        return card.encode();
    }

    @Override
    public void join(List<byte @Nullable []> cards) {
        if (cards.size() != identity.peCount()) {
            throw new IllegalArgumentException(cards.size() + " cards for " + identity.peCount() + " PEs");
        }
        List<ShmPeer> sharing = new ArrayList<>();
        @Nullable ShmPeer[] found = new ShmPeer[cards.size()];
        for (int pe = 0; pe < found.length; pe++) {
            byte[] bytes = cards.get(pe);
            ShmCard theirs = bytes == null ? null : ShmCard.parse(pe, bytes);
            if (pe == identity.pe() && !card.equals(theirs)) {
                throw new TransportException("shm: the card that came back for PE " + pe
                        + " is not the one it gave out; is a PE with this number running twice?");
            }
            if (theirs != null && theirs.sharesHost(card)) {
                found[pe] = new ShmPeer(pe, sameSize(pe, theirs), sharing.size());
                sharing.add(found[pe]);
            }
        }
        lock.lock();
        try {
            requireOpen();
            if (window != null) {
                throw new IllegalStateException("shm: joined before");
            }
            ShmWindow reserved = ShmWindow.reserve(posix, arena, identity.regionBytes(), sharing.size());
            ShmPeer self = Objects.requireNonNull(found[identity.pe()]);
            long error = reserved.map(self.region(), file.fd(), file.regionOffset());
            if (error < 0) {
                throw new TransportException("shm: cannot map " + identity.regionBytes() + " bytes of " + file.path()
                        + ", " + posix.failure("mmap", error) + "; set SHMEM_SYMMETRIC_SIZE to less");
            }
            self.attachToSelf(header);
            reachable.addAll(sharing);
            awaited.addAll(sharing);
            settled = false;
            peers = found;
            window = reserved;
            look();
        } finally {
            lock.unlock();
        }
    }

    private ShmCard sameSize(int pe, ShmCard theirs) {
        if (theirs.regionBytes() != identity.regionBytes()) {
            throw new TransportException(String.format(
                    "shm: PE %d has a region of %d bytes, PE %d one of %d; set SHMEM_SYMMETRIC_SIZE to the same for all",
                    identity.pe(), identity.regionBytes(), pe, theirs.regionBytes()));
        }
        return theirs;
    }

    @Override
    public boolean reaches(int pe) {
        return peer(pe) != null;
    }

    private @Nullable ShmPeer peer(int pe) {
        joined();
        return peers[Objects.checkIndex(pe, identity.peCount())];
    }

    private ShmWindow joined() {
        ShmWindow joined = window;
        if (joined == null) {
            throw new IllegalStateException("shm: not joined yet");
        }
        return joined;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("shm: the transport is closed");
        }
    }

    @Override
    public MemorySegment memory() {
        return joined().memory();
    }

    @Override
    public void register(long offset, long length) {
        file.register(offset, length);
    }

    @Override
    public void release(long offset, long length) {
        file.release(offset, length);
    }

    @Override
    public Connection connect(int pe, int slot) {
        ShmWindow target = joined();
        ShmPeer peer = peer(pe);
        if (peer == null) {
            throw new IllegalArgumentException("shm: PE " + pe + " shares no memory with PE " + identity.pe());
        }
        if (slot < 0) {
            throw new IllegalArgumentException("slot " + slot + " is negative");
        }
        ShmConnection connection = new ShmConnection(
                this,
                pe,
                slot,
                target.memory(),
                target.offset(peer.region()),
                identity.regionBytes(),
                host.clock().nanoTime());
        lock.lock();
        try {
            requireOpen();
            if (peer.connections.stream().anyMatch(other -> other.slot() == slot)) {
                throw new IllegalArgumentException(
                        "shm: connection " + slot + " to PE " + pe + " exists already; close it first");
            }
            peer.connections.add(connection);
            peer.attach(posix, target, identity);
            look();
            refresh();
        } finally {
            lock.unlock();
        }
        tell();
        return connection;
    }

    @Override
    public int progress() {
        if (settled || !lock.tryLock()) {
            return 0;
        }
        int count = 0;
        try {
            if (!closed) {
                look();
                count = refresh();
            }
        } finally {
            lock.unlock();
        }
        tell();
        return count;
    }

    /** Looks who has attached. The caller holds the lock. */
    private void look() {
        boolean moved = false;
        for (ShmPeer peer : awaited) {
            moved |= peer.look(identity.pe(), header);
        }
        if (moved) {
            awaited.removeIf(ShmPeer::answered);
        }
        if (awaited.isEmpty()) {
            file.unlink(); // all have mapped it
            settled = true;
        }
    }

    /** Lets connections follow their peers, and answers how many changed by that. The caller holds the lock. */
    private int refresh() {
        long now = host.clock().nanoTime();
        int count = 0;
        for (ShmPeer peer : reachable) {
            for (ShmConnection connection : peer.connections) {
                if (refresh(peer, connection, now)) {
                    changes.add(connection);
                    count++;
                }
            }
        }
        return count;
    }

    private boolean refresh(ShmPeer peer, ShmConnection connection, long now) {
        if (connection.state() == State.ERROR) {
            return false; // for good, even if a later connection gets further
        }
        if (peer.state() == State.DOWN && now - connection.startNs() >= CONNECT_NS_MAX) {
            return connection.become(
                    State.ERROR,
                    new TransportException(String.format(
                            "shm: PE %d has not mapped the memory of PE %d within %d s; look what keeps it from connecting,"
                                    + " or do without shared memory with SHMEM_TRANSPORTS=^shm",
                            peer.pe(), identity.pe(), TimeUnit.NANOSECONDS.toSeconds(CONNECT_NS_MAX))));
        }
        return connection.become(peer.state(), peer.failure());
    }

    /**
     * Tells the host of all changes, one after the other: while one thread does it another one only leaves its own to
     * it. Nobody waits here, so that a host may hold locks of its own. The caller does not hold the lock.
     */
    private void tell() {
        while (!changes.isEmpty() && telling.compareAndSet(false, true)) {
            try {
                for (ShmConnection next = changes.poll(); next != null; next = changes.poll()) {
                    host.stateChanged(next);
                }
            } finally {
                telling.set(false);
            }
        }
    }

    @Override
    public int descriptor() {
        throw new UnsupportedOperationException(
                "shm: Transport.descriptor needs EVENTS, which this transport does not have");
    }

    @Override
    public boolean arm() {
        throw new UnsupportedOperationException("shm: Transport.arm needs EVENTS, which this transport does not have");
    }

    void close(ShmConnection connection) {
        lock.lock();
        try {
            ShmPeer peer = Objects.requireNonNull(peers[connection.pe()]);
            peer.connections.remove(connection);
            takeDown(connection);
        } finally {
            lock.unlock();
        }
        tell();
    }

    private void takeDown(ShmConnection connection) {
        if (connection.become(State.DOWN, null)) {
            changes.add(connection);
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
            settled = true;
            for (ShmPeer peer : reachable) {
                peer.connections.forEach(this::takeDown);
                peer.connections.clear();
            }
        } finally {
            lock.unlock();
        }
        tell();
        // Space is not punched away: a peer that still reads would find zeros, and on a full file system a signal.
        file.close();
        try {
            arena.close();
        } catch (IllegalStateException e) {
            System.getLogger(ShmTransport.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "a native call still uses the symmetric memory; it stays mapped until this process ends",
                            e);
        }
    }

    @Override
    public String toString() {
        return "shm transport of PE " + identity.pe() + " of " + identity.peCount() + " (" + state() + ")";
    }
}
