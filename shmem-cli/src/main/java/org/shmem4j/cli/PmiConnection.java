package org.shmem4j.cli;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.shmem4j.runtime.bootstrap.JobSecret;
import org.shmem4j.runtime.bootstrap.PmiLines;
import org.shmem4j.runtime.bootstrap.PmiMessage;

/** One connection to a {@link PmiServer}: proves who it is, then serves one PE until the stream ends. */
final class PmiConnection {
    /** The other side closed the connection before it proved who it is, and left nothing half said. */
    private static final class SilentEndException extends IOException {
        private static final long serialVersionUID = 1;
    }

    static final int KVS_NAME_MAX = 256;
    static final int KEY_MAX = 256;
    static final int VALUE_MAX = 64 << 10;
    static final int STRANGER_LINE = 4 << 10;
    static final int PE_LINE = 128 << 10;

    private final PmiServer server;
    private final PmiLines lines;
    private final int pe;

    private PmiConnection(PmiServer server, PmiLines lines, int pe) {
        this.server = server;
        this.lines = lines;
        this.pe = pe;
    }

    /** Serves a socket until its end. */
    static void serve(PmiServer server, Socket socket) {
        String who = String.valueOf(socket.getRemoteSocketAddress()).replaceFirst("^.*/", "");
        PmiConnection connection = null;
        try (socket) {
            socket.setTcpNoDelay(true);
            connection = admit(server, socket);
            connection.serve();
        } catch (SilentEndException _) {
            // a PE that was ended while it connected, or a scan of ports: it asked for nothing
        } catch (SocketTimeoutException _) {
            server.complain(who, "it did not say who it is in time");
        } catch (ProtocolException e) {
            server.complain(who, String.valueOf(e.getMessage()));
        } catch (IOException _) {
            // the stream broke: as good as its end
        } finally {
            if (connection != null) {
                server.remove(connection.pe);
                server.report(new JobEvent.Disconnected(connection.pe));
            }
        }
    }

    private static PmiConnection admit(PmiServer server, Socket socket) throws IOException {
        if (!server.enterGreeting()) {
            throw new ProtocolException("too many others were there that did not say who they are");
        }
        try {
            return greet(server, socket);
        } finally {
            server.leaveGreeting();
        }
    }

    /**
     * Nothing of a stranger is parsed but two short lines. Our own PEs may be slow to send theirs, being many on few
     * processors, so that the limit is as long as the one of a PE.
     */
    private static PmiConnection greet(PmiServer server, Socket socket) throws IOException {
        DeadlineInput in = new DeadlineInput(
                socket, System.nanoTime() + server.greetingLimit().toNanos());
        PmiLines lines = new PmiLines(in, socket.getOutputStream(), socket);
        PmiMessage hello = greeting(lines, in, "initack");
        int pe = hello.number("pmiid");
        String theirs = hello.text("nonce");
        if (pe < 0 || pe >= server.peCount()) {
            throw new ProtocolException("there is no PE " + pe);
        }
        String own = JobSecret.nonce();
        JobSecret secret = server.secret();
        lines.write(PmiMessage.of("challenge", "nonce", own, "mac", secret.launcherProof(pe, theirs, own)));
        if (!JobSecret.same(
                secret.peProof(pe, theirs, own), greeting(lines, in, "proof").text("mac"))) {
            throw new ProtocolException("it does not know the secret of the job");
        }
        PmiConnection connection = new PmiConnection(server, lines, pe);
        if (!server.admit(pe, connection)) {
            throw new ProtocolException("PE " + pe + " is connected already");
        }
        socket.setSoTimeout(0);
        connection.answer(
                PmiMessage.of("initack", "rc", "0"),
                PmiMessage.of("set", "size", Integer.toString(server.peCount())),
                PmiMessage.of("set", "rank", Integer.toString(pe)),
                PmiMessage.of("set", "debug", "0"));
        return connection;
    }

    private static PmiMessage greeting(PmiLines lines, DeadlineInput in, String command) throws IOException {
        PmiMessage message = lines.read(STRANGER_LINE);
        if (message == null && in.betweenLines()) {
            throw new SilentEndException();
        }
        if (message == null) {
            throw new ProtocolException("it hung up without saying who it is");
        }
        if (!message.command().equals(command)) {
            throw new ProtocolException("it said something else than '" + command + "'");
        }
        return message;
    }

    private void serve() throws IOException {
        for (PmiMessage message = lines.read(PE_LINE); message != null; message = lines.read(PE_LINE)) {
            PmiMessage answer = serve(message);
            if (answer != null) {
                lines.write(answer);
            }
        }
    }

    private @Nullable PmiMessage serve(PmiMessage message) throws IOException {
        return switch (message.command()) {
            case "init" -> {
                server.report(new JobEvent.Joined(pe));
                yield PmiMessage.of("response_to_init", "pmi_version", "1", "pmi_subversion", "1", "rc", "0");
            }
            case "get_maxes" ->
                PmiMessage.of(
                        "maxes",
                        "kvsname_max",
                        Integer.toString(KVS_NAME_MAX),
                        "keylen_max",
                        Integer.toString(KEY_MAX),
                        "vallen_max",
                        Integer.toString(VALUE_MAX));
            case "get_my_kvsname" -> PmiMessage.of("my_kvsname", "kvsname", server.jobId());
            case "get_appnum" -> PmiMessage.of("appnum", "appnum", "0");
            case "get_universe_size" -> PmiMessage.of("universe_size", "size", Integer.toString(server.peCount()));
            case "put" ->
                server.put(message.text("key"), message.text("value"))
                        ? PmiMessage.of("put_result", "rc", "0", "msg", "success")
                        : PmiMessage.of("put_result", "rc", "-1", "msg", "duplicate_key");
            case "get" -> {
                String value = server.get(message.text("key"));
                yield value == null
                        ? PmiMessage.of("get_result", "rc", "-1", "msg", "key_not_found", "value", "unknown")
                        : PmiMessage.of("get_result", "rc", "0", "msg", "success", "value", value);
            }
            case "barrier_in" -> {
                server.arrive(pe);
                yield null;
            }
            case "delete_at_exit" ->
                deleteAtExit(message)
                        ? PmiMessage.of("delete_at_exit_result", "rc", "0", "msg", "success")
                        : PmiMessage.of(
                                "delete_at_exit_result", "rc", "-1", "msg", "too_many_files_or_no_absolute_path");
            case "finalize" -> {
                server.report(new JobEvent.Finalized(pe));
                yield PmiMessage.of("finalize_ack", "rc", "0");
            }
            case "abort" -> {
                server.report(new JobEvent.Aborted(pe, message.number("exitcode") & 0xff, reason(message)));
                yield null;
            }
            default ->
                throw new ProtocolException("PE " + pe + " said '" + message.command() + "', which is not PMI-1");
        };
    }

    private boolean deleteAtExit(PmiMessage message) throws IOException {
        try {
            Path path = Path.of(new String(message.bytes("path"), StandardCharsets.UTF_8));
            return path.isAbsolute() && server.deleteAtExit(path);
        } catch (InvalidPathException _) {
            return false;
        }
    }

    private static String reason(PmiMessage message) throws IOException {
        return message.find("message") == null ? "" : new String(message.bytes("message"), StandardCharsets.UTF_8);
    }

    /** Sends something; a broken stream shows where it is read. */
    void answer(PmiMessage... messages) {
        try {
            lines.write(messages);
        } catch (IOException _) {
            hangUp();
        }
    }

    void hangUp() {
        try {
            lines.close();
        } catch (IOException _) {
            // it is gone either way
        }
    }
}
