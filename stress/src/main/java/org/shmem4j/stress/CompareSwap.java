package org.shmem4j.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two PEs swap a word that is 0: one of them wins, and the other is told which. */
final class CompareSwap {
    private CompareSwap() {}

    /** The atomic operation. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "2, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "One came before the other.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both win.")
    @State
    public static class Ordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            r.r1 = Job.HEAP_0.atomicCompareSwapLong(Job.SLOTS_0, at, 0, 1, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r2 = Job.HEAP_1.atomicCompareSwapLong(Job.SLOTS_1, at, 0, 2, 1);
        }
    }

    /** A get, a comparison and a put. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "2, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "As with the order.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both win.")
    @State
    public static class Unordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            r.r1 = Job.HEAP_0.getLong(Job.SLOTS_0, at, 1);
            if (r.r1 == 0) {
                Job.HEAP_0.putLong(Job.SLOTS_0, at, 1, 1);
            }
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r2 = Job.HEAP_1.getLong(Job.SLOTS_1, at, 1);
            if (r.r2 == 0) {
                Job.HEAP_1.putLong(Job.SLOTS_1, at, 2, 1);
            }
        }
    }
}
