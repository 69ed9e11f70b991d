package org.shmem4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.runtime.bootstrap.JobSecret;
import org.shmem4j.runtime.bootstrap.PmiLines;
import org.shmem4j.runtime.bootstrap.PmiMessage;

@Timeout(30)
final class PmiServerTest {
    private static final int PES = 40;

    private final JobSecret secret = JobSecret.random();
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private PmiServer server;

    @BeforeEach
    void open() throws IOException {
        server = open(Duration.ofSeconds(60));
    }

    private PmiServer open(Duration greetingLimit) throws IOException {
        PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return PmiServer.open(PES, secret, greetingLimit, events::add, err);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void shouldOpenTheBarrierWhenTheLastPeArrives() throws IOException {
        List<Client> clients = new ArrayList<>();
        for (int pe = 0; pe < PES; pe++) {
            clients.add(new Client(pe, secret));
        }
        for (int round = 0; round < 3; round++) {
            for (Client client : clients) {
                String key = client.pe + "-" + round;
                assertThat(client.ask("cmd=put kvsname=k key=" + key + " value=v" + key))
                        .contains("rc=0");
                client.say("cmd=barrier_in");
            }
            for (Client client : clients) {
                assertThat(client.hear()).startsWith("cmd=barrier_out");
                String key = (PES - 1 - client.pe) + "-" + round;
                assertThat(client.ask("cmd=get kvsname=k key=" + key)).endsWith("value=v" + key);
            }
        }
        for (Client client : clients) {
            client.close();
        }
    }

    @Test
    void shouldAnswerWhatPmiClientsAskAtTheirStart() throws IOException {
        try (Client client = new Client(3, secret)) {
            assertThat(client.greeting)
                    .containsExactly("cmd=initack rc=0", "cmd=set size=" + PES, "cmd=set rank=3", "cmd=set debug=0");
            assertThat(client.ask("cmd=init pmi_version=1 pmi_subversion=1")).contains("rc=0");
            assertThat(client.ask("cmd=get_maxes")).startsWith("cmd=maxes kvsname_max=256 ");
            assertThat(client.ask("cmd=get_my_kvsname")).matches("cmd=my_kvsname kvsname=job-[0-9a-f]{16}");
            assertThat(client.ask("cmd=get_universe_size")).isEqualTo("cmd=universe_size size=40");
            assertThat(client.ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=0");
            assertThat(client.ask("cmd=get kvsname=k key=PMI_process_mapping")).endsWith("value=(vector,(0,1,40))");
            assertThat(client.ask("cmd=get kvsname=k key=none")).contains("rc=-1");
            assertThat(client.ask("cmd=put kvsname=k key=a value=1")).contains("rc=0");
            assertThat(client.ask("cmd=put kvsname=k key=a value=2")).contains("rc=-1");
            assertThat(client.ask("cmd=finalize")).startsWith("cmd=finalize_ack");
        }
    }

    @Test
    void shouldReportInTheOrderInWhichAPeSpoke() throws Exception {
        try (Client client = new Client(3, secret)) {
            client.ask("cmd=init pmi_version=1 pmi_subversion=1");
            client.ask("cmd=finalize");
            client.say("cmd=abort exitcode=300 message="
                    + HexFormat.of().formatHex("why".getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(events.poll(5, TimeUnit.SECONDS)).isEqualTo(new JobEvent.Joined(3));
        assertThat(events.poll(5, TimeUnit.SECONDS)).isEqualTo(new JobEvent.Finalized(3));
        assertThat(events.poll(5, TimeUnit.SECONDS)).isEqualTo(new JobEvent.Aborted(3, 44, "why"));
        assertThat(events.poll(5, TimeUnit.SECONDS)).isEqualTo(new JobEvent.Disconnected(3));
    }

    @Test
    void shouldNoteOnlyAbsoluteFiles() throws IOException {
        try (Client client = new Client(0, secret)) {
            assertThat(client.ask("cmd=delete_at_exit path=" + hex("/tmp/a file")))
                    .contains("rc=0");
            assertThat(client.ask("cmd=delete_at_exit path=" + hex("relative"))).contains("rc=-1");
        }
        assertThat(server.exitFiles()).containsExactly(Path.of("/tmp/a file"));
    }

    @Test
    void shouldHangUpWhenTheSecretIsAnother() throws IOException {
        Client stranger = new Client(0, JobSecret.random());
        assertThat(stranger.greeting).isEmpty();
        new Client(0, secret).close();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("does not know the secret of the job");
    }

    @Test
    void shouldHangUpWhenThePeIsConnectedAlready() throws IOException {
        try (Client first = new Client(0, secret)) {
            assertThat(new Client(0, secret).greeting).isEmpty();
            assertThat(first.ask("cmd=get_appnum")).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "cmd=",
                "cmd=put kvsname=k key=a value=b",
                "cmd=initack",
                "cmd=initack pmiid=0",
                "cmd=initack pmiid=x nonce=1",
                "cmd=initack pmiid=-1 nonce=1",
                "cmd=initack pmiid=40 nonce=1"
            })
    void shouldHangUpWithoutAWordWhenAStrangerDoesNotSayWhoItIs(String line) throws IOException {
        try (Client stranger = new Client()) {
            stranger.raw(line + "\n");
            assertThat(stranger.hear()).isNull();
        }
    }

    @Test
    void shouldHangUpWhenAStrangerSendsAByteNowAndThen() throws IOException {
        server.close();
        server = open(Duration.ofMillis(500));
        try (Client stranger = new Client()) {
            stranger.socket.setSoTimeout(100);
            LauncherProcess.await("the end of the connection", () -> {
                try {
                    stranger.raw("x");
                    return stranger.hear() == null;
                } catch (SocketTimeoutException _) {
                    return false;
                } catch (IOException _) {
                    return true; // it hung up
                }
            });
        }
        LauncherProcess.await(
                "the complaint",
                () -> printed.toString(StandardCharsets.UTF_8).contains("did not say who it is in time"));
    }

    @Test
    void shouldAdmitAPeThatAnswersLate() throws Exception {
        server.close();
        server = open(Duration.ofSeconds(20));
        try (Client late = new Client(5, secret, 6000)) {
            assertThat(late.ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=0");
        }
    }

    @Test
    void shouldNotComplainWhenSomebodyHangsUpWithoutAWord() throws IOException {
        try (Client silent = new Client();
                Client greeted = new Client()) {
            silent.socket.shutdownOutput();
            assertThat(silent.hear()).isNull();
            greeted.say("cmd=initack pmiid=1 nonce=ab");
            assertThat(greeted.hear()).startsWith("cmd=challenge");
            greeted.socket.shutdownOutput();
            assertThat(greeted.hear()).isNull();
        }
        try (Client half = new Client()) {
            half.raw("half a line");
            half.socket.shutdownOutput();
            assertThat(half.hear()).isNull();
            LauncherProcess.await(
                    "the only complaint, which is of the last one",
                    () -> printed.toString(StandardCharsets.UTF_8)
                            .contains("127.0.0.1:" + half.socket.getLocalPort()
                                    + " to the job's control port: it hung up"));
        }
    }

    @Test
    void shouldRefuseStrangersWhenTooManyAreThere() {
        for (int i = 0; i < PES + PmiServer.STRANGERS_MAX; i++) {
            assertThat(server.enterGreeting()).isTrue();
        }
        assertThat(server.enterGreeting()).isFalse();
        server.leaveGreeting();
        assertThat(server.enterGreeting()).isTrue();
    }

    @Test
    void shouldTakeALineOfTheLimitFromAPeAndHangUpAfterALongerOne() throws IOException {
        try (Client client = new Client(0, secret)) {
            String start = "cmd=put kvsname=k key=long value=";
            assertThat(client.ask(start + "a".repeat(PmiConnection.PE_LINE - start.length())))
                    .contains("rc=0");
            client.raw(start + "a".repeat(PmiConnection.PE_LINE - start.length() + 1) + "\n");
            assertThat(client.hear()).isNull();
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One connection, as raw as a test wants it. */
    private final class Client implements AutoCloseable {
        private final Socket socket = new Socket();
        private final PmiLines lines;
        final int pe;
        final List<String> greeting = new ArrayList<>();

        Client() throws IOException {
            pe = -1;
            lines = connect();
        }

        Client(int pe, JobSecret secret) throws IOException {
            this(pe, secret, 0);
        }

        Client(int pe, JobSecret secret, long waitMs) throws IOException {
            this.pe = pe;
            lines = connect();
            lines.write(PmiMessage.of("initack", "pmiid", Integer.toString(pe), "nonce", "ab"));
            PmiMessage challenge = Objects.requireNonNull(lines.read(1000));
            String theirs = challenge.text("nonce");
            if (secret == PmiServerTest.this.secret) {
                assertThat(challenge.text("mac")).isEqualTo(secret.launcherProof(pe, "ab", theirs));
            }
            LockSupport.parkNanos(waitMs * 1_000_000);
            lines.write(PmiMessage.of("proof", "mac", secret.peProof(pe, "ab", theirs)));
            for (String line = hear(); line != null; line = hear()) {
                greeting.add(line);
                if (line.startsWith("cmd=set debug")) {
                    break;
                }
            }
        }

        private PmiLines connect() throws IOException {
            socket.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(),
                    Integer.parseInt(server.address().replaceAll(".*:", ""))));
            socket.setSoTimeout(10_000);
            return new PmiLines(socket.getInputStream(), socket.getOutputStream(), socket);
        }

        void raw(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        void say(String line) throws IOException {
            raw(line + "\n");
        }

        @Nullable
        String hear() throws IOException {
            try {
                PmiMessage message = lines.read(1 << 20);
                return message == null ? null : message.toString();
            } catch (SocketException _) {
                return null; // hung up before it had read everything
            }
        }

        String ask(String line) throws IOException {
            say(line);
            return String.valueOf(hear());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
