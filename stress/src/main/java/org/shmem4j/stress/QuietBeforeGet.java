package org.shmem4j.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Each PE puts, calls {@code quiet} and gets what the other put: one of them sees it. */
final class QuietBeforeGet {
    private QuietBeforeGet() {}

    /** With the quiet. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "One came before the other.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Neither sees what the other put.")
    @State
    public static class Ordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            Job.HEAP_0.putLong(Job.SLOTS_0, at + Job.DATA, 1, 1);
            Job.HEAP_0.quiet();
            r.r1 = Job.HEAP_0.getLong(Job.SLOTS_0, at + Job.FLAG, 0);
        }

        @Actor
        public void reader(JJ_Result r) {
            Job.HEAP_1.putLong(Job.SLOTS_1, at + Job.FLAG, 1, 0);
            Job.HEAP_1.quiet();
            r.r2 = Job.HEAP_1.getLong(Job.SLOTS_1, at + Job.DATA, 1);
        }
    }

    /** Without the quiet. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "As with the order.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Neither sees what the other put.")
    @State
    public static class Unordered {
        final long at = Job.slot();

        @Actor
        public void writer(JJ_Result r) {
            Job.HEAP_0.putLong(Job.SLOTS_0, at + Job.DATA, 1, 1);
            r.r1 = Job.HEAP_0.getLong(Job.SLOTS_0, at + Job.FLAG, 0);
        }

        @Actor
        public void reader(JJ_Result r) {
            Job.HEAP_1.putLong(Job.SLOTS_1, at + Job.FLAG, 1, 0);
            r.r2 = Job.HEAP_1.getLong(Job.SLOTS_1, at + Job.DATA, 1);
        }
    }
}
