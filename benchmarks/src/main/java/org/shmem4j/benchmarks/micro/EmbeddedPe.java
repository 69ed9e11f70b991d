package org.shmem4j.benchmarks.micro;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** PE 0 of an embedded job of two, for as long as the JVM lives. */
final class EmbeddedPe {
    static final long BYTES = 4096;

    private static final Place PLACE = Place.ofNewJob();

    static final SymmetricHeap HEAP = PLACE.heap;
    static final SymmetricSegment TARGET = PLACE.target;

    /** A local buffer, and the plain memory of the baselines. */
    static final MemorySegment LOCAL = Arena.global().allocate(BYTES, 64);

    static final MemorySegment PLAIN = Arena.global().allocate(BYTES, 64);

    private EmbeddedPe() {}

    /** A class of its own, since the threads of the job cannot run code of a class that is being initialised. */
    private record Place(SymmetricHeap heap, SymmetricSegment target) {

        static Place ofNewJob() {
            CompletableFuture<Place> place = new CompletableFuture<>();
            Thread.ofPlatform().daemon().name("job").start(() -> {
                try {
                    Shmem.embedded(2, shmem -> {
                        SymmetricSegment target = shmem.heap().allocateZeroed(BYTES);
                        shmem.barrier();
                        if (shmem.pe() == 0) {
                            place.complete(new Place(shmem.heap(), target));
                        }
                        new CountDownLatch(1).await(); // until the JVM ends
                    });
                } catch (InterruptedException | RuntimeException e) {
                    place.completeExceptionally(e);
                }
            });
            return place.join();
        }
    }
}
