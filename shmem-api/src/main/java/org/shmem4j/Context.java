package org.shmem4j;

/**
 * Operations with an order and a completion of their own: {@code fence} and {@code quiet} on a context concern what was
 * done on it, and nothing else. Puts on several contexts need not wait for one another.
 *
 * <p><b>Thread safety.</b> From any thread, unless an option says otherwise.
 */
public interface Context extends RemoteAccess, AutoCloseable {

    /**
     * Completes all operations as {@link #quiet()} does, and gives the context back: {@code shmem_ctx_destroy}. Local, not
     * collective. Closing it twice does nothing; any other use after it throws {@link IllegalStateException}.
     */
    @Override
    void close();
}
