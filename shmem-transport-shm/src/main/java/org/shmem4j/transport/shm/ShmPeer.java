package org.shmem4j.transport.shm;

import static org.shmem4j.transport.shm.PosixLibrary.MAP_SHARED;
import static org.shmem4j.transport.shm.PosixLibrary.O_CLOEXEC;
import static org.shmem4j.transport.shm.PosixLibrary.O_NOFOLLOW;
import static org.shmem4j.transport.shm.PosixLibrary.O_NONBLOCK;
import static org.shmem4j.transport.shm.PosixLibrary.O_RDWR;
import static org.shmem4j.transport.shm.PosixLibrary.PROT_READ;
import static org.shmem4j.transport.shm.PosixLibrary.PROT_WRITE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.State;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.shm.ShmLayout.Identity;

/**
 * A PE that can be reached, this one included, and how far the two have got: UP once each has written its token into
 * the other's memory. That proves that the memory is really shared, in both directions, which the same host name, boot
 * id or device do not.
 *
 * <p><b>Thread safety.</b> Guarded by the lock of the transport.
 */
final class ShmPeer {
    final List<ShmConnection> connections = new ArrayList<>();

    private final int pe;
    private final ShmCard card;
    private final int region;
    private boolean attached;
    private boolean answered;
    private @Nullable TransportException failure;
    /** Whether trying again is of no use: the file or the answer is a stranger's. */
    private boolean foreign;

    /** @param region its place in the window */
    ShmPeer(int pe, ShmCard card, int region) {
        this.pe = pe;
        this.card = card;
        this.region = region;
    }

    int pe() {
        return pe;
    }

    int region() {
        return region;
    }

    @Nullable
    TransportException failure() {
        return failure;
    }

    State state() {
        return failure != null ? State.ERROR : attached && answered ? State.UP : State.DOWN;
    }

    /** Notes that this PE's own region is in the window. */
    void attachToSelf(MemorySegment ownHeader) {
        attached = true;
        ShmLayout.attachRelease(ownHeader, pe, ShmLayout.attachWord(card.token()));
    }

    /** Maps the peer's region and tells it so, unless that was done before or met a stranger. */
    void attach(PosixLibrary posix, ShmWindow window, Identity own) {
        if (attached || foreign) {
            return;
        }
        failure = null; // what the system lacked before it may have now
        int fd = posix.open(card.path(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
        if (fd < 0) {
            fail(own.pe(), posix.failure("open", fd));
            return;
        }
        try {
            String fault = attach(posix, window, own, fd);
            attached = fault == null;
            if (fault != null) {
                fail(own.pe(), fault);
            }
        } finally {
            posix.close(fd); // the mapping stays; the lock is on the owner's descriptor
        }
    }

    private @Nullable String attach(PosixLibrary posix, ShmWindow window, Identity own, int fd) {
        Identity expected = new Identity(own.jobId(), pe, own.peCount(), card.regionBytes(), card.token());
        long headerBytes = ShmLayout.headerBytes(own.peCount());
        FileStatus status = FileStatus.of(posix, fd);
        if (status.error() < 0) {
            return posix.failure("statx", status.error());
        }
        if (!status.regular() || status.bytes() != headerBytes + card.regionBytes()) {
            foreign = true;
            return "it is not a regular file of " + (headerBytes + card.regionBytes()) + " bytes"
                    + (status.regular() ? ", but has " + status.bytes() : "");
        }
        try (Arena arena = Arena.ofConfined()) {
            // by a read at first: only the peer's header surely has space behind it, and may be mapped
            MemorySegment identity = arena.allocate(ShmLayout.IDENTITY_BYTES, Long.BYTES);
            long read = posix.pread(fd, identity, 0);
            if (read != ShmLayout.IDENTITY_BYTES) {
                return read < 0 ? posix.failure("pread", read) : "only " + read + " bytes of its header could be read";
            }
            String mismatch = ShmLayout.mismatch(identity, expected);
            if (mismatch != null) {
                foreign = true;
                return mismatch;
            }
            long error = window.map(region, fd, headerBytes);
            long header = error < 0 ? error : posix.mmap(0, headerBytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
            if (header < 0) {
                return posix.failure("mmap", header);
            }
            ShmLayout.attachRelease(
                    posix.segment(header, headerBytes, arena), own.pe(), ShmLayout.attachWord(own.token()));
            return null;
        }
    }

    /** Whether the peer has attached to this PE, so that it no longer needs the name of its file. */
    boolean answered() {
        return answered;
    }

    /** Looks whether the peer has attached to this PE; answers whether it has since the last look, or failed to. */
    boolean look(int ownPe, MemorySegment ownHeader) {
        long word = ShmLayout.attachAcquire(ownHeader, pe);
        if (word == 0 || answered) {
            return false;
        }
        answered = word == ShmLayout.attachWord(card.token());
        if (!answered && foreign) {
            return false;
        }
        if (!answered) {
            foreign = true;
            fail(ownPe, String.format("it wrote %016x instead of the token on its card", word));
        }
        return true;
    }

    private void fail(int ownPe, String why) {
        failure = new TransportException(String.format(
                "shm: PE %d and PE %d cannot share memory by %s: %s; if they run in different containers give both the same"
                        + " SHMEM_SHM_DIR, or do without shared memory with SHMEM_TRANSPORTS=^shm",
                ownPe, pe, card.path(), why));
    }
}
