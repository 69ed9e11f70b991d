package org.shmem4j.transport;

/** The answer to an operation that was posted on a connection. */
public enum PostStatus {
    /** Finished already; the completion is not called. */
    DONE,
    /** Started; the completion is called once, from {@link Transport#progress()} or a close. */
    PENDING,
    /**
     * Not started, for lack of room or because the connection is not up: progress, then look at its state, then try
     * again. Whoever sleeps instead is woken when there is room.
     */
    RETRY
}
