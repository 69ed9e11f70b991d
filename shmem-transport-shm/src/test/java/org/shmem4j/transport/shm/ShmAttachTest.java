package org.shmem4j.transport.shm;

import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.State;

/** PE 0 meets a file that is not what PE 1's card promised. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmAttachTest {
    private Path directory = Path.of("");
    private Job job = Job.open(Path.of("/dev/shm"), 0, Job.MIB);

    @BeforeEach
    void open() throws IOException {
        directory = Directories.inMemory();
        job = Job.joined(directory, 2, Job.MIB);
    }

    @AfterEach
    void close() throws IOException {
        job.close();
        Directories.delete(directory);
    }

    private void expectError(String... why) {
        Connection connection = job.pes.get(0).connect(1, 0);
        assertThat(connection.state()).isEqualTo(State.ERROR);
        assertThat(connection.memoryOffset()).isEqualTo(-1);
        assertThat(connection.cause())
                .hasMessageContainingAll("PE 0", "PE 1", job.file(1).toString(), "SHMEM_TRANSPORTS=^shm")
                .hasMessageContainingAll(why);
        assertThat(job.hosts.get(0).changes()).containsExactly("1/0 ERROR");
        assertThat(job.pes.get(0).connect(0, 0).state()).isEqualTo(State.UP);
        assertThat(job.pes.get(0).state()).isEqualTo(State.UP);
        connection.close();
        assertThat(connection.state()).isEqualTo(State.DOWN);
        assertThat(connection.cause()).isNull();
    }

    private void overwrite(long offset, long word) throws IOException {
        try (FileChannel file = FileChannel.open(job.file(1), WRITE)) {
            file.write(ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, word), offset);
        }
    }

    @Test
    void shouldFailWhenTheFileIsGone() throws IOException {
        Files.delete(job.file(1));
        expectError("open", "errno 2");
    }

    @Test
    void shouldFailWhenTheTokenIsAnother() throws IOException {
        overwrite(48, 1);
        expectError("token");
    }

    @Test
    void shouldFailWhenTheJobIsAnother() throws IOException {
        overwrite(24, 1);
        expectError("another job");
    }

    @Test
    void shouldFailWhenThePeIsAnother() throws IOException {
        overwrite(32, 4096);
        expectError("PE 1 of 2 with regions of 4096 bytes", "1048576");
    }

    @Test
    void shouldFailWhenTheVersionIsAnother() throws IOException {
        overwrite(8, 99);
        expectError("version 99");
    }

    @Test
    void shouldFailWhenTheFileIsForeign() throws IOException {
        Files.delete(job.file(1));
        Files.write(job.file(1), new byte[Math.toIntExact(ShmLayout.headerBytes(2) + Job.MIB)]);
        expectError("not a file of shmem4j");
    }

    @Test
    void shouldFailWhenTheFileIsTruncated() throws IOException {
        try (FileChannel file = FileChannel.open(job.file(1), WRITE)) {
            file.truncate(4096);
        }
        expectError("1114112", "4096");
    }

    @Test
    void shouldFailWhenTheFileIsEmpty() throws IOException {
        Files.delete(job.file(1));
        Files.createFile(job.file(1));
        expectError("has 0");
    }

    @Test
    void shouldFailWhenThePathIsASymbolicLink() throws IOException {
        Path moved = Files.move(job.file(1), directory.resolve("moved"));
        Files.createSymbolicLink(job.file(1), moved);
        expectError("open", "errno 40");
    }

    @Test
    void shouldFailWithoutBlockingWhenThePathIsAPipe() throws IOException, InterruptedException {
        Files.delete(job.file(1));
        new ProcessBuilder("mkfifo", job.file(1).toString()).start().waitFor();
        expectError("not a regular file");
    }

    @Test
    void shouldFailWhenTheHeaderCannotBeRead() {
        expectError(
                new ForwardingPosixLibrary() {
                    @Override
                    public long pread(int fd, MemorySegment buffer, long offset) {
                        return 5;
                    }
                },
                "only 5 bytes of its header");
    }

    @Test
    void shouldFailWhenTheRegionCannotBeMapped() {
        expectError(
                new ForwardingPosixLibrary() {
                    private int regions;

                    @Override
                    public long mmap(long address, long bytes, int protection, int flags, int fd, long offset) {
                        boolean ofPeer = (flags & MAP_FIXED) != 0 && regions++ > 0;
                        return ofPeer ? -ENOMEM : super.mmap(address, bytes, protection, flags, fd, offset);
                    }
                },
                "mmap",
                "errno 12");
    }

    /** Two more PEs, the first of which uses a library of its own. */
    private void expectError(PosixLibrary posix, String... why) {
        FakeHost host = FakeHost.of(directory, "fake", 0, 2, Job.MIB);
        FakeHost other = FakeHost.of(directory, "fake", 1, 2, Job.MIB);
        try (ShmTransport pe = ShmTransport.open(host, posix);
                ShmTransport peer = ShmTransport.open(other, new PanamaPosixLibrary())) {
            pe.join(List.of(pe.card(), peer.card()));
            peer.join(List.of(pe.card(), peer.card()));
            Connection connection = pe.connect(1, 0);
            assertThat(connection.state()).isEqualTo(State.ERROR);
            assertThat(connection.cause()).hasMessageContainingAll(why);

            peer.connect(0, 0);
            pe.progress();
            assertThat(connection.state()).isEqualTo(State.ERROR);
            assertThat(host.files().getFirst()).doesNotExist();
        }
    }

    @Test
    void shouldTryAgainWhenTheSystemHadNoneLeft() {
        int emfile = 24;
        boolean[] exhausted = {false};
        PosixLibrary posix = new ForwardingPosixLibrary() {
            @Override
            public int open(Path path, int flags, int mode) {
                return exhausted[0] ? -emfile : super.open(path, flags, mode);
            }
        };
        FakeHost host = FakeHost.of(directory, "again", 0, 2, Job.MIB);
        FakeHost other = FakeHost.of(directory, "again", 1, 2, Job.MIB);
        try (ShmTransport pe = ShmTransport.open(host, posix);
                ShmTransport peer = ShmTransport.open(other, new PanamaPosixLibrary())) {
            pe.join(List.of(pe.card(), peer.card()));
            peer.join(List.of(pe.card(), peer.card()));
            exhausted[0] = true;
            Connection first = pe.connect(1, 0);
            assertThat(first.cause()).hasMessageContaining("errno 24");
            assertThatThrownBy(() -> pe.connect(1, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("close it first");

            exhausted[0] = false;
            Connection second = pe.connect(1, 1);
            assertThat(second.state()).isEqualTo(State.DOWN);
            peer.connect(0, 1);
            pe.progress();
            assertThat(second.state()).isEqualTo(State.UP);
            assertThat(first.state()).isEqualTo(State.ERROR);
            first.close();
            assertThat(pe.connect(1, 0).state()).isEqualTo(State.UP);
        }
    }

    @Test
    void shouldNotTryAgainWhenItMetAStranger() throws IOException {
        overwrite(48, 1);
        Connection first = job.pes.get(0).connect(1, 0);
        Files.delete(job.file(1)); // so that another try would end differently
        assertThat(job.pes.get(0).connect(1, 1).cause()).isSameAs(first.cause());
    }

    @Test
    void shouldFailWhenAStrangerAnswers() throws IOException {
        Connection connection = job.pes.get(0).connect(1, 0);
        assertThat(connection.state()).isEqualTo(State.DOWN);
        try (FileChannel file = FileChannel.open(job.file(0), WRITE)) {
            file.write(ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, 0xbad), 128 + 8);
        }
        assertThat(job.pes.get(0).progress()).isEqualTo(1);
        assertThat(connection.state()).isEqualTo(State.ERROR);
        assertThat(connection.cause()).hasMessageContainingAll("PE 1", "0000000000000bad");
        assertThat(job.pes.get(0).progress()).isZero();
    }
}
