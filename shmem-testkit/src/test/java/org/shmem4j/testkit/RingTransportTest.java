package org.shmem4j.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.transport.Completion;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.NanoClock;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.TransportHost;

/** Two PEs in one JVM, whose rings are driven by one thread or by two. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingTransportTest {
    @TempDir
    Path directory;

    private final Host[] hosts = new Host[2];
    private final Transport[] transports = new Transport[2];

    /** A PE that takes notes of frames. */
    private static final class Host implements TransportHost {
        final List<byte[]> frames = new ArrayList<>();
        final List<String> changes = new ArrayList<>();
        private final int pe;
        private final Path directory;
        private final MemorySegment region = Arena.ofAuto().allocate(1 << 20);

        Host(int pe, Path directory) {
            this.pe = pe;
            this.directory = directory;
        }

        @Override
        public int pe() {
            return pe;
        }

        @Override
        public int peCount() {
            return 2;
        }

        @Override
        public String jobId() {
            return "ring-test";
        }

        @Override
        public long regionBytes() {
            return region.byteSize();
        }

        @Override
        public MemorySegment region() {
            throw new AssertionError("rings need no region");
        }

        @Override
        public Settings settings() {
            return Settings.resolve(Map.of(Setting.SHM_DIR, directory.toString()), _ -> null, _ -> null);
        }

        @Override
        public NanoClock clock() {
            return NanoClock.SYSTEM;
        }

        @Override
        public Executor executor() {
            return Runnable::run;
        }

        @Override
        public void deleteAtExit(Path file) {}

        @Override
        public void stateChanged(Connection connection) {
            changes.add(connection.slot() + " " + connection.state());
        }

        @Override
        public @Nullable MemorySegment payloadTarget(Connection connection, MemorySegment header, long payloadBytes) {
            return header.get(ValueLayout.JAVA_BYTE, 0) == 0 ? null : region.asSlice(17, payloadBytes);
        }

        @Override
        public void frame(Connection connection, MemorySegment header, MemorySegment payload) {
            byte[] whole = new byte[(int) (32 + payload.byteSize())];
            MemorySegment.copy(header, 0, MemorySegment.ofArray(whole), 0, 32);
            MemorySegment.copy(payload, 0, MemorySegment.ofArray(whole), 32, payload.byteSize());
            frames.add(whole);
        }
    }

    @BeforeEach
    void open() {
        List<byte @Nullable []> cards = new ArrayList<>();
        for (int pe = 0; pe < 2; pe++) {
            hosts[pe] = new Host(pe, directory);
            transports[pe] = new RingTransportProvider().open(hosts[pe]);
            cards.add(transports[pe].card());
        }
        for (Transport transport : transports) {
            transport.join(cards);
        }
    }

    @AfterEach
    void close() {
        for (Transport transport : transports) {
            transport.close();
        }
        assertThat(directory).isEmptyDirectory();
    }

    private Connection[] connect(int slot) {
        Connection[] connections = {transports[0].connect(1, slot), transports[1].connect(0, slot)};
        driveUntil(() -> connections[0].state() == State.UP && connections[1].state() == State.UP);
        return connections;
    }

    private void driveUntil(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            transports[0].progress();
            transports[1].progress();
        }
    }

    private static Completion counting(AtomicInteger count) {
        return failure -> {
            assertThat(failure).isNull();
            count.incrementAndGet();
        };
    }

    @Test
    void shouldDeliverFramesWholeInOrderAndOnce() {
        Connection[] connections = connect(0);
        Random random = new Random(7);
        List<byte[]> sent = new ArrayList<>();
        AtomicInteger completed = new AtomicInteger();
        int pending = 0;
        for (int i = 0; i < 500; i++) {
            byte[] frame = new byte[32 + random.nextInt(i % 10 == 0 ? 300_000 : 200)];
            random.nextBytes(frame);
            frame[0] = (byte) (i & 1); // into the region, or into a buffer
            MemorySegment payload = Arena.ofAuto().allocate(Math.max(1, frame.length - 32), 8);
            MemorySegment.copy(frame, 32, payload, ValueLayout.JAVA_BYTE, 0, frame.length - 32);
            MemorySegment header = MemorySegment.ofArray(Arrays.copyOf(frame, 32));
            PostStatus status;
            while ((status = connections[0].send(header, payload, 0, frame.length - 32, counting(completed)))
                    == PostStatus.RETRY) {
                transports[0].progress();
                transports[1].progress();
            }
            header.fill((byte) -1); // it was copied
            pending += status == PostStatus.PENDING ? 1 : 0;
            sent.add(frame);
        }
        driveUntil(() -> hosts[1].frames.size() == sent.size());

        assertThat(hosts[1].frames).usingRecursiveComparison().isEqualTo(sent);
        assertThat(completed).hasValue(pending);
        assertThat(pending).isPositive();
        assertThat(hosts[0].frames).isEmpty();
    }

    @Test
    void shouldFlushOnceFramesAreDelivered() {
        Connection connection = connect(1)[0];
        AtomicInteger completed = new AtomicInteger();
        assertThat(connection.send(MemorySegment.ofArray(new byte[32]), MemorySegment.NULL, 0, 0, counting(completed)))
                .isEqualTo(PostStatus.DONE);
        assertThat(connection.flush(counting(completed))).isEqualTo(PostStatus.PENDING);
        transports[0].progress();
        assertThat(completed).hasValue(0);
        transports[1].progress();
        assertThat(hosts[1].frames).hasSize(1);
        transports[0].progress();
        assertThat(completed).hasValue(1);
        assertThat(connection.flush(counting(completed))).isEqualTo(PostStatus.DONE);
    }

    @Test
    void shouldDeliverNothingAfterCloseAndConnectAnew() {
        Connection[] connections = connect(2);
        List<@Nullable TransportException> failures = new ArrayList<>();
        MemorySegment large = Arena.ofAuto().allocate(200_000);
        assertThat(connections[0].send(MemorySegment.ofArray(new byte[32]), large, 0, 200_000, failures::add))
                .isEqualTo(PostStatus.PENDING);
        transports[1].progress(); // a part of it

        connections[0].close();
        connections[0].close();

        assertThat(failures).hasSize(1).doesNotContainNull();
        assertThat(connections[0].fence(failures::add)).isEqualTo(PostStatus.RETRY);
        driveUntil(() -> connections[1].state() == State.ERROR);
        assertThat(connections[1].cause()).hasMessageContaining("PE 0 closed connection 2");
        assertThat(hosts[1].frames).isEmpty();

        Connection anew = transports[0].connect(1, 2);
        assertThat(anew.state()).isEqualTo(State.DOWN);
        assertThatThrownBy(() -> transports[1].connect(0, 2)).isInstanceOf(IllegalArgumentException.class);
        connections[1].close();
        Connection back = transports[1].connect(0, 2);
        driveUntil(() -> anew.state() == State.UP && back.state() == State.UP);
        byte[] header = new byte[32];
        header[5] = 5;
        assertThat(anew.send(MemorySegment.ofArray(header), MemorySegment.NULL, 0, 0, failures::add))
                .isEqualTo(PostStatus.DONE);
        driveUntil(() -> !hosts[1].frames.isEmpty());
        assertThat(hosts[1].frames).usingRecursiveComparison().isEqualTo(List.of(header));
        assertThat(hosts[1].changes).containsExactly("2 UP", "2 ERROR", "2 DOWN", "2 UP");
    }

    @Test
    void shouldKeepTheOrderOfEachThread() throws InterruptedException {
        Connection connection = connect(3)[0];
        int each = 5_000;
        Thread receiver = new Thread(() -> {
            while (hosts[1].frames.size() < 2 * each) {
                transports[1].progress();
            }
        });
        receiver.start();
        List<Thread> senders = new ArrayList<>();
        for (byte name = 0; name < 2; name++) {
            byte thread = name;
            senders.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < each; i++) {
                    MemorySegment header = MemorySegment.ofArray(new long[4]);
                    header.set(ValueLayout.JAVA_BYTE, 8, thread);
                    header.set(ValueLayout.JAVA_LONG, 16, i);
                    while (connection.send(header, MemorySegment.NULL, 0, 0, _ -> {}) == PostStatus.RETRY) {
                        transports[0].progress();
                    }
                }
            }));
        }
        while (receiver.isAlive()) {
            transports[0].progress();
        }
        for (Thread sender : senders) {
            sender.join();
        }
        receiver.join();
        long[] next = new long[2];
        for (byte[] frame : hosts[1].frames) {
            MemorySegment header = MemorySegment.ofArray(frame);
            assertThat(header.get(ValueLayout.JAVA_LONG_UNALIGNED, 16)).isEqualTo(next[frame[8]]++);
        }
        assertThat(next).containsExactly(each, each);
    }

    @Test
    void shouldReachItself() {
        Connection self = transports[0].connect(0, 0);
        driveUntil(() -> self.state() == State.UP);
        assertThat(self.send(MemorySegment.ofArray(new byte[32]), MemorySegment.NULL, 0, 0, _ -> {}))
                .isEqualTo(PostStatus.DONE);
        driveUntil(() -> hosts[0].frames.size() == 1);
    }
}
