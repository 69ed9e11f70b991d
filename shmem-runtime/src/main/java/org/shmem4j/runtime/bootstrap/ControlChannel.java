package org.shmem4j.runtime.bootstrap;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.shmem4j.BootstrapException;

/**
 * The connection to the launcher once it is open: requests with their answers, and the news that the launcher is gone.
 *
 * <p>One daemon thread reads it and sleeps in the kernel while nothing comes. The protocol has no request numbers, but
 * each kind of request has its own kind of answer, so that requests of different kinds may overlap.
 */
final class ControlChannel {
    /** Longer than any answer; a foreign launcher's lines are at most 1024. */
    private static final int LINE_MAX = 1 << 20;

    private final PmiLines lines;
    private final Runnable onLost;
    private final Map<String, CompletableFuture<PmiMessage>> expected = new ConcurrentHashMap<>();
    private volatile @Nullable BootstrapException lost;
    private volatile boolean stopping;

    /**
     * Creates one.
     *
     * @param lines the connection, of which everything read so far was used
     * @param onLost run by the reading thread when the launcher is gone, before requests fail
     */
    ControlChannel(PmiLines lines, Runnable onLost) {
        this.lines = lines;
        this.onLost = onLost;
    }

    void start() {
        Thread.ofPlatform().daemon().name("shmem4j-control").start(this::read);
    }

    private void read() {
        String reason = "it closed the control connection";
        try {
            for (PmiMessage message = lines.read(LINE_MAX); message != null; message = lines.read(LINE_MAX)) {
                CompletableFuture<PmiMessage> request = expected.remove(message.command());
                if (request != null) {
                    request.complete(message);
                }
            }
        } catch (IOException e) {
            reason = String.valueOf(e.getMessage());
        }
        BootstrapException end = new BootstrapException("the launcher is gone (" + reason + "): the job is ending");
        lost = end;
        if (!stopping) {
            onLost.run();
        }
        expected.values().forEach(request -> request.completeExceptionally(end));
    }

    /**
     * Ends the reading thread; messages that are not answered can still be sent. A JVM whose end finds a daemon thread
     * inside a system call waits for it for 300 ms.
     */
    void stopReading() {
        stopping = true;
        try {
            lines.stopReading();
        } catch (IOException _) {
            // the launcher is gone, and so will be this process
        }
    }

    /** Sends a message that is not answered. */
    void send(PmiMessage message) throws IOException {
        lines.write(message);
    }

    /** Sends a request and waits for the answer of that kind, however long it takes: the end of the launcher ends the wait. */
    PmiMessage request(PmiMessage message, String answer) {
        try {
            return post(message, answer).join();
        } catch (CompletionException e) {
            throw new BootstrapException(
                    String.valueOf(Objects.requireNonNull(lost).getMessage()), e);
        }
    }

    /** Sends a request and waits for the answer of that kind for a while. Returns whether it came. */
    boolean request(PmiMessage message, String answer, long timeoutMs) {
        try {
            post(message, answer).get(timeoutMs, TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (BootstrapException | ExecutionException | TimeoutException _) {
            return false;
        }
    }

    private CompletableFuture<PmiMessage> post(PmiMessage message, String answer) {
        CompletableFuture<PmiMessage> request = new CompletableFuture<>();
        if (expected.putIfAbsent(answer, request) != null) {
            throw new IllegalStateException("two threads of this PE use the bootstrap at once: " + message.command());
        }
        BootstrapException end = lost; // read after the request is listed: one of the two threads sees the other
        if (end != null) {
            expected.remove(answer, request);
            throw new BootstrapException(String.valueOf(end.getMessage()), end);
        }
        try {
            lines.write(message);
        } catch (IOException e) {
            expected.remove(answer, request);
            throw new BootstrapException("cannot reach the launcher (" + e.getMessage() + "): the job is ending", e);
        }
        return request;
    }
}
