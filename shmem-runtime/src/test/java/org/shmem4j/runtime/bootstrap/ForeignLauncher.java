package org.shmem4j.runtime.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Speaks PMI-1 to one PE at a time as Hydra does with {@code -pmi-port}, and keeps all that it heard. */
final class ForeignLauncher implements AutoCloseable {
    final List<String> heard = new CopyOnWriteArrayList<>();
    private final Map<String, String> values = new ConcurrentHashMap<>();
    private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private volatile Socket current = new Socket();

    ForeignLauncher() throws IOException {
        Thread.ofPlatform().daemon().start(this::serve);
    }

    String port() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try {
                current = listener.accept();
                PmiLines lines = new PmiLines(current.getInputStream(), current.getOutputStream(), current);
                for (PmiMessage message = lines.read(1023); message != null; message = lines.read(1023)) {
                    heard.add(message.toString());
                    answer(lines, message);
                }
            } catch (IOException e) {
                heard.add("end: " + e.getMessage());
            }
        }
    }

    private void answer(PmiLines lines, PmiMessage message) throws IOException {
        switch (message.command()) {
            case "initack" ->
                lines.write(
                        PmiMessage.of("initack"),
                        PmiMessage.of("set", "size", "3"),
                        PmiMessage.of("set", "rank", message.text("pmiid")),
                        PmiMessage.of("set", "debug", "0"));
            case "init" ->
                lines.write(PmiMessage.of("response_to_init", "pmi_version", "1", "pmi_subversion", "1", "rc", "0"));
            case "get_maxes" ->
                lines.write(PmiMessage.of("maxes", "kvsname_max", "256", "keylen_max", "64", "vallen_max", "1024"));
            case "get_my_kvsname" -> lines.write(PmiMessage.of("my_kvsname", "kvsname", "kvs_4711_0"));
            case "put" -> {
                values.put(message.text("key"), message.text("value"));
                lines.write(PmiMessage.of("put_result", "rc", "0", "msg", "success"));
            }
            case "get" -> {
                String value = values.get(message.text("key"));
                lines.write(PmiMessage.of(
                        "get_result", "rc", value == null ? "-1" : "0", "value", value == null ? "unknown" : value));
            }
            case "barrier_in" -> lines.write(PmiMessage.of("barrier_out"));
            case "finalize" -> lines.write(PmiMessage.of("finalize_ack"));
            default -> {}
        }
    }

    void hangUp() throws IOException {
        current.close();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        current.close();
    }
}
