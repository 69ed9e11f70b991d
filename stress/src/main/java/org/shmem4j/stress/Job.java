package org.shmem4j.stress;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.shmem4j.Setting;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/**
 * An embedded job of two PEs for as long as the JVM lives, and cache lines of it for each instance of a case. Each PE
 * maps the memory of both at addresses of its own, as two processes do.
 */
final class Job {
    /** A word of a slot: the payload. */
    static final long DATA = 0;

    /** A word of a slot in a cache line of its own: the flag. */
    static final long FLAG = 64;

    private static final long SLOT_BYTES = 128;

    /** The ring of slots: twice as many as there are instances at a time, and more. */
    private static final long SLOTS = 1 << 16;

    private static final AtomicLong TAKEN = new AtomicLong();

    private static final List<Pe> PES = Pe.startJob();

    static final Shmem SHMEM_0 = PES.get(0).shmem;
    static final SymmetricHeap HEAP_0 = PES.get(0).heap;
    static final SymmetricSegment SLOTS_0 = PES.get(0).slots;
    static final Shmem SHMEM_1 = PES.get(1).shmem;
    static final SymmetricHeap HEAP_1 = PES.get(1).heap;
    static final SymmetricSegment SLOTS_1 = PES.get(1).slots;

    /** PE 1's own memory, with no order at all. */
    static final MemorySegment LOCAL_1 = SLOTS_1.local();

    /** Payloads and flags to be put. */
    static final MemorySegment ZEROS = MemorySegment.ofArray(new long[] {0, 0});

    static final MemorySegment ONES = MemorySegment.ofArray(new long[] {1, 1});

    static final MemorySegment TWOS = MemorySegment.ofArray(new long[] {2, 2});

    private Job() {}

    /**
     * Takes the next slot, all of it 0 in both PEs. An instance is used up within the batch after the one in which it
     * was made, and batches are separated, so the ring has come round only to slots that nobody uses any more.
     */
    static long slot() {
        long at = TAKEN.getAndIncrement() % SLOTS * SLOT_BYTES;
        for (int pe = 0; pe < 2; pe++) {
            for (long word = at; word < at + SLOT_BYTES; word += Long.BYTES) {
                HEAP_0.putLong(SLOTS_0, word, 0, pe);
            }
        }
        return at;
    }

    /** Gets a word as bytes, which has no order, of PE 1 by itself. */
    static long get(long offset) {
        long[] word = new long[1];
        HEAP_1.get(MemorySegment.ofArray(word), 0, SLOTS_1, offset, Long.BYTES, 1);
        return word[0];
    }

    /** A class of its own, since the threads of the job cannot run code of a class that is being initialised. */
    private record Pe(Shmem shmem, SymmetricHeap heap, SymmetricSegment slots) {

        static List<Pe> startJob() {
            List<CompletableFuture<Pe>> pes = List.of(new CompletableFuture<>(), new CompletableFuture<>());
            Thread.ofPlatform().daemon().name("job").start(() -> {
                try {
                    Shmem.builder().set(Setting.SYMMETRIC_SIZE, "16m").<InterruptedException>embedded(2, shmem -> {
                        SymmetricSegment slots = shmem.heap().allocateZeroed(SLOTS * SLOT_BYTES);
                        pes.get(shmem.pe()).complete(new Pe(shmem, shmem.heap(), slots));
                        new CountDownLatch(1).await(); // until the JVM ends
                    });
                } catch (InterruptedException | RuntimeException e) {
                    pes.forEach(pe -> pe.completeExceptionally(e));
                }
            });
            return pes.stream().map(CompletableFuture::join).toList();
        }
    }
}
