package org.shmem4j.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.shmem4j.GlobalExitException;
import org.shmem4j.Shmem;

/**
 * A job whose PEs are threads, as weak as the API allows: nothing that is put arrives before a quiet, and then in an
 * order that the seed chooses; the source of a put without blocking is read only then. Single use.
 */
public final class FakeJob {
    final int peCount;
    final long heapBytes;
    final long seed;
    final List<MemorySegment> memories = new ArrayList<>();
    final List<Path> deletions = new CopyOnWriteArrayList<>();
    private @Nullable GlobalExitException exit;
    private int waiting;
    private long meetings;

    /**
     * Creates one.
     *
     * @param peCount the number of PEs
     * @param heapBytes the heap of each
     * @param seed chooses the order in which puts arrive
     */
    public FakeJob(int peCount, long heapBytes, long seed) {
        this.peCount = peCount;
        this.heapBytes = heapBytes;
        this.seed = seed;
    }

    /** What one PE does. */
    public interface Body {
        /**
         * Runs it.
         *
         * @param shmem its handle
         * @throws Exception to fail the job
         */
        void run(Shmem shmem) throws Exception;
    }

    /**
     * Runs the body on every PE. Throws what a PE threw, or the global exit that a PE called.
     *
     * @param body what each does
     */
    public void run(Body body) {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        try (Arena arena = Arena.ofShared()) {
            for (int pe = 0; pe < peCount; pe++) {
                memories.add(arena.allocate(heapBytes, 64));
                new Random(seed + pe).ints(1024).forEach(new Dirt(memories.get(pe))::add);
            }
            List<Thread> threads = new ArrayList<>();
            for (int pe = 0; pe < peCount; pe++) {
                FakeShmem shmem = new FakeShmem(this, pe);
                threads.add(Thread.ofPlatform().name("PE " + pe).start(() -> {
                    try {
                        body.run(shmem);
                    } catch (Throwable e) {
                        failures.add(e);
                        end(shmem.pe(), 255, "failed: " + e);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            delete();
        }
        failures.stream()
                .min((a, b) -> Boolean.compare(a instanceof GlobalExitException, b instanceof GlobalExitException))
                .ifPresent(failure -> {
                    if (failure instanceof GlobalExitException e) {
                        throw e;
                    }
                    throw new AssertionError("a PE failed, seed " + seed, failure);
                });
    }

    private void delete() {
        try {
            for (Path file : deletions) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized void await() {
        long meeting = meetings;
        if (exit == null && ++waiting == peCount) {
            waiting = 0;
            meetings++;
            notifyAll();
        }
        try {
            while (exit == null && meeting == meetings) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (exit != null && meeting == meetings) {
            throw exit;
        }
    }

    synchronized GlobalExitException end(int pe, int status, String reason) {
        if (exit == null) {
            exit = new GlobalExitException(pe, status, reason);
            notifyAll();
        }
        return exit;
    }

    /** What is in memory that nobody set to 0. */
    private static final class Dirt {
        private final MemorySegment memory;
        private long at;

        Dirt(MemorySegment memory) {
            this.memory = memory;
        }

        void add(int value) {
            if (at + Integer.BYTES <= memory.byteSize()) {
                memory.set(ValueLayout.JAVA_INT, at, value);
                at += Integer.BYTES;
            }
        }
    }
}
