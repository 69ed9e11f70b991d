package org.shmem4j.runtime.bootstrap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmem4j.BootstrapException;

/**
 * A PE whose launcher speaks PMI-1 and listens where PMI_PORT says: ours, or MPICH's Hydra with {@code -pmi-port}.
 * PMI-1 over an inherited file descriptor (PMI_FD, the default of Hydra), PMI-2 and PMIx are not supported.
 *
 * <p>Ours also shares a secret with its PEs. Both sides prove that they know it before anything else is said, and then
 * there are two more messages, {@code abort} with a reason and {@code delete_at_exit}.
 */
final class PmiBootstrap implements Bootstrap {
    private static final int CONNECT_TIMEOUT_MS = 10_000;
    /** The launcher answers at once, but it may be one process among hundreds that are starting on a few cores. */
    private static final int GREETING_TIMEOUT_MS = 60_000;

    private static final int FINALIZE_TIMEOUT_MS = 1000;
    private static final int GREETING_LINE = 4096;
    /** Of foreign launchers: what Hydra reads as one line at most, whatever it says of the length of a value. */
    private static final int FOREIGN_LINE = 1023;

    private static final int COUNT_DIGITS = 4;
    private static final int CHUNKS_MAX = 0xffff;
    private static final int REASON_BYTES_MAX = 4096;
    /** Leaves room in names that are made of it, such as those of files. */
    private static final int JOB_ID_MAX = 48;

    private enum Phase {
        NEW,
        ENTERED,
        LEFT
    }

    private final int pe;
    private final int peCount;
    private final boolean ownLauncher;
    private final ControlChannel channel;
    private final ExitFiles files;
    private final ProcessEnd end;
    private volatile Phase phase = Phase.NEW;
    private volatile boolean ending;
    private @Nullable String kvsName;
    private int keyMax;
    private int valueMax;

    /** The connection is one that was greeted already, or that needs no greeting. */
    private PmiBootstrap(PmiLines lines, int pe, int peCount, boolean ownLauncher, ExitFiles files, ProcessEnd end) {
        this.pe = pe;
        this.peCount = peCount;
        this.ownLauncher = ownLauncher;
        this.files = files;
        this.end = end;
        this.channel = new ControlChannel(lines, this::launcherGone);
    }

