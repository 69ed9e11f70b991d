package org.shmem4j.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Completion;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.State;
import org.shmem4j.transport.TransportException;

@ParameterizedClass
@ValueSource(booleans = {true, false})
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmTransportTest {
    private static final long MIB = Job.MIB;
    private static final Completion NEVER = _ -> {
        throw new AssertionError("nothing is ever pending");
    };

    private final Path directory;

    ShmTransportTest(boolean inMemory) throws IOException {
        directory = inMemory ? Directories.inMemory() : Directories.onDisk();
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertThat(Directories.list(directory)).isEmpty();
        Directories.delete(directory);
    }

    @Test
    void shouldPutAndGetBetweenAllPes() {
        try (Job job = Job.joined(directory, 3, 4 * MIB);
                Arena arena = Arena.ofConfined()) {
            job.pes.forEach(pe -> pe.register(MIB, MIB));
            List<List<Connection>> connections = job.connectAll();
            MemorySegment buffer = arena.allocate(Long.BYTES * 2, Long.BYTES);
            for (int from = 0; from < 3; from++) {
                for (int to = 0; to < 3; to++) {
                    buffer.setAtIndex(ValueLayout.JAVA_LONG, 1, 100 + 10 * from + to);
                    Connection connection = connections.get(from).get(to);
                    assertThat(connection.put(MIB + 8L * from, buffer, 8, 8, NEVER))
                            .isEqualTo(PostStatus.DONE);
                    assertThat(connection.fence(NEVER)).isEqualTo(PostStatus.DONE);
                    assertThat(connection.flush(NEVER)).isEqualTo(PostStatus.DONE);
                }
            }
            for (int from = 0; from < 3; from++) {
                for (int to = 0; to < 3; to++) {
                    Connection own = connections.get(to).get(to);
                    long word =
                            job.pes.get(to).memory().get(ValueLayout.JAVA_LONG, own.memoryOffset() + MIB + 8L * from);
                    assertThat(word).as("from %d to %d", from, to).isEqualTo(100 + 10 * from + to);
                    Connection connection = connections.get(from).get(to);
                    assertThat(connection.get(MIB + 8L * from, buffer, 0, 8, NEVER))
                            .isEqualTo(PostStatus.DONE);
                    assertThat(buffer.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(100 + 10 * from + to);
                }
            }
        }
    }

    @Test
    void shouldBeUpOnlyWhenBothHaveAttached() {
        try (Job job = Job.joined(directory, 2, MIB)) {
            Connection there = job.pes.get(0).connect(1, 0);
            assertThat(job.pes.get(0).progress()).isZero();
            assertThat(there.state()).isEqualTo(State.DOWN);
            assertThat(there.memoryOffset()).isEqualTo(-1);
            assertThat(there.put(0, MemorySegment.ofArray(new byte[1]), 0, 1, NEVER))
                    .isEqualTo(PostStatus.RETRY);
            assertThat(there.get(0, MemorySegment.ofArray(new byte[1]), 0, 1, NEVER))
                    .isEqualTo(PostStatus.RETRY);
            assertThat(there.fence(NEVER)).isEqualTo(PostStatus.RETRY);
            assertThat(there.flush(NEVER)).isEqualTo(PostStatus.RETRY);

            Connection back = job.pes.get(1).connect(0, 0);
            assertThat(back.state()).isEqualTo(State.UP);
            assertThat(there.state()).isEqualTo(State.DOWN);
            assertThat(job.pes.get(0).progress()).isEqualTo(1);
            assertThat(there.state()).isEqualTo(State.UP);
            assertThat(there.cause()).isNull();
            assertThat(job.pes.get(0).progress()).isZero();
            assertThat(job.hosts.get(0).changes()).containsExactly("1/0 UP");
            assertThat(job.hosts.get(1).changes()).containsExactly("0/0 UP");
        }
    }

    @Test
    void shouldGiveUpOnAPeerThatDoesNotConnect() {
        try (Job job = Job.joined(directory, 2, MIB)) {
            ShmTransport pe = job.pes.get(0);
            Connection there = pe.connect(1, 0);
            job.hosts
                    .get(0)
                    .aheadNs()
                    .set(ShmTransport.CONNECT_NS_MAX - Duration.ofSeconds(10).toNanos());
            assertThat(pe.progress()).isZero();
            assertThat(there.state()).isEqualTo(State.DOWN);
            job.hosts.get(0).aheadNs().set(ShmTransport.CONNECT_NS_MAX);
            assertThat(pe.progress()).isEqualTo(1);
            assertThat(there.state()).isEqualTo(State.ERROR);
            assertThat(there.cause()).hasMessageContainingAll("PE 1", "PE 0", "60 s", "SHMEM_TRANSPORTS=^shm");
            assertThat(pe.progress()).isZero();

            job.pes.get(1).connect(0, 0);
            pe.progress();
            assertThat(there.state()).isEqualTo(State.ERROR);
            there.close();
            assertThat(pe.connect(1, 0).state()).isEqualTo(State.UP);
        }
    }

    @Test
    void shouldMakeFilesThatOnlyTheOwnerOpensAndUnlinkThemWhenAllHaveAttached() throws IOException {
        try (Job job = Job.joined(directory, 2, MIB)) {
            Path file = job.file(0);
            assertThat(file.getParent()).isEqualTo(directory);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            job.pes.get(1).connect(0, 0);
            assertThat(file).exists();
            job.pes.get(0).progress();
            assertThat(file).doesNotExist();
            assertThat(job.file(1)).exists();
            job.pes.get(0).connect(1, 0);
            job.pes.get(1).progress();
            assertThat(Directories.list(directory)).isEmpty();
            job.pes.get(0).register(0, MIB); // works without a name
        }
    }

    @Test
    void shouldNeedNobodyElseForOnePe() throws IOException {
        try (Job job = Job.joined(directory, 1, MIB)) {
            assertThat(Directories.list(directory)).isEmpty();
            Connection self = job.pes.get(0).connect(0, 7);
            assertThat(self.state()).isEqualTo(State.UP);
            assertThat(self.slot()).isEqualTo(7);
            assertThat(self.pe()).isZero();
            assertThat(job.hosts.getFirst().changes()).containsExactly("0/7 UP");
        }
    }

    @Test
    void shouldReachOffsetsBeyondTwoAndFourGibibytes() {
        long gib = 1L << 30;
        try (Job job = Job.joined(directory, 2, 5 * gib);
                Arena arena = Arena.ofConfined()) {
            List<List<Connection>> connections = job.connectAll();
            MemorySegment source = arena.allocate(64 << 10);
            MemorySegment copy = arena.allocate(64 << 10);
            source.fill((byte) 7);
            for (long mark : new long[] {2 * gib, 4 * gib, 5 * gib - (32 << 10)}) {
                long start = mark - (32 << 10);
                job.pes.get(1).register(start, 64 << 10);
                source.set(ValueLayout.JAVA_LONG, 0, mark);
                connections.get(0).get(1).put(start, source, 0, 64 << 10, NEVER);
                connections.get(1).get(1).get(start, copy, 0, 64 << 10, NEVER);
                assertThat(copy.mismatch(source)).isEqualTo(-1);
            }
            Connection last = connections.get(0).get(1);
            assertThat(last.memoryOffset()).isEqualTo(connections.get(0).get(0).memoryOffset() + 5 * gib);
        }
    }

    @Test
    void shouldAlignEveryRegionToTwoMebibytes() {
        try (Job job = Job.joined(directory, 3, 3 * MIB)) {
            List<List<Connection>> connections = job.connectAll();
            for (int pe = 0; pe < 3; pe++) {
                long base = job.pes.get(pe).memory().address();
                List<Connection> own = connections.get(pe);
                for (Connection connection : own) {
                    assertThat((base + connection.memoryOffset()) % (2 * MIB)).isZero();
                    assertThat(connection.memoryOffset()).isPositive();
                }
                assertThat(own.get(1).memoryOffset() - own.get(0).memoryOffset())
                        .isEqualTo(4 * MIB);
            }
        }
    }

    @Test
    void shouldRefuseRangesOutsideTheRegion() {
        try (Job job = Job.joined(directory, 2, MIB)) {
            Connection connection = job.connectAll().get(0).get(1);
            MemorySegment buffer = MemorySegment.ofArray(new byte[16]);
            assertThatThrownBy(() -> connection.put(MIB - 8, buffer, 0, 16, NEVER))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> connection.get(-8, buffer, 0, 16, NEVER))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> connection.put(Long.MAX_VALUE, buffer, 0, 16, NEVER))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(connection.put(MIB, buffer, 0, 0, NEVER)).isEqualTo(PostStatus.DONE);
        }
    }

    @Test
    void shouldRefuseAccessAfterClose() {
        Job job = Job.joined(directory, 2, MIB);
        job.pes.forEach(pe -> pe.register(0, MIB));
        ShmTransport pe = job.pes.get(0);
        Connection connection = job.connectAll().get(0).get(1);
        MemorySegment memory = pe.memory();
        long offset = connection.memoryOffset();
        job.close();
        job.close();
        assertThatThrownBy(() -> memory.get(ValueLayout.JAVA_LONG, offset)).isInstanceOf(IllegalStateException.class);
        assertThat(pe.state()).isEqualTo(State.DOWN);
        assertThat(connection.state()).isEqualTo(State.DOWN);
        assertThat(connection.put(0, MemorySegment.ofArray(new byte[1]), 0, 1, NEVER))
                .isEqualTo(PostStatus.RETRY);
        assertThat(pe.progress()).isZero();
        assertThatThrownBy(() -> pe.connect(1, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> pe.register(0, MIB)).isInstanceOf(IllegalStateException.class);
        connection.close();
        assertThat(job.hosts.get(0).changes()).endsWith("0/0 DOWN", "1/0 DOWN");
    }

    @Test
    void shouldCloseWhileANativeCallUsesTheMemory() throws IOException, InterruptedException {
        Pipe pipe = Pipe.open();
        Job job = Job.joined(directory, 1, MIB);
        job.pes.get(0).register(0, MIB);
        long offset = job.pes.get(0).connect(0, 0).memoryOffset();
        MemorySegment inbox = job.pes.get(0).memory().asSlice(offset, 8);
        Thread reader = Thread.ofPlatform().start(() -> {
            try {
                pipe.source().read(inbox.asByteBuffer()); // blocks, and keeps the memory from being unmapped
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        while (!isInNativeCall(reader)) {
            Thread.onSpinWait();
        }
        job.close();
        pipe.sink().write(ByteBuffer.allocate(8));
        assertThat(reader.join(Duration.ofSeconds(10))).isTrue();
        assertThat(job.pes.get(0).state()).isEqualTo(State.DOWN);
        pipe.sink().close();
        pipe.source().close();
    }

    private static boolean isInNativeCall(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0
                && stack[0].isNativeMethod()
                && Stream.of(stack).anyMatch(frame -> frame.getClassName().endsWith("IOUtil"));
    }

    @Test
    void shouldKeepTheMemoryOfAPeerThatClosed() {
        try (Job job = Job.joined(directory, 2, MIB);
                Arena arena = Arena.ofConfined()) {
            job.pes.forEach(pe -> pe.register(0, MIB));
            List<List<Connection>> connections = job.connectAll();
            MemorySegment buffer = arena.allocate(8, 8);
            buffer.set(ValueLayout.JAVA_LONG, 0, 42);
            connections.get(1).get(1).put(0, buffer, 0, 8, NEVER);
            job.pes.get(1).close();
            Connection connection = connections.get(0).get(1);
            assertThat(connection.state())
                    .isEqualTo(State.UP); // the runtime finds out that a PE left, not the transport
            buffer.fill((byte) 0);
            connection.get(0, buffer, 0, 8, NEVER);
            assertThat(buffer.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
        }
    }

    @Test
    void shouldShareOneMappingBetweenSlotsAndLetThemBeOpenedAgain() {
        try (Job job = Job.joined(directory, 2, MIB)) {
            job.connectAll();
            ShmTransport pe = job.pes.get(0);
            Connection first = pe.connect(1, 1);
            Connection second = pe.connect(1, 2);
            assertThat(first.state()).isEqualTo(State.UP);
            assertThat(second.memoryOffset()).isEqualTo(first.memoryOffset());
            assertThatThrownBy(() -> pe.connect(1, 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("connection 2 to PE 1");
            second.close();
            second.close();
            assertThat(second.state()).isEqualTo(State.DOWN);
            assertThat(second.memoryOffset()).isEqualTo(-1);
            assertThat(first.state()).isEqualTo(State.UP);
            assertThat(pe.connect(1, 2).state()).isEqualTo(State.UP);
            assertThat(job.hosts.get(0).changes()).endsWith("1/1 UP", "1/2 UP", "1/2 DOWN", "1/2 UP");
        }
    }

    @Test
    void shouldRefuseWhatItDoesNotAdvertise() {
        try (Job job = Job.joined(directory, 1, MIB)) {
            ShmTransport pe = job.pes.get(0);
            assertThat(pe.name()).isEqualTo("shm");
            assertThat(pe.capabilities()).isEqualTo(Set.of(Capability.LOAD_STORE, Capability.RMA, Capability.ORDERED));
            Connection self = pe.connect(0, 0);
            MemorySegment none = MemorySegment.NULL;
            assertThatThrownBy(() -> self.send(none, none, 0, 0, NEVER))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContainingAll("shm", "send");
            assertThatThrownBy(pe::descriptor).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(pe::arm).isInstanceOf(UnsupportedOperationException.class);
            assertThat(self.load()).isZero();
            assertThat(pe.cause()).isNull();
        }
    }

    @Test
    void shouldNotReachPesOfOtherHostsOrWithoutTheTransport() {
        try (Job job = Job.open(directory, 4, MIB)) {
            List<byte @Nullable []> cards = new ArrayList<>(job.cards());
            cards.set(1, null);
            cards.set(2, elsewhere(ShmCard.parse(2, cards.get(2))).encode());
            ShmTransport pe = job.pes.get(0);
            assertThat(pe.state()).isEqualTo(State.DOWN);
            assertThatThrownBy(pe::memory).isInstanceOf(IllegalStateException.class);
            pe.join(cards);
            assertThat(pe.state()).isEqualTo(State.UP);
            assertThat(List.of(pe.reaches(0), pe.reaches(1), pe.reaches(2), pe.reaches(3)))
                    .containsExactly(true, false, false, true);
            assertThat(pe.memory().byteSize()).isEqualTo(2 * ShmWindow.ALIGNMENT + 2 * ShmWindow.ALIGNMENT);
            assertThatThrownBy(() -> pe.connect(2, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PE 2 shares no memory with PE 0");
            assertThatThrownBy(() -> pe.reaches(4)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> pe.join(cards)).isInstanceOf(IllegalStateException.class);
        }
    }

    private static ShmCard elsewhere(ShmCard card) {
        return new ShmCard(card.bootId(), card.device() + 1, card.regionBytes(), card.token(), card.path());
    }

    @Test
    void shouldRefuseRegionsOfDifferentSizes() {
        try (Job job = Job.open(directory, 2, MIB)) {
            List<byte @Nullable []> cards = new ArrayList<>(job.cards());
            ShmCard card = ShmCard.parse(1, cards.get(1));
            cards.set(1, new ShmCard(card.bootId(), card.device(), 2 * MIB, card.token(), card.path()).encode());
            assertThatThrownBy(() -> job.pes.get(0).join(cards))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContainingAll("PE 1", "1048576", "2097152", "SHMEM_SYMMETRIC_SIZE");
        }
    }

    @Test
    void shouldSayWhenTheAddressSpaceDoesNotSuffice() {
        int peCount = 8;
        FakeHost host = FakeHost.of(directory, "huge", 0, peCount, 1L << 43);
        try (ShmTransport pe = ShmTransport.open(host, new ForwardingPosixLibrary() {
            @Override
            public int ftruncate(int fd, long bytes) {
                return super.ftruncate(fd, ShmLayout.headerBytes(peCount)); // no file system on a disk holds so much
            }

            @Override
            public long mmap(long address, long bytes, int protection, int flags, int fd, long offset) {
                return bytes > 1L << 45 ? -ENOMEM : super.mmap(address, bytes, protection, flags, fd, offset);
            }
        })) {
            List<byte @Nullable []> cards = new ArrayList<>();
            for (int other = 0; other < peCount; other++) {
                cards.add(pe.card());
            }
            assertThatThrownBy(() -> pe.join(cards))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContainingAll("8 regions of 8796093022208 bytes", "mmap", "SHMEM_SYMMETRIC_SIZE");
        }
    }

    @Test
    void shouldStayIntactWhenManyThreadsDriveAndUseIt() throws InterruptedException {
        try (Job job = Job.joined(directory, 2, MIB)) {
            job.pes.forEach(pe -> pe.register(0, MIB));
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = new CopyOnWriteArrayList<>();
            for (int n = 0; n < 8; n++) {
                int slot = n / 2;
                ShmTransport pe = job.pes.get(n % 2);
                int peer = 1 - n % 2;
                threads.add(Thread.ofPlatform()
                        .uncaughtExceptionHandler((_, e) -> failures.add(e))
                        .start(() -> putUntilEqual(pe, pe.connect(peer, slot))));
            }
            for (Thread thread : threads) {
                assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
            }
            assertThat(failures).isEmpty();
            assertThat(job.hosts.get(0).changes()).containsExactlyInAnyOrder("1/0 UP", "1/1 UP", "1/2 UP", "1/3 UP");
        }
    }

    private static void putUntilEqual(ShmTransport pe, Connection connection) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(8, 8);
            for (int round = 0; round < 1000; round++) {
                buffer.set(ValueLayout.JAVA_LONG, 0, round);
                long place = 64L * connection.slot();
                while (connection.put(place, buffer, 0, 8, NEVER) == PostStatus.RETRY) {
                    pe.progress();
                    Thread.onSpinWait();
                }
                connection.get(place, buffer, 0, 8, NEVER);
                assertThat(buffer.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(round);
                pe.progress();
            }
        }
    }
}
