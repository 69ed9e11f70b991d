package org.shmem4j.transport.shm;

import static org.shmem4j.transport.shm.PosixLibrary.EEXIST;
import static org.shmem4j.transport.shm.PosixLibrary.EINTR;
import static org.shmem4j.transport.shm.PosixLibrary.EWOULDBLOCK;
import static org.shmem4j.transport.shm.PosixLibrary.FALLOC_FL_KEEP_SIZE;
import static org.shmem4j.transport.shm.PosixLibrary.FALLOC_FL_PUNCH_HOLE;
import static org.shmem4j.transport.shm.PosixLibrary.LOCK_EX;
import static org.shmem4j.transport.shm.PosixLibrary.LOCK_NB;
import static org.shmem4j.transport.shm.PosixLibrary.O_CLOEXEC;
import static org.shmem4j.transport.shm.PosixLibrary.O_CREAT;
import static org.shmem4j.transport.shm.PosixLibrary.O_EXCL;
import static org.shmem4j.transport.shm.PosixLibrary.O_NOFOLLOW;
import static org.shmem4j.transport.shm.PosixLibrary.O_NONBLOCK;
import static org.shmem4j.transport.shm.PosixLibrary.O_RDWR;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.shm.Extents.Extent;

/**
 * This PE's own file: it has its full size from the start, but space only for its header and for what was registered.
 *
 * <p><b>Left-overs.</b> The owner holds {@code flock} on the file as long as it lives, and the kernel gives it up with
 * the process, so that a file which can be locked belongs to nobody. It is flock and not a lock of fcntl, which belongs
 * to a process and would not tell apart the PEs of one JVM. Between making a file and locking it the owner can lose it
 * to a sweeper. Both then look at the number of the file's names while they hold the lock: only a holder takes the name
 * away, so that an owner with the lock and one name is safe for good, and a sweeper that finds no name came too late
 * and must leave the name to whoever has it now.
 *
 * <p><b>Thread safety.</b> All methods may be called from any thread.
 */
final class ShmFile implements AutoCloseable {
    /** In one piece, so that a signal does not throw away more work than this. */
    static final long PIECE_BYTES_MAX = 64L << 20;

    private static final long PIECE_BYTES_MIN = 64L << 10;
    private static final int OWNER_ONLY = 0x180; // rw-------
    /** On a loaded machine a sweeper may be stopped for long between its lock and its close. */
    private static final long CREATE_WAIT_NS = TimeUnit.SECONDS.toNanos(10);

    private static final long CREATE_PAUSE_NS_MIN = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long CREATE_PAUSE_NS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

    private final PosixLibrary posix;
    private final Path path;
    private final int fd;
    private final long regionOffset;
    private final long regionBytes;
    private final Extents reserved = new Extents();
    /** Guards {@link #linked}, apart from the rest, so that unlinking does not wait until space is reserved. */
    private final Object name = new Object();

    private boolean linked = true;
    private boolean open = true;

    private ShmFile(PosixLibrary posix, Path path, int fd, long regionOffset, long regionBytes) {
        this.posix = posix;
        this.path = path;
        this.fd = fd;
        this.regionOffset = regionOffset;
        this.regionBytes = regionBytes;
    }

    /**
     * Makes a file that nobody else can open, with space for a header and none yet for the region behind it.
     *
     * @throws TransportException if that fails; the file is gone then
     */
    static ShmFile create(PosixLibrary posix, Path path, int peCount, long regionBytes) {
        return create(posix, path, peCount, regionBytes, CREATE_WAIT_NS);
    }

