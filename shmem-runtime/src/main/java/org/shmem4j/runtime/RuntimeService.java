package org.shmem4j.runtime;

import org.jspecify.annotations.Nullable;
import org.shmem4j.Settings;
import org.shmem4j.Shmem;
import org.shmem4j.runtime.bootstrap.ProcessBootstrap;
import org.shmem4j.spi.RuntimeProvider;

/** How the API finds this runtime. A process is one PE, unless its thread belongs to an embedded job. */
public final class RuntimeService implements RuntimeProvider {
    /** A process belongs to one job, since its launcher started it once. */
    private static final Membership PROCESS = new Membership(ProcessBootstrap::get);

    private static final InheritableThreadLocal<@Nullable Membership> EMBEDDED = new InheritableThreadLocal<>();

    /** For {@link java.util.ServiceLoader}. */
    public RuntimeService() {}

    @Override
    public Shmem init(Settings settings) {
        Membership embedded = EMBEDDED.get();
        return (embedded == null ? PROCESS : embedded).open(settings);
    }

    @Override
    public boolean isInitialized() {
        Membership embedded = EMBEDDED.get();
        return (embedded == null ? PROCESS : embedded).isOpen();
    }

    @Override
    public String implementation() {
        return StartReport.implementation();
    }

    @Override
    public <X extends Exception> void embedded(int peCount, Settings settings, Shmem.Body<X> body) throws X {
        EmbeddedJob<X> job = new EmbeddedJob<>(peCount, settings, body, EMBEDDED);
        job.run();
    }
}
