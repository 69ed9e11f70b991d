package org.shmem4j.stress;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Plain stores of local memory, {@code fence}, an atomic set: the stores are seen with the flag. */
final class FenceAfterLocalStores {
    private FenceAfterLocalStores() {}

    /** With the fence and an atomic set. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "0, 2", "1, 1", "1, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "The flag is not seen, or the payload is.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The flag is seen, its payload is not.")
    @State
    public static class Ordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            Job.LOCAL_1.set(JAVA_LONG, at + Job.FLAG, 0);
            Job.LOCAL_1.set(JAVA_LONG, at + Job.DATA, 1);
            Job.HEAP_1.fence();
            Job.HEAP_1.atomicSetLong(Job.SLOTS_1, at + Job.FLAG, 1, 1);
            Job.LOCAL_1.set(JAVA_LONG, at + Job.DATA, 2);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = Job.HEAP_0.atomicFetchLong(Job.SLOTS_0, at + Job.FLAG, 1);
            r.r2 = Job.HEAP_0.getLong(Job.SLOTS_0, at + Job.DATA, 1);
        }
    }

    /** A plain store instead of both, in the order in which another machine might do it. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "0, 2", "1, 1", "1, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "As with the order.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The flag is seen, its payload is not.")
    @State
    public static class Unordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            Job.LOCAL_1.set(JAVA_LONG, at + Job.FLAG, 1);
            Job.LOCAL_1.set(JAVA_LONG, at + Job.DATA, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = Job.HEAP_0.atomicFetchLong(Job.SLOTS_0, at + Job.FLAG, 1);
            r.r2 = Job.HEAP_0.getLong(Job.SLOTS_0, at + Job.DATA, 1);
        }
    }
}
