package org.shmem4j.testkit;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.shmem4j.Comparison;
import org.shmem4j.Context;
import org.shmem4j.ContextOption;
import org.shmem4j.SessionOption;
import org.shmem4j.Shmem;
import org.shmem4j.SignalOp;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.ThreadLevel;

/** Contexts, sessions, and many threads in a PE. */
final class ContextRules {
    private static final int THREADS = 4;
    private static final int ROUNDS = 500;

    private ContextRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("CTX-1", "a context does all that the default one does", ContextRules::operations),
                new Rule("CTX-2", "a private context refuses other threads, a closed one all", ContextRules::refused),
                new Rule("CTX-3", "threads of all PEs share atomics over their contexts", ContextRules::threads),
                new Rule("CTX-4", "threads share the default context", ContextRules::shared),
                new Rule("CTX-5", "quiet ends while another thread puts without end", ContextRules::quietAmongPuts),
                new Rule("CTX-6", "contexts come and go while others use theirs", ContextRules::comeAndGo),
                new Rule("LIFE-1", "init may be nested", ContextRules::nested));
    }

    private static void operations(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment data = heap.allocateZeroed(64);
        SymmetricSegment flag = heap.allocateZeroed(8);
        int right = (shmem.pe() + 1) % shmem.peCount();
        int left = (shmem.pe() + shmem.peCount() - 1) % shmem.peCount();
        for (ContextOption[] options : List.of(
                new ContextOption[0],
                new ContextOption[] {ContextOption.SERIALIZED},
                new ContextOption[] {ContextOption.PRIVATE, ContextOption.NOSTORE},
                new ContextOption[] {ContextOption.NOSTORE, ContextOption.NOSTORE})) {
            try (Context context = shmem.createContext(options)) {
                context.startSession(4, Set.of(SessionOption.BATCH));
                MemorySegment value = MemorySegment.ofArray(new long[] {7, 8});
                context.put(data, 0, value, 0, 16, right);
                context.putStrided(data, 16, 16, value, 0, 8, 8, 2, right);
                context.stopSession();
                context.fence();
                context.putSignal(data, 40, value, 0, 8, flag, 0, SignalOp.SET, shmem.pe() + 1, right);
                heap.waitUntil(flag, Comparison.EQ, left + 1);
                shmem.sync();
                MemorySegment back = MemorySegment.ofArray(new long[6]);
                context.getNbi(back, 0, data, 0, 48, right);
                context.quiet();
                long[] expected = {7, 8, 7, 0, 8, 7};
                for (int i = 0; i < expected.length; i++) {
                    Check.equal(back.getAtIndex(JAVA_LONG, i), expected[i], "word " + i);
                }
                Check.equal(context.atomicFetchAddLong(data, 56, 3, shmem.pe()), 0L, "fetch-add");
                context.quiet(new int[] {right});
                shmem.barrier();
                data.local().fill((byte) 0);
                flag.local().fill((byte) 0);
                shmem.barrier();
            }
        }
        heap.free(flag);
        heap.free(data);
    }

    private static void refused(Shmem shmem) throws Exception {
        SymmetricSegment word = shmem.heap().allocateZeroed(8);
        Context owned = shmem.createContext(ContextOption.PRIVATE);
        owned.putLong(word, 0, 1, shmem.pe());
        inThread(() ->
                Check.refused(IllegalStateException.class, "private", () -> owned.putLong(word, 0, 2, shmem.pe())));
        owned.close();
        owned.close();
        Check.equal(word.local().get(JAVA_LONG, 0), 1L, "the word after close, which is a quiet");
        Check.refused(IllegalStateException.class, "closed", () -> owned.putLong(word, 0, 3, shmem.pe()));
        Check.refused(IllegalStateException.class, "closed", owned::quiet);
        Check.equal(word.local().get(JAVA_LONG, 0), 1L, "the word after refusals");
        shmem.heap().free(word);
    }

    private static void threads(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        int total = THREADS * ROUNDS * shmem.peCount();
        SymmetricSegment counter = heap.allocateZeroed(8);
        SymmetricSegment given = heap.allocateZeroed(4L * total);
        inThreads(() -> {
            try (Context context = shmem.createContext(ContextOption.PRIVATE)) {
                for (int i = 0; i < ROUNDS; i++) {
                    context.atomicIncInt(given, 4 * context.atomicFetchIncLong(counter, 0, 0), 0);
                }
            }
        });
        shmem.barrier();
        if (shmem.pe() == 0) {
            for (int i = 0; i < total; i++) {
                Check.equal(given.local().getAtIndex(JAVA_INT, i), 1, "how often ticket " + i + " was given");
            }
        }
        heap.free(given);
        heap.free(counter);
    }

    private static void shared(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(8L * THREADS);
        int right = (shmem.pe() + 1) % shmem.peCount();
        AtomicInteger next = new AtomicInteger();
        inThreads(() -> {
            long at = 8L * next.getAndIncrement();
            for (int i = 0; i < ROUNDS; i++) {
                heap.putLong(words, at, i, right);
                heap.quiet();
                Check.equal(heap.getLong(words, at, right), (long) i, "what this thread put and completed");
            }
        });
        shmem.barrier();
        heap.free(words);
    }

    private static void quietAmongPuts(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment words = heap.allocateZeroed(128);
        int right = (shmem.pe() + 1) % shmem.peCount();
        try (Context context = shmem.createContext()) {
            AtomicBoolean enough = new AtomicBoolean();
            Thread putter = new Thread(() -> {
                for (long i = 0; !enough.get(); i++) {
                    context.putLong(words, 64, i, right);
                }
            });
            putter.start();
            for (int i = 1; i <= 1_000; i++) {
                context.putLong(words, 0, i, right);
                context.quiet();
                Check.equal(context.getLong(words, 0, right), (long) i, "what this thread put before quiet");
            }
            enough.set(true);
            putter.join();
        }
        shmem.barrier();
        heap.free(words);
    }

    private static void comeAndGo(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment counter = heap.allocateZeroed(8);
        int target = shmem.peCount() - 1;
        inThreads(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                try (Context context = shmem.createContext()) {
                    context.atomicIncLong(counter, 0, target);
                }
            }
        });
        shmem.barrier();
        Check.equal(heap.atomicFetchLong(counter, 0, target), (long) ROUNDS * THREADS * shmem.peCount(), "the count");
        shmem.barrier();
        heap.free(counter);
    }

    private static void nested(Shmem shmem) {
        Check.equal(shmem.threadLevel(), ThreadLevel.MULTIPLE, "the thread level");
        Check.equal(Shmem.specificationVersion().feature(), 1, "the specification's major version");
        Check.equal(Shmem.specificationVersion().interim(), 6, "the specification's minor version");
        Check.that(Shmem.implementation().startsWith("shmem4j "), "implementation " + Shmem.implementation());
        Check.that(Shmem.isInitialized(), "not initialized");
        shmem.profilingControl(2);
        try (Shmem inner = Shmem.init()) {
            Check.equal(inner.pe(), shmem.pe(), "the PE");
            Check.equal(inner.heap(), shmem.heap(), "the heap");
        }
        Check.that(Shmem.isInitialized(), "not initialized once a nested handle is closed");
        shmem.barrier();
    }

    private static void inThread(Check.Action action) throws Exception {
        run(1, action);
    }

    private static void inThreads(Check.Action action) throws Exception {
        run(THREADS, action);
    }

    private static void run(int count, Check.Action action) throws Exception {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                try {
                    action.run();
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.get(0).getMessage(), failures.get(0));
        }
    }
}
