package org.shmem4j.transport;

import org.jspecify.annotations.Nullable;

/**
 * Learns how an operation ended. One object may stand for many operations, so that nothing needs to be allocated; it is
 * called once for each of them that was {@link PostStatus#PENDING}.
 */
@FunctionalInterface
public interface Completion {

    /**
     * The operation ended. Called from {@link Transport#progress()} or from a close. What a call-back may do is said at
     * {@link TransportHost}.
     *
     * @param failure why it failed, or null if it is done
     */
    void complete(@Nullable TransportException failure);
}
