package org.shmem4j.runtime;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Context;
import org.shmem4j.ContextOption;
import org.shmem4j.Settings;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.ThreadLevel;
import org.shmem4j.runtime.bootstrap.Bootstrap;
import org.shmem4j.spi.Interceptor;
import org.shmem4j.transport.NanoClock;

/** One PE's belonging to its job: it counts handles, joins with the first and leaves with the last, and may then join anew. */
final class Membership {
    private static final Object[] NO_ARGUMENTS = {};

    private final Supplier<Bootstrap> bootstrap;
    private @Nullable PeRuntime runtime;
    private @Nullable List<Interceptor> tools;
    private int handles;
    private int starts;
    private boolean ended;

    Membership(Supplier<Bootstrap> bootstrap) {
        this.bootstrap = bootstrap;
    }

    /** Opens a handle. The lock is held while joining: another thread of this PE can do nothing useful before. */
    synchronized Shmem open(Settings settings) {
        if (ended) {
            throw new IllegalStateException("the embedded job of this thread has ended");
        }
        List<Interceptor> found = tools;
        if (found == null) {
            found = Intercepted.tools(); // once for a PE: handles share their tools
            tools = found;
        }
        found.forEach(tool -> tool.before("init", NO_ARGUMENTS));
        Shmem shmem = join(settings, found);
        found.forEach(tool -> tool.after("init", NO_ARGUMENTS, null));
        return Intercepted.wrap(shmem, found);
    }

    synchronized boolean isOpen() {
        return handles > 0;
    }

    private Shmem join(Settings settings, List<Interceptor> tools) {
        Bootstrap job = bootstrap.get();
        PeRuntime joined = runtime;
        if (joined == null) {
            joined = new PeRuntime(job, starts++, settings, NanoClock.SYSTEM);
            runtime = joined;
            StartReport.print(job, settings);
        }
        handles++;
        return new Handle(job, joined, tools);
    }

    private synchronized void close(PeRuntime joined) {
        if (handles > 1) {
            joined.barrier();
            handles--;
        } else {
            joined.leave();
            handles = 0;
            runtime = null;
        }
    }

    /** Closes what is left open, in order; collective. Nothing can be opened any more. */
    synchronized void end() {
        ended = true;
        if (runtime != null) {
            handles = 1;
            close(runtime);
        }
    }

    /** Gives everything back without waiting for anybody. Nothing can be opened any more. */
    synchronized void abandon() {
        ended = true;
        if (runtime != null) {
            runtime.abandon();
            runtime = null;
            handles = 0;
        }
    }

    private final class Handle implements Shmem {
        private final Bootstrap job;
        private final PeRuntime joined;
        private final List<Interceptor> tools;
        private volatile boolean closed;

        Handle(Bootstrap job, PeRuntime joined, List<Interceptor> tools) {
            this.job = job;
            this.joined = joined;
            this.tools = tools;
        }

        @Override
        public int pe() {
            return job.pe();
        }

        @Override
        public int peCount() {
            return job.peCount();
        }

        @Override
        public ThreadLevel threadLevel() {
            return ThreadLevel.MULTIPLE;
        }

        @Override
        public void profilingControl(int level) {
            tools.forEach(tool -> tool.control(level));
        }

        @Override
        public SymmetricHeap heap() {
            return joined.heap();
        }

        @Override
        public Context createContext(ContextOption... options) {
            checkOpen();
            return new HeapContext(joined.heap(), Set.copyOf(Arrays.asList(options)));
        }

        @Override
        public void barrier() {
            checkOpen();
            joined.barrier();
        }

        @Override
        public void sync() {
            checkOpen();
            joined.sync();
        }

        @Override
        public void globalExit(int status, String reason) {
            checkOpen();
            if (status < 0 || status > 255) {
                throw new IllegalArgumentException("exit status " + status + ": expected 0 to 255");
            }
            job.globalExit(status, reason);
        }

        @Override
        public void deleteAtExit(Path file) {
            job.deleteAtExit(file.toAbsolutePath());
        }

        @Override
        public void close() {
            synchronized (Membership.this) {
                if (!closed && runtime == joined) {
                    Membership.this.close(joined);
                    closed = true; // not if that threw: a close that others answered with another call can be repeated
                }
            }
        }

        private void checkOpen() {
            if (closed) {
                throw new IllegalStateException("this Shmem was closed");
            }
        }

        @Override
        public String toString() {
            return "Shmem[PE " + pe() + " of " + peCount() + (closed ? ", closed]" : "]");
        }
    }
}
