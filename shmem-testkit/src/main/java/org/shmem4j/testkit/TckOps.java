package org.shmem4j.testkit;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.Completion;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.TransportException;

/** Counts what was posted and how it ended. */
final class TckOps implements Completion {
    private final TckHost host;
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicInteger completed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    TckOps(TckHost host) {
        this.host = host;
    }

    /** Takes note of an answer. */
    PostStatus posted(PostStatus answer) {
        if (answer == PostStatus.PENDING) {
            pending.incrementAndGet();
        }
        return answer;
    }

    @Override
    public void complete(@Nullable TransportException failure) {
        host.enter();
        if (failure != null) {
            failed.incrementAndGet();
        }
        completed.incrementAndGet();
        host.leave();
    }

    int pending() {
        return pending.get();
    }

    int completed() {
        return completed.get();
    }

    int failed() {
        return failed.get();
    }

    boolean finished() {
        return completed() >= pending();
    }
}
