package org.shmem4j.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.shmem4j.GlobalExitException;
import org.shmem4j.PeerFailedException;
import org.shmem4j.Settings;
import org.shmem4j.Shmem;
import org.shmem4j.ShmemException;
import org.shmem4j.runtime.bootstrap.Bootstrap;

/**
 * A job whose PEs are threads of this JVM. The first PE that fails ends it: the waits of the others throw, their
 * threads are interrupted, and what the first one threw is what {@link #run} throws. All state is guarded by this
 * object.
 *
 * @param <X> what the body may throw
 */
final class EmbeddedJob<X extends Exception> {
    private static final int PES_MAX = 4096;

    private record Failure(int pe, Throwable thrown) {
        /** What the waits of the other PEs throw. */
        ShmemException forOthers() {
            return thrown instanceof GlobalExitException exit
                    ? new GlobalExitException(pe, exit.status(), exit.reason())
                    : new PeerFailedException(pe, "PE " + pe + " failed and ended the job: " + thrown, thrown);
        }

        /** Whether what another PE threw tells nothing new: it is what it was given by {@link #forOthers}, or the same object. */
        @SuppressWarnings("ReferenceEquality") // the same failure, not one that looks the same
        boolean isSourceOf(Throwable other) {
            return other instanceof GlobalExitException || other == thrown || other.getCause() == thrown;
        }
    }

    private final String jobId = "embedded-" + UUID.randomUUID();
    private final int peCount;
    private final Settings settings;
    private final Shmem.Body<X> body;
    private final ThreadLocal<@Nullable Membership> binding;
    private final List<Thread> threads = new ArrayList<>();
    private final Map<String, byte[]> published = new HashMap<>();
    private final Set<Path> files = new HashSet<>();
    private final List<Runnable> onFailure = new ArrayList<>();
    private volatile @Nullable Failure first; // read without the lock by whoever waits
    private int arrived;
    private long exchanges;

    EmbeddedJob(int peCount, Settings settings, Shmem.Body<X> body, ThreadLocal<@Nullable Membership> binding) {
        if (peCount < 1 || peCount > PES_MAX) {
            throw new IllegalArgumentException(peCount + " PEs: expected 1 to " + PES_MAX);
        }
        this.peCount = peCount;
        this.settings = settings;
        this.body = body;
        this.binding = binding;
        for (int pe = 0; pe < peCount; pe++) {
            int number = pe;
            threads.add(Thread.ofPlatform().name("PE " + pe).unstarted(() -> runPe(number)));
        }
    }

    /** Runs all PEs and returns when all their threads have ended. */
    void run() throws X {
        Thread cleaner = new Thread(this::deleteFiles, "shmem4j-" + jobId + "-files");
        Runtime.getRuntime().addShutdownHook(cleaner);
        int started = 0;
        try {
            for (; started < peCount; started++) {
                threads.get(started).start();
            }
        } catch (OutOfMemoryError e) { // no more threads: end those that wait for the rest
            fail(started, e);
        }
        boolean interrupted = false;
        for (Thread thread : threads.subList(0, started)) {
            interrupted |= joinWhollyAndTellInterrupt(thread);
        }
        deleteFiles();
        try {
            Runtime.getRuntime().removeShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            // the JVM is going down and runs it; deleting twice does no harm
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        throwFirst();
    }

    private void runPe(int pe) {
        Membership membership = new Membership(() -> new Member(pe));
        binding.set(membership);
        try {
            body.run(membership.open(settings));
            membership.end();
        } catch (Throwable e) {
            fail(pe, e);
        } finally {
            membership.abandon();
        }
    }

    private void fail(int pe, Throwable thrown) {
        List<Runnable> actions;
        synchronized (this) {
            Failure earlier = first;
            if (earlier != null) {
                if (!earlier.isSourceOf(thrown)) {
                    earlier.thrown.addSuppressed(thrown);
                }
                return;
            }
            first = new Failure(pe, thrown);
            actions = List.copyOf(onFailure);
            notifyAll();
        }
        actions.forEach(Runnable::run);
        threads.stream().filter(thread -> thread != Thread.currentThread()).forEach(Thread::interrupt);
    }

    @SuppressWarnings("unchecked") // the body throws nothing checked but X
    private void throwFirst() throws X {
        Failure failure = first;
        Throwable thrown = failure == null ? null : failure.thrown;
        switch (thrown) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException unchecked -> throw unchecked;
            default -> throw (X) thrown;
        }
    }

    private static boolean joinWhollyAndTellInterrupt(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private synchronized void deleteFiles() {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                System.err.println("shmem4j: cannot delete " + file + ": " + e.getMessage());
            }
        }
        files.clear();
    }

    /** The job as one PE sees it. */
    private final class Member implements Bootstrap {
        private final int pe;

        Member(int pe) {
            this.pe = pe;
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
            return jobId;
        }

        @Override
        public void enter() {}

        @Override
        public void leave() {}

        @Override
        public void put(String key, byte[] value) {
            synchronized (EmbeddedJob.this) {
                published.put(pe + "/" + key, value.clone());
            }
        }

        @Override
        public void exchange() {
            synchronized (EmbeddedJob.this) {
                long mine = exchanges;
                boolean interrupted = false;
                if (++arrived == peCount) {
                    arrived = 0;
                    exchanges++;
                    EmbeddedJob.this.notifyAll();
                }
                while (exchanges == mine) {
                    ShmemException failure = failure();
                    if (failure != null) {
                        throw failure;
                    }
                    try {
                        EmbeddedJob.this.wait();
                    } catch (InterruptedException e) {
                        interrupted = true; // by the program, or because the job ends: the next round tells
                    }
                }
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public byte @Nullable [] get(int other, String key) {
            synchronized (EmbeddedJob.this) {
                return published.get(other + "/" + key);
            }
        }

        @Override
        public @Nullable ShmemException failure() {
            Failure failure = first;
            return failure == null ? null : failure.forOthers();
        }

        @Override
        public void onFailure(Runnable action) {
            synchronized (EmbeddedJob.this) {
                onFailure.add(action);
                if (first == null) {
                    return;
                }
            }
            action.run();
        }

        @Override
        public void deleteAtExit(Path file) {
            synchronized (EmbeddedJob.this) {
                files.add(file);
            }
        }

        @Override
        public void globalExit(int status, String reason) {
            GlobalExitException exit = new GlobalExitException(pe, status, reason);
            fail(pe, exit);
            throw exit;
        }
    }
}
