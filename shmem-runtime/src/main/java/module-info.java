import org.jspecify.annotations.NullMarked;

/** One PE's runtime. */
@NullMarked
@SuppressWarnings("module") // the command, which shares the wire code, is built after this
module org.shmem4j.runtime {
    requires static org.jspecify;
    requires org.shmem4j.api;

    exports org.shmem4j.runtime.bootstrap to
            org.shmem4j.cli;

    uses org.shmem4j.transport.TransportProvider;
}
