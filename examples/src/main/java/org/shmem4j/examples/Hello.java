package org.shmem4j.examples;

import java.lang.foreign.Arena;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricSegment;

/** Every PE writes a greeting into the memory of its right neighbour, and prints what its left one wrote. */
public final class Hello {
    private Hello() {}

    /**
     * Runs one PE.
     *
     * @param args ignored
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            System.out.println(greet(shmem));
        }
    }

    static String greet(Shmem shmem) {
        try (Arena arena = Arena.ofConfined()) {
            SymmetricSegment inbox = shmem.heap().allocate(64); // the same place on every PE
            int right = (shmem.pe() + 1) % shmem.peCount();
            shmem.heap().put(inbox, arena.allocateFrom("hello from PE " + shmem.pe()), right);
            shmem.barrier(); // every greeting has arrived
            return "PE " + shmem.pe() + " of " + shmem.peCount() + " got: "
                    + inbox.local().getString(0);
        }
    }
}
