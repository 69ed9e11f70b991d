package org.shmem4j.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A word that is set and fetched is never seen half written. */
final class WholeWord {
    private WholeWord() {}

    /** Atomic set and fetch. */
    @JCStressTest
    @Outcome(
            id = {"0", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Before or after.")
    @Outcome(
            id = {"-4294967296", "4294967295"},
            expect = Expect.FORBIDDEN,
            desc = "Half of it.")
    @State
    public static class Ordered {
        final long at = Job.slot();

        @Actor
        public void writer(J_Result r) {
            Job.HEAP_0.atomicSetLong(Job.SLOTS_0, at, -1, 1);
        }

        @Actor
        public void reader(J_Result r) {
            r.r1 = Job.HEAP_1.atomicFetchLong(Job.SLOTS_1, at, 1);
        }
    }

    /** Puts of its halves. */
    @JCStressTest
    @Outcome(
            id = {"0", "-1"},
            expect = Expect.ACCEPTABLE,
            desc = "Before or after.")
    @Outcome(
            id = {"-4294967296", "4294967295"},
            expect = Expect.ACCEPTABLE_INTERESTING,
            desc = "Half of it.")
    @State
    public static class Unordered {
        final long at = Job.slot();

        @Actor
        public void writer(J_Result r) {
            Job.HEAP_0.putInt(Job.SLOTS_0, at, -1, 1);
            Job.HEAP_0.putInt(Job.SLOTS_0, at + Integer.BYTES, -1, 1);
        }

        @Actor
        public void reader(J_Result r) {
            r.r1 = Job.HEAP_1.atomicFetchLong(Job.SLOTS_1, at, 1);
        }
    }
}
