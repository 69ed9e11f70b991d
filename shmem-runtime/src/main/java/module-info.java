import org.jspecify.annotations.NullMarked;
import org.shmem4j.runtime.RuntimeService;
import org.shmem4j.spi.Interceptor;
import org.shmem4j.spi.RuntimeProvider;
import org.shmem4j.transport.TransportProvider;

/** One PE's runtime. */
@NullMarked
@SuppressWarnings("module") // the command, which shares the wire code, is built after this
module org.shmem4j.runtime {
    requires static org.jspecify;
    requires transitive org.shmem4j.api;

    exports org.shmem4j.runtime.bootstrap to
            org.shmem4j.cli;

    uses Interceptor;
    uses TransportProvider;

    provides RuntimeProvider with
            RuntimeService;
}