    /** Does that, and waits as long for a name that is taken; in real time, because it waits for another process. */
    static ShmFile create(PosixLibrary posix, Path path, int peCount, long regionBytes, long waitNs) {
        long regionOffset = ShmLayout.headerBytes(peCount);
        long headerBytes = ShmLayout.usedHeaderBytes(peCount);
        ShmFile file = new ShmFile(posix, path, createLocked(posix, path, waitNs), regionOffset, regionBytes);
        try {
            long bytes = Math.addExact(regionOffset, regionBytes);
            int error;
            do {
                error = posix.ftruncate(file.fd, bytes);
            } while (error == -EINTR);
            if (error < 0) {
                throw new TransportException("shm: cannot give " + path + " a size of " + size(bytes) + ", "
                        + posix.failure("ftruncate", error)
                        + "; set SHMEM_SYMMETRIC_SIZE to less, or SHMEM_SHM_DIR to another file system");
            }
            error = file.reserve(0, headerBytes);
            if (error < 0) {
                throw file.noSpace("its header", headerBytes, error);
            }
            return file;
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static int createLocked(PosixLibrary posix, Path path, long waitNs) {
        long start = System.nanoTime();
        long pauseNs = CREATE_PAUSE_NS_MIN;
        do {
            int fd = posix.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OWNER_ONLY);
            if (fd >= 0) {
                int error = posix.flock(fd, LOCK_EX | LOCK_NB);
                if (error == 0) {
                    FileStatus status = FileStatus.of(posix, fd);
                    if (status.links() > 0) {
                        return fd;
                    }
                    error = status.error();
                }
                posix.close(fd);
                if (error != 0 && error != -EWOULDBLOCK && error != -EINTR) {
                    unlink(path);
                    throw new TransportException("shm: cannot lock " + path + ", "
                            + posix.failure("flock or statx", error) + "; set SHMEM_SHM_DIR to a local file system");
                }
                // a sweeper has it, and unlinks it in a moment
            } else if (fd == -EEXIST) {
                sweepOne(posix, path);
            } else if (fd != -EINTR) {
                throw new TransportException("shm: cannot make " + path + ", " + posix.failure("open", fd)
                        + "; set SHMEM_SHM_DIR to a directory in which this user may make files");
            }
            LockSupport.parkNanos(pauseNs);
            pauseNs = Math.min(2 * pauseNs, CREATE_PAUSE_NS_MAX);
        } while (System.nanoTime() - start < waitNs);
        throw new TransportException(String.format(
                "shm: %s is in use by another process or belongs to another user, for %d ms now; is this PE of this job"
                        + " running already on this machine? If not, remove the file",
                path, TimeUnit.NANOSECONDS.toMillis(waitNs)));
    }

    /** Unlinks the files of dead owners in a directory. Never fails: what cannot be removed stays. */
    static void sweep(PosixLibrary posix, Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ShmLayout.NAME_PREFIX + "*")) {
            for (Path file : files) {
                sweepOne(posix, file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            System.getLogger(ShmFile.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot look for left-over files in " + directory, e);
        }
    }

    private static void sweepOne(PosixLibrary posix, Path file) {
        if (!ShmLayout.isFileName(file.getFileName().toString())) {
            return;
        }
        // O_NONBLOCK: somebody may have put a pipe there; for a regular file it means nothing
        int fd = posix.open(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
        if (fd < 0) {
            return; // another user's, or gone
        }
        try {
            if (posix.flock(fd, LOCK_EX | LOCK_NB) == 0 && isLeftOver(posix, fd)) {
                unlink(file);
            }
        } finally {
            posix.close(fd);
        }
    }

    private static boolean isLeftOver(PosixLibrary posix, int fd) {
        FileStatus status = FileStatus.of(posix, fd);
        if (!status.regular() || status.links() != 1) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment start = arena.allocate(Long.BYTES, Long.BYTES);
            return ShmLayout.isOurs(start, posix.pread(fd, start, 0), status.bytes());
        }
    }

    Path path() {
        return path;
    }

    int fd() {
        return fd;
    }

    /** Where the region begins in the file. */
    long regionOffset() {
        return regionOffset;
    }

    /** Reserves the space behind a range of the region; all of it, or nothing changes. */
    synchronized void register(long offset, long length) {
        Extent range = range(offset, length);
        if (length == 0) {
            return;
        }
        List<Extent> added = new ArrayList<>();
        for (Extent gap : reserved.missing(range)) {
            added.add(gap);
            int error = reserve(regionOffset + gap.start(), gap.bytes());
            if (error < 0) {
                added.forEach(this::punch); // the last one too: a part of it may have got its space
                throw noSpace("offset " + offset + " of the region", length, error);
            }
        }
        reserved.add(range);
    }

    /** Gives the space behind a range of the region back. */
    synchronized void release(long offset, long length) {
        Extent range = range(offset, length);
        if (length > 0) {
            reserved.remove(range).forEach(this::punch);
        }
    }

    private Extent range(long offset, long length) {
        if (!open) {
            throw new IllegalStateException("shm: the transport is closed");
        }
        Objects.checkFromIndexSize(offset, length, regionBytes);
        int page = posix.getpagesize();
        if (offset % page != 0 || length % page != 0) {
            throw new IllegalArgumentException(
                    "offset " + offset + " and length " + length + " must be multiples of the page size, " + page);
        }
        return new Extent(offset, offset + length);
    }

    private int reserve(long offset, long length) {
        long piece = PIECE_BYTES_MAX;
        long done = 0;
        while (done < length) {
            long bytes = Math.min(piece, length - done);
            int error = posix.posixFallocate(fd, offset + done, bytes);
            if (error == 0) {
                done += bytes;
            } else if (error == -EINTR) {
                // the kernel undid the whole piece; with a profiler's timer running only a smaller one gets through
                piece = Math.max(PIECE_BYTES_MIN, piece / 2);
            } else {
                return error;
            }
        }
        return 0;
    }

    /** Not every file system can; the space then stays with the file, which is no fault. */
    private void punch(Extent range) {
        int error;
        do {
            error = posix.fallocate(
                    fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, regionOffset + range.start(), range.bytes());
        } while (error == -EINTR);
    }

    private TransportException noSpace(String what, long length, int error) {
        Path directory = Objects.requireNonNull(path.getParent());
        return new TransportException(String.format(
                "shm: cannot reserve %s for %s in %s, %s; %s. Allocate less, or give the file system more space (in a container"
                        + " with --shm-size), or set SHMEM_SHM_DIR to a directory with more",
                size(length), what, path, posix.failure("posix_fallocate", error), space(directory)));
    }

    /** How much space is left, in words. */
    static String space(Path directory) {
        try {
            var store = Files.getFileStore(directory);
            return store.type() + " " + directory + " has " + size(store.getUsableSpace()) + " left of "
                    + size(store.getTotalSpace());
        } catch (IOException e) {
            return "how much " + directory + " has left is unknown (" + e.getMessage() + ")";
        }
    }

    private static String size(long bytes) {
        return bytes < 1 << 20
                ? bytes + " bytes"
                : String.format(Locale.ROOT, "%d bytes (%.1f MiB)", bytes, bytes / (double) (1 << 20));
    }

    /** Takes the file's name away; whoever maps it keeps it. */
    void unlink() {
        synchronized (name) {
            if (linked) {
                linked = false;
                unlink(path);
            }
        }
    }

    private static void unlink(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            System.getLogger(ShmFile.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "cannot remove " + file + "; the next job's start will try again",
                            e);
        }
    }

    /** Removes the file and gives up the lock. */
    @Override
    public synchronized void close() {
        if (open) {
            unlink();
            open = false;
            posix.close(fd);
        }
    }
}
