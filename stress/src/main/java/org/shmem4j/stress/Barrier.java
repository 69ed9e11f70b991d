package org.shmem4j.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Each PE puts and comes to a barrier: after it both see what the other put. */
final class Barrier {
    private Barrier() {}

    /** With the barrier. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both see it.")
    @Outcome(
            id = {"0, 0", "0, 1", "1, 0"},
            expect = Expect.FORBIDDEN,
            desc = "One of them does not see it.")
    @State
    public static class Ordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.DATA, Job.ONES, 0, Long.BYTES, 1);
            Job.SHMEM_0.barrier();
            r.r1 = Job.HEAP_0.getLong(Job.SLOTS_0, at + Job.FLAG, 0);
        }

        @Actor
        public void reader(JJ_Result r) {
            Job.HEAP_1.put(Job.SLOTS_1, at + Job.FLAG, Job.ONES, 0, Long.BYTES, 0);
            Job.SHMEM_1.barrier();
            r.r2 = Job.get(at + Job.DATA);
        }
    }

    /** Without the barrier. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both see it.")
    @Outcome(
            id = {"0, 0", "0, 1", "1, 0"},
            expect = Expect.ACCEPTABLE_INTERESTING,
            desc = "One of them does not see it.")
    @State
    public static class Unordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.DATA, Job.ONES, 0, Long.BYTES, 1);
            r.r1 = Job.HEAP_0.getLong(Job.SLOTS_0, at + Job.FLAG, 0);
        }

        @Actor
        public void reader(JJ_Result r) {
            Job.HEAP_1.put(Job.SLOTS_1, at + Job.FLAG, Job.ONES, 0, Long.BYTES, 0);
            r.r2 = Job.get(at + Job.DATA);
        }
    }
}
