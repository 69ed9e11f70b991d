package org.shmem4j.runtime;

import org.shmem4j.PeerFailedException;

/**
 * The sync over all PEs of a node, by load and store. With a core for every PE each stores that it came and reads
 * everybody's word: one step and no shared counter. With fewer cores than PEs every look at a PE that has not run costs
 * a switch, so all count on one word and wait for one other.
 *
 * <p>Every sync has a kind, and all PEs have to come with the same one: a PE that leaves the job, or allocates, while
 * another one is in a barrier is an error for both, at once, instead of a wait without end for one of them later.
 *
 * <p>One thread at a time.
 */
final class Syncer {
    /** What a sync is part of. */
    enum Kind {
        BARRIER("barrier() or sync()", 0),
        HEAP("an allocation or free", 1L << 21),
        LEAVE("close() of its last Shmem", 1L << 42);

        private static final int BITS = 2;
        private static final Kind[] VALUES = values();

        private final String call;

        /** What it adds to the counter besides 1: the counter holds how many came, and how many of each kind but the first. */
        private final long share;

        Kind(String call, long share) {
            this.call = call;
            this.share = share;
        }

        long word(long epoch) {
            return epoch << BITS | code();
        }

        private int code() {
            return switch (this) {
                case BARRIER -> 0;
                case HEAP -> 1;
                case LEAVE -> 2;
            };
        }

        static Kind of(long word) {
            return VALUES[(int) (word & (1 << BITS) - 1)];
        }

        static long epoch(long word) {
            return word >>> BITS;
        }
    }

    /** How to wait. */
    interface Pause {
        /** Lets some time pass; rounds count from 0. May throw to end the wait. */
        void pause(long round);
    }

    static final int PES_MAX = (1 << 21) - 1; // that the counter can tell apart

    /** Above this many PEs n reads by each of n cost more than one contended counter. */
    private static final int ALL_TO_ALL_MAX = 16;

    private final ControlLayout control;
    private final int pe;
    private final int peCount;
    private final Pause pause;
    private final boolean allToAll;
    private long epoch;

    Syncer(ControlLayout control, int pe, int cores, Pause pause) {
        this.control = control;
        this.pe = pe;
        this.peCount = control.peCount();
        this.pause = pause;
        this.allToAll = peCount <= Math.min(cores, ALL_TO_ALL_MAX);
    }

    /** The number of the next sync, for what is to be read by others after it. */
    long nextEpoch() {
        return epoch + 1;
    }

    void sync(Kind kind) {
        sync(kind, pause);
    }

    /** As {@link #sync(Kind)}, waiting in another way. */
    void sync(Kind kind, Pause how) {
        long next = ++epoch;
        long word = kind.word(next);
        control.arrivedRelease(pe, next, word);
        if (allToAll) {
            boolean same = true;
            for (int i = 1; i < peCount; i++) {
                same &= awaitArrived(pe + i < peCount ? pe + i : pe + i - peCount, next, how) == word;
            }
            if (!same) {
                throw mismatch(kind, next);
            }
        } else {
            count(kind, next, how);
        }
    }

    /** The first PE that has not come to the sync in which this one waits, or -1. */
    int missing() {
        for (int peer = 0; peer < peCount; peer++) {
            if (Kind.epoch(control.arrivedAcquire(peer, epoch)) < epoch) {
                return peer;
            }
        }
        return -1;
    }

    private void count(Kind kind, long next, Pause how) {
        long counter = control.counterAdd(1 + kind.share);
        if ((counter & PES_MAX) == peCount) {
            control.counterClear();
            boolean same = counter == peCount * (1 + kind.share);
            control.releasedRelease(next << 1 | (same ? 0 : 1));
        }
        long released = control.releasedAcquire();
        for (long round = 0; released >>> 1 < next; round++) {
            how.pause(round);
            released = control.releasedAcquire();
        }
        // one that is released later than this one was waited for by this PE too, so it cannot be here yet
        if ((released & 1) != 0) {
            throw mismatch(kind, next);
        }
    }

    /** Waits until a PE has come to a sync, or to the next of the same parity, which it cannot before this PE came to the one between. */
    private long awaitArrived(int peer, long next, Pause how) {
        long word = control.arrivedAcquire(peer, next);
        for (long round = 0; Kind.epoch(word) < next; round++) {
            how.pause(round);
            word = control.arrivedAcquire(peer, next);
        }
        return word;
    }

    /** Tells what another PE came with. All PEs have come. */
    private RuntimeException mismatch(Kind kind, long at) {
        for (int peer = 0; peer < peCount; peer++) {
            Kind other = Kind.of(control.arrivedAcquire(peer, at));
            if (other != kind) {
                String message = "a collective call has to be the same on all PEs: PE " + pe + " called " + kind.call
                        + ", PE " + peer + " called " + other.call;
                return other == Kind.LEAVE
                        ? new PeerFailedException(peer, message)
                        : new IllegalStateException(message);
            }
        }
        return new IllegalStateException("a sync of another kind came from a PE that cannot be told any more");
    }
}
