package org.shmem4j.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Message passing by a typed put, which is a release: whoever sees it sees the put of bytes before it. */
final class TypedPut {
    private TypedPut() {}

    /** The flag by a typed put. */
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
            Job.HEAP_0.putLong(Job.SLOTS_0, at + Job.FLAG, 1, 1);
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.DATA, Job.TWOS, 0, Long.BYTES, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = Job.HEAP_1.getLong(Job.SLOTS_1, at + Job.FLAG, 1);
            r.r2 = Job.get(at + Job.DATA);
        }
    }

    /** The flag by a put of bytes, in the order in which another machine might do it. */
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
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.FLAG, Job.ONES, 0, Long.BYTES, 1);
            Job.HEAP_0.put(Job.SLOTS_0, at + Job.DATA, Job.ONES, 0, Long.BYTES, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = Job.HEAP_1.getLong(Job.SLOTS_1, at + Job.FLAG, 1);
            r.r2 = Job.get(at + Job.DATA);
        }
    }
}