    /**
     * Connects to a launcher that listens.
     *
     * @param port the value of PMI_PORT, as host:port
     * @param id the value of PMI_ID
     * @param secret of our own launcher, or null
     */
    @SuppressWarnings("AddressSelection") // a launcher listens where it says, and nowhere else
    static PmiBootstrap connect(String port, int id, @Nullable JobSecret secret, ExitFiles files, ProcessEnd end) {
        int colon = port.lastIndexOf(':');
        Socket socket = new Socket();
        try {
            InetSocketAddress address =
                    new InetSocketAddress(port.substring(0, colon), Integer.parseInt(port.substring(colon + 1)));
            socket.setTcpNoDelay(true);
            socket.connect(address, CONNECT_TIMEOUT_MS);
            socket.setSoTimeout(GREETING_TIMEOUT_MS);
            PmiLines lines = new PmiLines(socket.getInputStream(), socket.getOutputStream(), socket);
            greet(lines, id, secret);
            int peCount = read(lines, "set").number("size");
            int pe = read(lines, "set").number("rank");
            read(lines, "set"); // of a debug level that we have no use for
            if (pe < 0 || pe >= peCount) {
                throw new ProtocolException("it says that this is PE " + pe + " of " + peCount);
            }
            socket.setSoTimeout(0);
            PmiBootstrap bootstrap = new PmiBootstrap(lines, pe, peCount, secret != null, files, end);
            bootstrap.channel.start();
            return bootstrap;
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            try {
                socket.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw new BootstrapException(
                    "cannot join the launcher at PMI_PORT='" + port + "' as PMI_ID='" + id + "': " + e.getMessage()
                            + "; is this process one that the launcher started, and is the launcher alive?",
                    e);
        }
    }

    private static void greet(PmiLines lines, int id, @Nullable JobSecret secret) throws IOException {
        String pmiId = Integer.toString(id);
        if (secret != null) {
            String own = JobSecret.nonce();
            secret.peProof(id, own, own); // loads what it needs before the launcher's clock runs
            lines.write(PmiMessage.of("initack", "pmiid", pmiId, "nonce", own));
            PmiMessage challenge = read(lines, "challenge");
            String theirs = challenge.text("nonce");
            if (!JobSecret.same(secret.launcherProof(id, own, theirs), challenge.text("mac"))) {
                throw new ProtocolException("who listens there does not know the secret of the job");
            }
            lines.write(PmiMessage.of("proof", "mac", secret.peProof(id, own, theirs)));
        } else {
            lines.write(PmiMessage.of("initack", "pmiid", pmiId));
        }
        read(lines, "initack");
    }

    private static PmiMessage read(PmiLines lines, String command) throws IOException {
        PmiMessage message = lines.read(GREETING_LINE);
        if (message == null) {
            throw new ProtocolException("it hung up");
        }
        if (!message.command().equals(command)) {
            throw new ProtocolException("it said '" + message.command() + "' where PMI-1 has '" + command + "'");
        }
        return message;
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int peCount() {
        return peCount;
    }

    @Override
    public String jobId() {
        String clean = kvsName().replaceAll("[^A-Za-z0-9-]", "-");
        return clean.substring(0, Math.min(clean.length(), JOB_ID_MAX));
    }

    @Override
    public void enter() {
        if (kvsName == null) {
            kvsName = join();
        }
        phase = Phase.ENTERED;
    }

    private String join() {
        PmiMessage answer =
                channel.request(PmiMessage.of("init", "pmi_version", "1", "pmi_subversion", "1"), "response_to_init");
        try {
            if (answer.number("rc") != 0) {
                throw new ProtocolException("it refused version 1.1 of PMI: " + answer);
            }
            PmiMessage limits = channel.request(PmiMessage.of("get_maxes"), "maxes");
            keyMax = limits.number("keylen_max");
            valueMax = limits.number("vallen_max");
            return channel.request(PmiMessage.of("get_my_kvsname"), "my_kvsname")
                    .text("kvsname");
        } catch (ProtocolException e) {
            throw new BootstrapException("the launcher does not speak PMI-1 as it should: " + e.getMessage(), e);
        }
    }

    @Override
    public void leave() {
        phase = Phase.LEFT;
    }

    @Override
    public void put(String key, byte[] value) {
        String hex = HexFormat.of().formatHex(value);
        int room = room(key);
        int chunks = Math.ceilDiv(hex.length() + COUNT_DIGITS, room);
        if (chunks > CHUNKS_MAX) {
            throw new IllegalArgumentException("a value of " + value.length + " bytes is too long for the launcher: '"
                    + key + "' has room for " + ((long) room * CHUNKS_MAX - COUNT_DIGITS) / 2);
        }
        String text = HexFormat.of().toHexDigits((short) chunks) + hex;
        for (int chunk = 0; chunk < chunks; chunk++) {
            String part = text.substring(chunk * room, Math.min((chunk + 1) * room, text.length()));
            PmiMessage answer = channel.request(
                    PmiMessage.of("put", "kvsname", kvsName(), "key", chunkKey(pe, chunk, key), "value", part),
                    "put_result");
            if (!"0".equals(answer.find("rc"))) {
                throw new BootstrapException(
                        "the launcher refused a value of " + value.length + " bytes as '" + key + "': " + answer);
            }
        }
    }

    /** The hexadecimal digits of one chunk. */
    private int room(String key) {
        String longest = chunkKey(peCount, CHUNKS_MAX, key);
        if (longest.length() >= keyMax) {
            throw new IllegalArgumentException(
                    "the key '" + key + "' is too long: the launcher takes " + (keyMax - 1) + " for " + longest);
        }
        int room = valueMax - 1;
        if (!ownLauncher) {
            PmiMessage frame = PmiMessage.of("put", "kvsname", kvsName(), "key", longest, "value", "");
            room = Math.min(room, FOREIGN_LINE - 1 - frame.toString().length());
        }
        if (room < 2 * COUNT_DIGITS) {
            throw new BootstrapException("the launcher takes values of at most " + valueMax + " bytes: too short");
        }
        return room;
    }

    private static String chunkKey(int pe, int chunk, String key) {
        return pe + "-" + chunk + "-" + key;
    }

    @Override
    public void exchange() {
        channel.request(PmiMessage.of("barrier_in"), "barrier_out");
    }

    @Override
    public byte @Nullable [] get(int pe, String key) {
        Objects.checkIndex(pe, peCount);
        String first = chunk(pe, 0, key);
        if (first == null) {
            return null;
        }
        StringBuilder text = new StringBuilder(first);
        int chunks = HexFormat.fromHexDigits(first, 0, COUNT_DIGITS);
        for (int chunk = 1; chunk < chunks; chunk++) {
            String next = chunk(pe, chunk, key);
            if (next == null) {
                throw new BootstrapException("the launcher lost part " + chunk + " of '" + key + "' of PE " + pe);
            }
            text.append(next);
        }
        return HexFormat.of().parseHex(text, COUNT_DIGITS, text.length());
    }

    private @Nullable String chunk(int pe, int chunk, String key) {
        PmiMessage answer = channel.request(
                PmiMessage.of("get", "kvsname", kvsName(), "key", chunkKey(pe, chunk, key)), "get_result");
        return "0".equals(answer.find("rc")) ? answer.find("value") : null;
    }

    private String kvsName() {
        String name = kvsName;
        if (name == null) {
            throw new IllegalStateException("enter() comes first");
        }
        return name;
    }

    @Override
    public void deleteAtExit(Path file) {
        Path absolute = files.add(file);
        if (!ownLauncher) {
            return;
        }
        String hex = HexFormat.of().formatHex(absolute.toString().getBytes(StandardCharsets.UTF_8));
        synchronized (files) { // one request of a kind at a time
            PmiMessage answer = channel.request(PmiMessage.of("delete_at_exit", "path", hex), "delete_at_exit_result");
            if (!"0".equals(answer.find("rc"))) {
                throw new BootstrapException("the launcher will not delete '" + absolute + "': " + answer.find("msg"));
            }
        }
    }

    @Override
    public void globalExit(int status, String reason) {
        checkStatus(status);
        ending = true;
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        String hex = HexFormat.of().formatHex(Arrays.copyOf(text, Math.min(text.length, REASON_BYTES_MAX)));
        String code = Integer.toString(status);
        try {
            channel.send(
                    ownLauncher
                            ? PmiMessage.of("abort", "exitcode", code, "message", hex)
                            : PmiMessage.of("abort", "exitcode", code));
        } catch (IOException _) {
            // the launcher is gone, and the others see that as we do
        }
        if (!ownLauncher && !reason.isEmpty()) {
            end.err().println(oneLine(reason));
        }
        files.delete(); // within a hook the process ends at once
        end.guard(status);
        end.exit(status);
    }

    static void checkStatus(int status) {
        if (status < 0 || status > 255) {
            throw new IllegalArgumentException("exit status " + status + " is not from 0 to 255");
        }
    }

    static String oneLine(String reason) {
        return reason.strip().replaceAll("\\R+", "; ");
    }

    /** Run by the shutdown hook: tells the launcher, if all handles were closed, that this end is in order. */
    void finish() {
        if (phase == Phase.LEFT) {
            ending = true;
            channel.request(PmiMessage.of("finalize"), "finalize_ack", FINALIZE_TIMEOUT_MS);
        }
        if (phase != Phase.ENTERED || ending) {
            channel.stopReading();
        }
        ending = true;
    }

    private void launcherGone() {
        if (!ending) {
            end.err().println("shmem4j: PE " + pe + ": the launcher is gone");
        }
        end.guard(1);
        if (!end.shuttingDown()) {
            end.exit(1);
        }
    }
}
