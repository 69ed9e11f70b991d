package org.shmem4j.testkit;

import org.shmem4j.Shmem;

/**
 * One thing that holds on every route. All PEs check it at once, between two barriers.
 *
 * @param id how it is called in docs and reports, such as {@code AMO-1}
 * @param text what holds
 * @param check throws if it does not
 */
record Rule(String id, String text, Body check) {

    /** What each PE does. */
    @FunctionalInterface
    interface Body {
        void check(Shmem shmem) throws Exception;
    }
}
