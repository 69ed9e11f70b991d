package org.shmem4j.transport;

import org.jspecify.annotations.Nullable;

/** Learns how an operation ended. One object may stand for many operations, so that nothing needs to be allocated. */
@FunctionalInterface
public interface Completion {

    /**
     * The operation ended. Called once for each answer {@link PostStatus#PENDING}, from {@link Transport#progress()}; must not block
     * or call the transport.
     *
     * @param failure why it failed, or null if it is done
     */
    void complete(@Nullable TransportException failure);
}
