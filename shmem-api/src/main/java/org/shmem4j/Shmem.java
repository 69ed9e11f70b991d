package org.shmem4j;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.shmem4j.spi.RuntimeProvider;

/**
 * One PE's handle on its job: who it is, how many there are, the symmetric heap, and the collectives over all PEs.
 *
 * <p>A program is started once per PE, by a launcher or {@linkplain #embedded as threads of one JVM}, and each PE calls
 * {@link #init()}:
 *
 * {@snippet :
 * try (Shmem shmem = Shmem.init()) {
 *     SymmetricSegment inbox = shmem.heap().allocateZeroed(Long.BYTES);
 *     shmem.heap().putLong(inbox, 0, shmem.pe(), (shmem.pe() + 1) % shmem.peCount());
 *     shmem.barrier();
 *     System.out.println(shmem.pe() + " heard from " + inbox.local().get(ValueLayout.JAVA_LONG, 0));
 * }
 * }
 *
 * <p><b>Nesting.</b> {@code init} may be called again while a handle is open; every call returns a handle of its own on
 * the same job. Closing a handle that is not the last is a {@link #barrier()}; closing the last ends the PE's part in
 * the job, after which {@code init} may start anew, with settings of its own; those of a nested {@code init} are not
 * looked at. All PEs have to call in the same order.
 *
 * <p><b>Failure.</b> A collective call that other PEs answer with another one, a barrier with a {@code close} for
 * example, throws on all of them, and the job can go on if the program wants that. An exception that leaves the
 * {@code try} block of a handle closes the handle first, which waits for the other PEs; if these neither close nor come
 * to a collective call, the wait is made known on standard error after ten seconds. A program that wants its job to end
 * at once calls {@link #globalExit(int, String)} in a {@code catch} block.
 *
 * <p><b>Thread safety.</b> All methods may be called from any thread. Collective operations ({@code barrier},
 * {@code sync}, {@code close} and the allocations of the heap) must not run at once in two threads of one PE.
 */
public interface Shmem extends AutoCloseable {

    /**
     * Joins this process, or this {@linkplain #embedded embedded} PE's thread, to its job: {@code shmem_init}.
     * Collective: on return the symmetric heap of every PE can be reached. A process that no launcher started is a job
     * of one PE.
     *
     * @return a handle; close it
     * @throws ConfigurationException if a setting cannot be used; the message lists every faulty one
     * @throws BootstrapException if the other PEs of the job cannot be found or reached
     */
    static Shmem init() {
        return builder().init();
    }

    /**
     * Sets what this program wants to differ from the environment, before {@link Builder#init()}.
     *
     * @return a builder in which nothing is set
     */
    static Builder builder() {
        return new Builder();
    }

    /**
     * Runs a whole job as threads of this JVM, with settings from properties and environment. The JVM prints no
     * warnings if it is started with {@code --enable-native-access=ALL-UNNAMED}, or the name of the module of the
     * transport.
     *
     * @param <X> what the body may throw
     * @param peCount the number of PEs, at least 1
     * @param body what each PE does
     * @throws X if a PE's body throws it; the job has ended then, and the failures of other PEs are suppressed
     * exceptions
     * @see Builder#embedded
     */
    static <X extends Exception> void embedded(int peCount, Body<X> body) throws X {
        builder().embedded(peCount, body);
    }

    /**
     * Whether this process, or this embedded PE, has a handle open: {@code shmem_query_initialized}. May be called at any
     * time.
     *
     * @return true between the first {@code init} and the last {@code close}
     */
    static boolean isInitialized() {
        return Builder.provider().isInitialized();
    }

    /**
     * The version of the OpenSHMEM specification that this library implements: {@code shmem_info_get_version}.
     *
     * @return major and minor version
     */
    static Runtime.Version specificationVersion() {
        return Runtime.Version.parse("1.6");
    }

    /**
     * The name and version of this library: {@code shmem_info_get_name}.
     *
     * @return such as {@code shmem4j 0.1.0}
     */
    static String implementation() {
        return Builder.provider().implementation();
    }

    /**
     * How threads may use the library: {@code shmem_query_thread}. Whatever a program would ask for by
     * {@code shmem_init_thread}, it gets this.
     *
     * @return {@link ThreadLevel#MULTIPLE}
     */
    ThreadLevel threadLevel();

    /**
     * Tells a profiling tool, if there is one, how much to record: {@code shmem_pcontrol}.
     *
     * @param level 0 or less turns it off, 1 is the usual detail, 2 flushes too; the tool gives more a meaning
     * @see org.shmem4j.spi.Interceptor
     */
    void profilingControl(int level);

    /**
     * This PE's number: {@code shmem_my_pe}.
     *
     * @return from 0 to {@code peCount() - 1}
     */
    int pe();

    /**
     * The number of PEs of the job: {@code shmem_n_pes}.
     *
     * @return at least 1
     */
    int peCount();

