package org.shmem4j.transport.shm;

import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shmem4j.transport.TransportException;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmFileTest {
    private static final long MIB = Job.MIB;

    private final PosixLibrary posix = new PanamaPosixLibrary();
    private Path directory = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Directories.inMemory();
    }

    @AfterEach
    void deleteDirectory() throws IOException {
        Directories.delete(directory);
    }

    private Path path() {
        return directory.resolve("shmem4j-job-0");
    }

    private long usedBytes(Path file) throws IOException, InterruptedException {
        Process du = new ProcessBuilder("du", "-B1", file.toString()).start();
        String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(du.waitFor()).isZero();
        return Long.parseLong(text.substring(0, text.indexOf('\t')));
    }

    @Test
    void shouldReserveOnlyWhatIsRegistered() throws IOException, InterruptedException {
        try (ShmFile file = ShmFile.create(posix, path(), 2, 100 * MIB)) {
            assertThat(Files.size(path())).isEqualTo(100 * MIB + (64 << 10));
            assertThat(usedBytes(path())).isEqualTo(4096);
            file.register(MIB, 2 * MIB);
            assertThat(usedBytes(path())).isEqualTo(4096 + 2 * MIB);
            file.register(0, 4 * MIB);
            assertThat(usedBytes(path())).isEqualTo(4096 + 4 * MIB);
            file.register(0, 0);
            file.release(2 * MIB, 10 * MIB);
            assertThat(usedBytes(path())).isEqualTo(4096 + 2 * MIB);
            assertThat(Files.size(path())).isEqualTo(100 * MIB + (64 << 10));
        }
        assertThat(path()).doesNotExist();
    }

    @Test
    void shouldRefuseRangesThatAreNotPagesOfTheRegion() {
        try (ShmFile file = ShmFile.create(posix, path(), 2, MIB)) {
            assertThatThrownBy(() -> file.register(0, MIB + 4096)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> file.release(-4096, 4096)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> file.register(8, 4096))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("page size");
        }
    }

    @Test
    void shouldUndoOnlyWhatTheFailingCallReserved() throws IOException, InterruptedException {
        List<Long> left = new ArrayList<>();
        PosixLibrary full = new ForwardingPosixLibrary() {
            @Override
            public int posixFallocate(int fd, long offset, long bytes) {
                return offset >= 66 * MIB ? -ENOSPC : super.posixFallocate(fd, offset, bytes);
            }
        };
        try (ShmFile file = ShmFile.create(full, path(), 2, 1000 * MIB)) {
            file.register(MIB, MIB);
            left.add(usedBytes(path()));
            assertThatThrownBy(() -> file.register(0, 200 * MIB))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContainingAll(
                            "209715200 bytes (200.0 MiB)",
                            path().toString(),
                            "posix_fallocate",
                            "errno 28",
                            "tmpfs",
                            directory.toString(),
                            "left of",
                            "Allocate less",
                            "--shm-size",
                            "SHMEM_SHM_DIR");
            assertThat(usedBytes(path())).isEqualTo(left.getFirst());
            file.register(2 * MIB, MIB);
            assertThat(usedBytes(path())).isEqualTo(left.getFirst() + MIB);
        }
    }

    @Test
    void shouldTryAgainInSmallerPiecesWhenInterrupted() throws IOException, InterruptedException {
        List<Long> pieces = new ArrayList<>();
        PosixLibrary signalled = new ForwardingPosixLibrary() {
            @Override
            public int posixFallocate(int fd, long offset, long bytes) {
                pieces.add(bytes);
                return bytes > 4 * MIB ? -EINTR : super.posixFallocate(fd, offset, bytes);
            }

            private int truncations;
            private int punches;

            @Override
            public int ftruncate(int fd, long bytes) {
                return truncations++ == 0 ? -EINTR : super.ftruncate(fd, bytes);
            }

            @Override
            public int fallocate(int fd, int mode, long offset, long bytes) {
                return punches++ == 0 ? -EINTR : super.fallocate(fd, mode, offset, bytes);
            }
        };
        try (ShmFile file = ShmFile.create(signalled, path(), 2, 100 * MIB)) {
            pieces.clear();
            file.register(0, 6 * MIB);
            assertThat(pieces).containsExactly(6 * MIB, 6 * MIB, 6 * MIB, 6 * MIB, 4 * MIB, 2 * MIB);
            assertThat(usedBytes(path())).isEqualTo(4096 + 6 * MIB);
            file.release(0, 6 * MIB);
            assertThat(usedBytes(path())).isEqualTo(4096);
        }
    }

    @Test
    void shouldReserveInPieces() {
        List<Long> pieces = new ArrayList<>();
        PosixLibrary counting = new ForwardingPosixLibrary() {
            @Override
            public int posixFallocate(int fd, long offset, long bytes) {
                pieces.add(bytes);
                return 0;
            }
        };
        try (ShmFile file = ShmFile.create(counting, path(), 2, 1000 * MIB)) {
            pieces.clear();
            file.register(0, ShmFile.PIECE_BYTES_MAX + MIB);
            assertThat(pieces).containsExactly(ShmFile.PIECE_BYTES_MAX, MIB);
        }
    }

    @Test
    void shouldLeaveNothingWhenTheFileCannotHaveItsSize() throws IOException {
        PosixLibrary small = new ForwardingPosixLibrary() {
            @Override
            public int ftruncate(int fd, long bytes) {
                return -EFBIG; // as of a file system on a disk for more than some TiB
            }
        };
        assertThatThrownBy(() -> ShmFile.create(small, path(), 2, MIB))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("ftruncate", "errno 27", "SHMEM_SYMMETRIC_SIZE");
        assertThat(Directories.list(directory)).isEmpty();
    }

    @Test
    void shouldSayWhenTheFileCannotBeMade() {
        assertThatThrownBy(() -> ShmFile.create(posix, directory.resolve("no/shmem4j-x-0"), 2, MIB))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("open", "errno 2", "SHMEM_SHM_DIR");
    }

    @Test
    void shouldSweepLeftOversButNothingElse() throws IOException {
        Path dead = directory.resolve("shmem4j-dead-3");
        Files.createFile(directory.resolve("shmem4j-dead-4")); // died before it wrote anything
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment header = arena.allocate(64);
            ShmLayout.writeIdentity(header, new ShmLayout.Identity("dead", 3, 4, MIB, UUID.randomUUID()));
            Files.write(dead, header.toArray(ValueLayout.JAVA_BYTE));
        }
        Path early = Files.createFile(directory.resolve("shmem4j-dead-5")); // died before it wrote its header
        try (FileChannel file = FileChannel.open(early, WRITE)) {
            file.write(ByteBuffer.allocate(1), ShmLayout.headerBytes(1) - 1);
        }
        Path notes = Files.writeString(directory.resolve("shmem4j-notes-1"), "remember the milk");
        Path todo = Files.writeString(directory.resolve("shmem4j-todo-2"), "milk");
        Path zeros = Files.write(directory.resolve("shmem4j-zeros-3"), new byte[4096]);
        Path text = Files.createFile(directory.resolve("shmem4j-todo.txt"));
        Path noPe = Files.createFile(directory.resolve("shmem4j-job-x"));
        Path link = Files.createSymbolicLink(directory.resolve("shmem4j-link-1"), notes);
        Path other = Files.createFile(directory.resolve("other"));
        Path sub = Files.createDirectory(directory.resolve("shmem4j-dir-1"));
        try (ShmFile live = ShmFile.create(posix, path(), 2, MIB)) {
            ShmFile.sweep(posix, directory);
            assertThat(Directories.list(directory))
                    .containsExactlyInAnyOrder(live.path(), notes, todo, zeros, text, noPe, link, other, sub);
        }
    }

    @Test
    void shouldNotSweepWhatCannotBeRead() throws IOException {
        Path file = Files.createFile(path());
        PosixLibrary unreadable = new ForwardingPosixLibrary() {
            @Override
            public long pread(int fd, MemorySegment buffer, long offset) {
                return -EINTR;
            }
        };
        ShmFile.sweep(unreadable, directory);
        assertThat(file).exists();
    }

    @Test
    void shouldWaitForASweeperThatIsStopped() {
        PosixLibrary stopped = new ForwardingPosixLibrary() {
            private final long start = System.nanoTime();

            @Override
            public int flock(int fd, int operation) {
                boolean held = System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(500);
                return held ? -EWOULDBLOCK : super.flock(fd, operation);
            }
        };
        try (ShmFile _ = ShmFile.create(stopped, path(), 2, MIB)) {
            assertThat(path()).exists();
        }
    }

    @Test
    void shouldUnlinkWhileSpaceIsReserved() throws InterruptedException {
        CountDownLatch reserving = new CountDownLatch(1);
        CountDownLatch unlinked = new CountDownLatch(1);
        PosixLibrary slow = new ForwardingPosixLibrary() {
            @Override
            public int posixFallocate(int fd, long offset, long bytes) {
                if (bytes == MIB) {
                    reserving.countDown();
                    try {
                        unlinked.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                return super.posixFallocate(fd, offset, bytes);
            }
        };
        try (ShmFile file = ShmFile.create(slow, path(), 2, MIB)) {
            Thread registering = Thread.ofPlatform().start(() -> file.register(0, MIB));
            reserving.await();
            file.unlink();
            assertThat(path()).doesNotExist();
            unlinked.countDown();
            registering.join();
        }
    }

    @Test
    void shouldNotFailToSweepWhereNothingCanBeListed() {
        ShmFile.sweep(posix, directory.resolve("missing"));
    }

    @Test
    void shouldMakeTheFileAgainWhenASweeperTookItBeforeTheLock() throws IOException {
        PosixLibrary raced = new ForwardingPosixLibrary() {
            private int locks;

            @Override
            public int flock(int fd, int operation) {
                if (locks++ == 0) {
                    ShmFile.sweep(posix, directory);
                }
                return super.flock(fd, operation);
            }
        };
        try (ShmFile file = ShmFile.create(raced, path(), 2, MIB)) {
            assertThat(FileStatus.of(posix, file.fd()).links()).isEqualTo(1);
            assertThat(path()).exists();
            ShmFile.sweep(posix, directory);
            assertThat(path()).exists();
        }
    }

    @Test
    void shouldMakeTheFileAgainWhenASweeperHoldsTheLock() {
        PosixLibrary raced = new ForwardingPosixLibrary() {
            private int sweeper = -1;

            @Override
            public int flock(int fd, int operation) {
                if (sweeper < 0) {
                    sweeper = posix.open(path(), O_RDWR, 0);
                    posix.flock(sweeper, LOCK_EX | LOCK_NB);
                    return super.flock(fd, operation); // EWOULDBLOCK
                }
                posix.close(sweeper); // the sweeper died before it unlinked
                return super.flock(fd, operation);
            }
        };
        try (ShmFile _ = ShmFile.create(raced, path(), 2, MIB)) {
            assertThat(path()).exists();
        }
    }

    @Test
    void shouldNotSweepAFileThatTookTheNameOfASweptOne() throws IOException {
        Files.createFile(path());
        List<ShmFile> successor = new ArrayList<>();
        PosixLibrary slow = new ForwardingPosixLibrary() {
            @Override
            public int flock(int fd, int operation) {
                // between this sweeper's open and lock another one sweeps, and a new PE starts
                if (successor.isEmpty()) {
                    successor.add(ShmFile.create(posix, path(), 2, MIB));
                }
                return super.flock(fd, operation);
            }
        };
        ShmFile.sweep(slow, directory);
        assertThat(path()).exists();
        successor.getFirst().close();
    }

    @Test
    void shouldNeverLoseALiveFileWhileOthersSweepAndStart() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            Path own = directory.resolve("shmem4j-stress-" + n);
            threads.add(Thread.ofPlatform()
                    .uncaughtExceptionHandler((_, e) -> failures.add(e))
                    .start(() -> {
                        while (System.nanoTime() - end < 0) {
                            try (ShmFile file = ShmFile.create(posix, own, 2, MIB)) {
                                ShmFile.sweep(posix, directory);
                                assertThat(FileStatus.of(posix, file.fd()).links())
                                        .isEqualTo(1);
                            }
                        }
                    }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void shouldSayWhenAnotherPeHasTheName() {
        try (ShmFile _ = ShmFile.create(posix, path(), 2, MIB)) {
            long waitNs = TimeUnit.MILLISECONDS.toNanos(30);
            assertThatThrownBy(() -> ShmFile.create(posix, path(), 2, MIB, waitNs))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContainingAll(path().toString(), "30 ms", "running already");
            assertThat(path()).exists();
        }
    }

    @Test
    void shouldSayWhenTheFileSystemHasNoLocks() throws IOException {
        PosixLibrary lockless = new ForwardingPosixLibrary() {
            @Override
            public int flock(int fd, int operation) {
                return -EPERM;
            }
        };
        assertThatThrownBy(() -> ShmFile.create(lockless, path(), 2, MIB))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("flock", "errno 1", "local file system");
        assertThat(Directories.list(directory)).isEmpty();
    }
}
