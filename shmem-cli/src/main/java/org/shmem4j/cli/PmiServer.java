package org.shmem4j.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shmem4j.runtime.bootstrap.JobSecret;
import org.shmem4j.runtime.bootstrap.PmiMessage;

/**
 * Where the PEs of one job meet: a PMI-1 server on the loopback interface, for those who know the secret of the job.
 *
 * <p><b>Thread safety.</b> Each connection has a virtual thread of its own; what they share is guarded by one lock.
 * Events are handed on outside of it.
 */
final class PmiServer implements AutoCloseable {
    static final int EXIT_FILES_MAX = 65_536;

    /** As long as a PE waits for the launcher: {@code PmiBootstrap.GREETING_TIMEOUT_MS}. */
    private static final Duration GREETING_LIMIT = Duration.ofSeconds(60);
    /** Connections at once, beyond one for each PE, that have not said yet who they are. */
    static final int STRANGERS_MAX = 1024;

    private static final int BACKLOG = 4096;
    private static final int ACCEPT_RETRY_MS = 50;

    private final int peCount;
    private final JobSecret secret;
    private final Duration greetingLimit;
    private final Consumer<JobEvent> events;
    private final PrintStream err;
    private final ServerSocket listener;
    private final String jobId =
            "job-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final AtomicBoolean complained = new AtomicBoolean();
    private final AtomicInteger greetings = new AtomicInteger();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition disconnected = lock.newCondition();
    private final Map<String, String> values = new HashMap<>();
    private final Map<Integer, PmiConnection> connections = new HashMap<>();
    private final Set<Integer> admitted = new HashSet<>();
    private final Set<Integer> inBarrier = new HashSet<>();
    private final Set<Path> exitFiles = new HashSet<>();

    private PmiServer(
            int peCount,
            JobSecret secret,
            Duration greetingLimit,
            ServerSocket listener,
            Consumer<JobEvent> events,
            PrintStream err) {
        this.peCount = peCount;
        this.secret = secret;
        this.greetingLimit = greetingLimit;
        this.listener = listener;
        this.events = events;
        this.err = err;
        values.put("PMI_process_mapping", "(vector,(0,1," + peCount + "))");
    }

    /** Opens a server. Events come from many threads. */
    static PmiServer open(int peCount, JobSecret secret, Consumer<JobEvent> events, PrintStream err)
            throws IOException {
        return open(peCount, secret, GREETING_LIMIT, events, err);
    }

    /** Opens a server that waits for a while until a connection has said who it is. */
    static PmiServer open(
            int peCount, JobSecret secret, Duration greetingLimit, Consumer<JobEvent> events, PrintStream err)
            throws IOException {
        ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        PmiServer server = new PmiServer(peCount, secret, greetingLimit, listener, events, err);
        Thread.ofPlatform().daemon().name("shmem4j-accept").start(server::accept);
        return server;
    }

    /** The value of PMI_PORT for the PEs. */
    String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    int peCount() {
        return peCount;
    }

    JobSecret secret() {
        return secret;
    }

    Duration greetingLimit() {
        return greetingLimit;
    }

    /** Counts a connection that has not said yet who it is. Returns false if there are too many. */
    boolean enterGreeting() {
        if (greetings.incrementAndGet() <= peCount + STRANGERS_MAX) {
            return true;
        }
        greetings.decrementAndGet();
        return false;
    }

    void leaveGreeting() {
        greetings.decrementAndGet();
    }

    String jobId() {
        return jobId;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> PmiConnection.serve(this, socket));
            } catch (IOException _) {
                pause(); // closed, or no file descriptor is left for the moment
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(ACCEPT_RETRY_MS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void report(JobEvent event) {
        events.accept(event);
    }

    /** Says once in the life of a job that somebody came who is none of its PEs. */
    void complain(String who, String what) {
        if (complained.compareAndSet(false, true)) {
            err.println("shmem run: dropped a connection from " + who + " to the job's control port: " + what
                    + "; more of this kind will not be reported");
        }
    }

    void stopComplaining() {
        complained.set(true);
    }

    /** Admits the connection of a PE. Returns false if that PE has one. */
    boolean admit(int pe, PmiConnection connection) {
        lock.lock();
        try {
            admitted.add(pe);
            return connections.putIfAbsent(pe, connection) == null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a PE has ever been connected. */
    boolean wasAdmitted(int pe) {
        lock.lock();
        try {
            return admitted.contains(pe);
        } finally {
            lock.unlock();
        }
    }

    void remove(int pe) {
        lock.lock();
        try {
            connections.remove(pe);
            disconnected.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything that a PE said was heard, which is soon after its process has ended. */
    void awaitDisconnected(int pe, Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lock();
        try {
            while (connections.containsKey(pe) && left > 0) {
                left = disconnected.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Publishes a value. Returns false if the key is in use. */
    boolean put(String key, String value) {
        lock.lock();
        try {
            return values.putIfAbsent(key, value) == null;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    String get(String key) {
        lock.lock();
        try {
            return values.get(key);
        } finally {
            lock.unlock();
        }
    }

    /** Takes a PE into the barrier; the last one opens it for all. */
    void arrive(int pe) {
        List<PmiConnection> all;
        lock.lock();
        try {
            inBarrier.add(pe);
            if (inBarrier.size() < peCount) {
                return;
            }
            inBarrier.clear();
            all = new ArrayList<>(connections.values());
        } finally {
            lock.unlock();
        }
        for (PmiConnection connection : all) {
            connection.answer(PmiMessage.of("barrier_out", "rc", "0"));
        }
    }

    /** Notes a file that is deleted when the job has ended. Returns false if there are too many. */
    boolean deleteAtExit(Path file) {
        lock.lock();
        try {
            return exitFiles.contains(file) || (exitFiles.size() < EXIT_FILES_MAX && exitFiles.add(file));
        } finally {
            lock.unlock();
        }
    }

    List<Path> exitFiles() {
        lock.lock();
        try {
            return List.copyOf(exitFiles);
        } finally {
            lock.unlock();
        }
    }

    /** Stops listening and hangs up. */
    @Override
    public void close() {
        List<PmiConnection> all;
        lock.lock();
        try {
            all = new ArrayList<>(connections.values());
        } finally {
            lock.unlock();
        }
        try {
            listener.close();
        } catch (IOException _) {
            // the process is about to end
        }
        all.forEach(PmiConnection::hangUp);
    }
}
