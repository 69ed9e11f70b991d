package org.shmem4j.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Two PEs add to one word: each gets an answer of its own. */
final class FetchAdd {
    private FetchAdd() {}

    /** The atomic operation. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "One came before the other.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both get the same answer.")
    @State
    public static class Ordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            r.r1 = Job.HEAP_0.atomicFetchAddLong(Job.SLOTS_0, at, 1, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r2 = Job.HEAP_1.atomicFetchAddLong(Job.SLOTS_1, at, 1, 1);
        }
    }

    /** A get and a put. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "As with the order.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both get the same answer.")
    @State
    public static class Unordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            r.r1 = Job.HEAP_0.getLong(Job.SLOTS_0, at, 1);
            Job.HEAP_0.putLong(Job.SLOTS_0, at, r.r1 + 1, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r2 = Job.HEAP_1.getLong(Job.SLOTS_1, at, 1);
            Job.HEAP_1.putLong(Job.SLOTS_1, at, r.r2 + 1, 1);
        }
    }
}
