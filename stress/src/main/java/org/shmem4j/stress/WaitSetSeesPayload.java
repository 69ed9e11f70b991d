package org.shmem4j.stress;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.shmem4j.Comparison;
import org.shmem4j.WaitSet;

/** As {@link TestSeesPayload}, with a set of flags. */
final class WaitSetSeesPayload {
    private WaitSetSeesPayload() {}

    /** The flag by a test of the set. */
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
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.FLAG, Job.ZEROS, 0, Long.BYTES, 1);
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.DATA, Job.ONES, 0, Long.BYTES, 1);
            Job.HEAP_0.fence();
            Job.HEAP_0.atomicSetLong(Job.SLOTS_0, at + Job.FLAG, 1, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            WaitSet flags = Job.HEAP_1.waitSetOfLongs(Job.SLOTS_1, at + Job.FLAG, 2);
            r.r1 = flags.testAny(Comparison.EQ, 1) == 0 ? 1 : 0;
            long early = Job.LOCAL_1.get(JAVA_LONG, at + Job.DATA);
            r.r1 = flags.testAny(Comparison.EQ, 1) == 0 ? 1 : 0;
            r.r2 = Job.LOCAL_1.get(JAVA_LONG, at + Job.DATA) | early;
        }
    }

    /** The flag by a plain load. */
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
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.FLAG, Job.ZEROS, 0, Long.BYTES, 1);
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.DATA, Job.ONES, 0, Long.BYTES, 1);
            Job.HEAP_0.fence();
            Job.HEAP_0.atomicSetLong(Job.SLOTS_0, at + Job.FLAG, 1, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = Job.LOCAL_1.get(JAVA_LONG, at + Job.FLAG);
            long early = Job.LOCAL_1.get(JAVA_LONG, at + Job.DATA);
            r.r1 = Job.LOCAL_1.get(JAVA_LONG, at + Job.FLAG);
            r.r2 = Job.LOCAL_1.get(JAVA_LONG, at + Job.DATA) | early;
        }
    }
}
