package org.shmem4j.runtime;

/**
 * The sync over all PEs of a node, by load and store. With a core for every PE each stores its epoch and reads everybody's: one step
 * and no shared counter. With fewer cores than PEs every look at a PE that has not run costs a switch, so all count on one word and
 * wait for one other. One thread at a time.
 */
final class Syncer {
    private static final int ALL_TO_ALL_MAX = 16; // above, n reads by n PEs cost more than one contended counter

    private final ControlLayout control;
    private final long[] regions;
    private final int pe;
    private final Backoff backoff;
    private final boolean allToAll;
    private long epoch;

    /** Takes the offset of every PE's region in the window, this PE's number, and how to wait. */
    Syncer(ControlLayout control, long[] regions, int pe, int cores, Backoff backoff) {
        this.control = control;
        this.regions = regions.clone();
        this.pe = pe;
        this.backoff = backoff;
        this.allToAll = regions.length <= Math.min(cores, ALL_TO_ALL_MAX);
    }

    void sync() {
        long next = ++epoch;
        if (allToAll) {
            control.arrivedRelease(regions[pe], next);
            for (int i = 1; i < regions.length; i++) {
                int peer = pe + i < regions.length ? pe + i : pe + i - regions.length;
                awaitArrived(regions[peer], next);
            }
        } else if (control.counterIncrement(regions[0]) == next * regions.length) {
            control.releasedRelease(regions[0], next);
        } else {
            awaitReleased(next);
        }
    }

    private void awaitArrived(long region, long value) {
        for (int round = 0; control.arrivedAcquire(region) < value; round++) {
            backoff.pause(round);
        }
    }

    private void awaitReleased(long value) {
        for (int round = 0; control.releasedAcquire(regions[0]) < value; round++) {
            backoff.pause(round);
        }
    }
}