    /**
     * The symmetric heap, with the operations of the default context.
     *
     * @return the same object at each call, for every handle of this PE
     */
    SymmetricHeap heap();

    /**
     * Creates a context: {@code shmem_ctx_create}. Local, not collective.
     *
     * @param options what the program promises of its use
     * @return a context; close it before the last handle
     */
    Context createContext(ContextOption... options);

    /**
     * Waits until all PEs have called this, with all earlier puts complete: {@code shmem_barrier_all}.
     *
     * <p><b>Memory consistency.</b> Whatever a PE stored or put on the default context before its barrier is visible to
     * every PE after its own: the barrier is a {@link SymmetricHeap#quiet() quiet}, then a {@link #sync() sync}.
     *
     * @throws PeerFailedException if a PE ended without taking part
     */
    void barrier();

    /**
     * Waits until all PEs have called this: {@code shmem_sync_all}. It orders stores of this PE to its own memory and
     * loads and stores to memory that is mapped from PEs of the same node; it does not complete puts to others.
     *
     * @throws PeerFailedException if a PE ended without taking part
     */
    void sync();

    /**
     * Ends the whole job with this status, whatever the other PEs are doing: {@code shmem_global_exit}. Any one PE may
     * call it. Of several calls the first that reaches the launcher counts.
     *
     * <p>In a PE that is a process the process ends, with its shutdown hooks run. In an embedded job this throws, the
     * waits of the other PEs throw, and {@link #embedded} throws the same.
     *
     * @param status the exit status of the job, from 0 to 255
     * @throws GlobalExitException in an embedded job only
     */
    default void globalExit(int status) {
        globalExit(status, "");
    }

    /**
     * As {@link #globalExit(int)}, with a reason that the launcher prints once for the job.
     *
     * @param status the exit status of the job, from 0 to 255
     * @param reason one line for the user; empty prints nothing
     * @throws GlobalExitException in an embedded job only
     */
    void globalExit(int status, String reason);

    /**
     * Has a file deleted when the job ends, however it ends: by whoever is left of this PE and its launcher, also when
     * one of them is killed. A file that was moved or deleted meanwhile is not missed. Meant for temporary files that a
     * job must not leave behind.
     *
     * @param file the file, which need not exist yet
     */
    void deleteAtExit(Path file);

    /**
     * Ends this handle's part: {@code shmem_finalize}. Collective. The last handle completes all operations, waits for
     * all PEs, and gives the symmetric heap back; an earlier one is a {@link #barrier()}. Closing a handle twice does
     * nothing.
     */
    @Override
    void close();

    /**
     * What a PE of an {@linkplain #embedded embedded} job does.
     *
     * @param <X> what it may throw
     */
    @FunctionalInterface
    interface Body<X extends Exception> {
        /**
         * Runs one PE.
         *
         * @param shmem this PE's handle; closed after a normal return
         * @throws X to end the whole embedded job
         */
        void run(Shmem shmem) throws X;
    }

    /** Settings that a program gives itself; they win over properties and environment. Not thread-safe. */
    final class Builder {
        private final Map<Setting<?>, String> values = new HashMap<>();

        private Builder() {}

        /**
         * Sets a setting.
         *
         * @param setting which
         * @param value its value, written as in the environment variable
         * @return this
         */
        public Builder set(Setting<?> setting, String value) {
            values.put(setting, value);
            return this;
        }

        /**
         * Joins the job with these settings.
         *
         * @return a handle; close it
         * @throws ConfigurationException if a setting cannot be used; the message lists every faulty one
         * @throws BootstrapException if the other PEs of the job cannot be found or reached
         * @see Shmem#init()
         */
        public Shmem init() {
            return provider().init(Settings.resolve(values));
        }

        /**
         * Runs a whole job as threads of this JVM. Each PE has its own thread, bound to it: {@link Shmem#init()} called
         * there, or in a thread that it starts, is a nested one of that PE. Several embedded jobs may run at once. When
         * a PE fails, the threads of the others are interrupted, and what they wait for, put or get throws
         * {@link PeerFailedException}.
         *
         * @param <X> what the body may throw
         * @param peCount the number of PEs, at least 1
         * @param body what each PE does
         * @throws X if a PE's body throws it; the job has ended then, and the failures of other PEs are suppressed
         * exceptions
         */
        public <X extends Exception> void embedded(int peCount, Body<X> body) throws X {
            provider().embedded(peCount, Settings.resolve(values), body);
        }

        private static RuntimeProvider provider() {
            Optional<RuntimeProvider> found =
                    ServiceLoader.load(RuntimeProvider.class).findFirst();
            if (found.isEmpty()) {
                found = ServiceLoader.load(RuntimeProvider.class, Shmem.class.getClassLoader())
                        .findFirst();
            }
            return found.orElseThrow(() -> new ShmemException(
                    "no shmem4j runtime on the class path or module path: add the artifact shmem-runtime"));
        }
    }
}
