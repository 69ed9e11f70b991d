package org.shmem4j.examples.sort;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** Numbers that all PEs have to know. All PEs call the same method at the same point, and go on together. */
final class Collectives {
    private final Shmem shmem;
    private final SymmetricHeap heap;

    Collectives(Shmem shmem) {
        this.shmem = shmem;
        this.heap = shmem.heap();
    }

    /** Gives every PE the numbers of PE 0; the others say only how many there are. */
    long[] fromFirst(long... numbers) {
        SymmetricSegment copy = heap.allocate(bytes(numbers.length));
        if (shmem.pe() == 0) {
            for (int pe = 0; pe < shmem.peCount(); pe++) {
                heap.put(copy, MemorySegment.ofArray(numbers), pe);
            }
        }
        return take(copy);
    }

    /** Gives every PE the numbers of all: those of PE 0, then those of PE 1, and so on. Each brings equally many. */
    long[] fromAll(long... numbers) {
        long rowBytes = bytes(numbers.length);
        SymmetricSegment table = heap.allocate(rowBytes * shmem.peCount());
        for (int i = 0; i < shmem.peCount(); i++) {
            int pe = (shmem.pe() + i) % shmem.peCount(); // not all to the same one at once
            heap.put(table, rowBytes * shmem.pe(), MemorySegment.ofArray(numbers), 0, rowBytes, pe);
        }
        return take(table);
    }

    private long[] take(SymmetricSegment segment) {
        shmem.barrier();
        long[] numbers = segment.local().toArray(ValueLayout.JAVA_LONG);
        heap.free(segment);
        return numbers;
    }

    private static long bytes(int numbers) {
        return (long) numbers * Long.BYTES;
    }
}
