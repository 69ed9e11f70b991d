package org.shmem4j.spi;

import org.jspecify.annotations.Nullable;

/**
 * A tool that sees every routine which a program calls: what the name-shifted {@code pshmem_} interface is in C. The
 * runtime finds tools by {@link java.util.ServiceLoader} at {@code init}, so that a tool is added by putting its jar
 * beside the program; without one nothing is in the way of a call. With one, each call goes through reflection and
 * allocates, some hundred nanoseconds.
 *
 * <p>A routine goes by the name of the Java method, such as {@code putLong}, {@code barrier} or {@code init}; calls
 * that the runtime makes itself are not seen.
 *
 * <p><b>Thread safety.</b> Called by the thread that calls the routine, so by several at once. What a tool throws reaches
 * the program.
 */
public interface Interceptor {

    /**
     * A routine is about to run.
     *
     * @param routine its name
     * @param arguments its arguments, not to be changed
     */
    default void before(String routine, Object[] arguments) {}

    /**
     * A routine has ended.
     *
     * @param routine its name
     * @param arguments its arguments, not to be changed
     * @param failure what it threw, or null
     */
    default void after(String routine, Object[] arguments, @Nullable Throwable failure) {}

    /**
     * The program called {@link org.shmem4j.Shmem#profilingControl}.
     *
     * @param level 0 or less turns profiling off, 1 is the usual detail, 2 flushes too; the tool gives more a meaning
     */
    default void control(int level) {}
}
