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
import java.util.Set;
import java.util.UUID;
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
 * <p><b>Thread safety.</b> One lock guards the peers, their connections and the window. The file has locks of its own; under the one of
 * the transport only its name is taken away, which does not wait for {@link #register}. The host is told of changes after the lock
 * was given back, so that a host may hold locks of its own when it calls.
 */
final class ShmTransport implements Transport {
    static final String NAME = "shm";

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
                this, pe, slot, target.memory(), target.offset(peer.region()), identity.regionBytes());
        List<ShmConnection> changed;
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
            changed = refresh();
        } finally {
            lock.unlock();
        }
        changed.forEach(host::stateChanged);
        return connection;
    }

    @Override
    public long load(int pe) {
        Objects.checkIndex(pe, identity.peCount());
        return 0;
    }

    @Override
    public int progress() {
        if (settled || !lock.tryLock()) {
            return 0;
        }
        List<ShmConnection> changed;
        try {
            changed = closed || !look() ? List.of() : refresh();
        } finally {
            lock.unlock();
        }
        changed.forEach(host::stateChanged);
        return changed.size();
    }

    /** Looks who has attached, and answers whether that changed anything. The caller holds the lock. */
    private boolean look() {
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
        return moved;
    }

    /** Lets connections follow their peers, and answers those whose state changed by that. The caller holds the lock. */
    private List<ShmConnection> refresh() {
        List<ShmConnection> changed = new ArrayList<>();
        for (ShmPeer peer : reachable) {
            for (ShmConnection connection : peer.connections) {
                // an error is for good, even if a later connection gets further
                if (connection.state() != State.ERROR && connection.become(peer.state(), peer.failure())) {
                    changed.add(connection);
                }
            }
        }
        return changed;
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
        boolean changed;
        lock.lock();
        try {
            ShmPeer peer = Objects.requireNonNull(peers[connection.pe()]);
            peer.connections.remove(connection);
            changed = connection.become(State.DOWN, null);
        } finally {
            lock.unlock();
        }
        if (changed) {
            host.stateChanged(connection);
        }
    }

    @Override
    public void close() {
        List<ShmConnection> changed = new ArrayList<>();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            settled = true;
            for (ShmPeer peer : reachable) {
                for (ShmConnection connection : peer.connections) {
                    if (connection.become(State.DOWN, null)) {
                        changed.add(connection);
                    }
                }
                peer.connections.clear();
            }
        } finally {
            lock.unlock();
        }
        changed.forEach(host::stateChanged);
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
