package org.shmem4j.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shmem4j.runtime.bootstrap.JobSecret;

/**
 * One job from the start of its PEs until nothing of it is left.
 *
 * <p>All state belongs to the thread that runs it; whatever happens elsewhere reaches it as a {@link JobEvent}.
 */
final class Job {
    static final int FAILED = 1;

    private static final Duration TERM_GRACE = Duration.ofSeconds(2);
    private static final Duration KILL_GRACE = Duration.ofMillis(1500);
    /** The stream of a process that is gone ends for certain; only this launcher may be slow to read it. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(30);
    /** After a bad end, for whoever reads the output. */
    private static final Duration OUTPUT_GRACE = Duration.ofSeconds(1);

    private static final Duration OUTPUT_POLL = Duration.ofMillis(50);
    private static final Duration SIGNAL_RACE = Duration.ofMillis(200);
    private static final Duration SILENT_GRACE = Duration.ofSeconds(2);
    /** More than all graces of an end together. */
    private static final Duration HOOK_LIMIT = Duration.ofSeconds(5);
    /** How often to look for what was started while others were being killed. */
    private static final int KILL_ROUNDS_MAX = 10;

    private record Outcome(int status, String message) {}

    private record Silence(PeProcess pe, long deadline) {}

    private final JobPlan plan;
    private final PrintStream err;
    private final LinkedBlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<PeProcess> pes = new ArrayList<>();
    private final List<Silence> silences = new ArrayList<>();
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private int running;
    private @Nullable Outcome outcome;

    Job(JobPlan plan, PrintStream err) {
        this.plan = plan;
        this.err = err;
    }

    /** Runs the job. Returns its exit status when no process and no file of it is left. */
    int run() throws IOException, InterruptedException {
        Thread hook = new Thread(this::interrupt, "shmem4j-interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        Subreaper.become();
        JobSecret secret = JobSecret.random();
        try (PmiServer server = PmiServer.open(plan.peCount(), secret, events::add, err)) {
            start(server);
            watch();
            server.stopComplaining(); // a PE that is ended while it connects is no stranger
            end(server);
            server.exitFiles().forEach(this::delete);
            finishOutput();
        } finally {
            ended.countDown();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // interrupted: the status will be that of the signal
        }
        Outcome end = outcome;
        return end == null ? 0 : end.status;
    }

    /**
     * Says why the job ended, and passes on what the PEs wrote. After a good end this waits for the reader, as any
     * program does that writes to a pager; after a bad end one that stopped reading does not keep the job.
     */
    private void finishOutput() throws InterruptedException {
        Outcome end = outcome;
        Thread writer = Thread.ofPlatform().daemon().name("shmem4j-finish").start(() -> {
            if (end != null && !end.message.isEmpty()) {
                err.println(end.message);
            }
            passOutputOn();
        });
        if (end == null || end.status == 0) {
            while (interrupted.getCount() > 0 && !writer.join(OUTPUT_POLL)) {
                // the reader takes its time
            }
        }
        writer.join(OUTPUT_GRACE);
    }

    private void passOutputOn() {
        try {
            for (PeProcess pe : pes) {
                pe.finishOutput();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Run as a shutdown hook: SIGINT, SIGTERM or SIGHUP came, or the terminal is gone. */
    private void interrupt() {
        interrupted.countDown();
        events.add(new JobEvent.Interrupted());
        try {
            ended.await(HOOK_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void start(PmiServer server) throws InterruptedException {
        Map<String, String> environment = new HashMap<>();
        environment.put("PMI_PORT", server.address());
        environment.put(JobSecret.VARIABLE, server.secret().hex());
        TaggedOutput out = new TaggedOutput(new FileOutputStream(FileDescriptor.out));
        TaggedOutput errors = new TaggedOutput(new FileOutputStream(FileDescriptor.err));
        for (int pe = 0; pe < plan.peCount() && outcome == null; pe++) {
            try {
                PeProcess started = PeProcess.start(pe, plan, environment, out, errors);
                pes.add(started);
                running++;
                Thread.ofVirtual().start(() -> awaitExit(started, server));
            } catch (IOException e) {
                fail(FAILED, "cannot start PE " + pe + " of " + plan.peCount() + ": " + e.getMessage());
            }
            for (JobEvent event = events.poll(); event != null; event = events.poll()) {
                handle(event);
            }
        }
    }

    /** What a PE said last is heard before its end is judged. */
    private void awaitExit(PeProcess pe, PmiServer server) {
        try {
            int code = pe.process.waitFor();
            server.awaitDisconnected(pe.pe, LAST_WORDS);
            events.add(new JobEvent.Exited(pe.pe, code));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() throws InterruptedException {
        while (running > 0 && outcome == null) {
            if (silences.isEmpty()) {
                handle(events.take());
                continue;
            }
            JobEvent event = events.poll(silences.getFirst().deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event != null) {
                handle(event);
            } else {
                PeProcess pe = silences.removeFirst().pe;
                if (pe.process.isAlive()) { // else its exit is about to be heard
                    fail(FAILED, pe + " closed its control connection but lives on; the job was ended");
                }
            }
        }
    }

    private void handle(JobEvent event) throws InterruptedException {
        switch (event) {
            case JobEvent.Joined(int pe) -> {
                pes.get(pe).joined = true;
                pes.stream()
                        .filter(other -> other.exited && !other.joined)
                        .findFirst()
                        .ifPresent(this::neverJoined);
            }
            case JobEvent.Finalized(int pe) -> pes.get(pe).finalized = true;
            case JobEvent.Aborted(int pe, int status, String reason) -> aborted(pes.get(pe), status, reason);
            case JobEvent.Disconnected(int pe) -> {
                PeProcess silent = pes.get(pe);
                if (silent.joined && !silent.finalized) {
                    silences.add(new Silence(silent, System.nanoTime() + SILENT_GRACE.toNanos()));
                }
            }
            case JobEvent.Exited(int pe, int code) -> exited(pes.get(pe), code);
            case JobEvent.Interrupted() -> fail(FAILED, "interrupted; the job was ended");
        }
    }

    /** Another PE may call for the end because of one that died, and be heard first; then that death is the reason. */
    private void aborted(PeProcess pe, int status, String reason) {
        for (PeProcess other : pes) {
            if (other != pe && !other.exited && !other.process.isAlive() && other.process.exitValue() > 128) {
                int code = other.process.exitValue();
                fail(code, other.describe(code) + "; the job was ended");
            }
        }
        String line = oneLine(reason);
        if (line.isEmpty() && status != 0) {
            fail(status, "PE " + pe.pe + " ended the job with status " + status);
        } else if (outcome == null) {
            outcome = new Outcome(status, line); // in the program's own words
        }
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\R+", "; ").replaceAll("\\p{Cntrl}", "?");
    }

    private void exited(PeProcess pe, int code) throws InterruptedException {
        pe.exited = true;
        running--;
        if (code != 0) {
            boolean bySignalToAll = code == 129 || code == 130 || code == 143;
            if (bySignalToAll && interrupted.await(SIGNAL_RACE.toMillis(), TimeUnit.MILLISECONDS)) {
                return; // the terminal sent it to us too
            }
            fail(code, pe.describe(code) + "; the job was ended");
        } else if (pe.joined && !pe.finalized) {
            fail(FAILED, pe + " exited with code 0 without closing its Shmem; the job was ended");
        } else if (!pe.joined && pes.stream().anyMatch(other -> other.joined)) {
            neverJoined(pe);
        }
    }

    private void neverJoined(PeProcess pe) {
        fail(
                FAILED,
                pe + " exited with code 0 without joining the job as other PEs did: every PE has to call"
                        + " Shmem.init(); the job was ended");
    }

    private void fail(int status, String message) {
        if (outcome == null) {
            outcome = new Outcome(status, "shmem run: " + message);
        }
    }

    /** Leaves no process behind: no PE, and nothing that a PE started. */
    private void end(PmiServer server) throws InterruptedException {
        List<ProcessHandle> left =
                running == 0 ? List.of() : ProcessHandle.current().descendants().toList();
        for (PeProcess pe : pes) {
            if (server.wasAdmitted(pe.pe)) {
                pe.process.destroy();
            } else {
                pe.process.destroyForcibly(); // a JVM that gets SIGTERM while it starts prints errors of its own
            }
        }
        if (!awaitAll(TERM_GRACE)) {
            pes.forEach(pe -> pe.process.destroyForcibly());
            if (!awaitAll(KILL_GRACE)) {
                pes.stream()
                        .filter(pe -> pe.process.isAlive())
                        .forEach(pe -> err.println("shmem run: " + pe + " cannot be killed; the kernel holds it"));
            }
        }
        left.forEach(ProcessHandle::destroyForcibly); // those that may be out of sight now, if this is no subreaper
        killDescendants();
    }

    /** Each round finds what those of the round before started before they died. */
    private static void killDescendants() {
        Set<Long> killed = new HashSet<>();
        for (int round = 0; round < KILL_ROUNDS_MAX; round++) {
            List<ProcessHandle> found = ProcessHandle.current()
                    .descendants()
                    .filter(descendant -> killed.add(descendant.pid()))
                    .toList();
            if (found.isEmpty()) {
                return;
            }
            found.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private boolean awaitAll(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (PeProcess pe : pes) {
            if (!pe.process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }

    private void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            err.println("shmem run: cannot delete '" + file + "', which the job left behind: " + e);
        }
    }
}
