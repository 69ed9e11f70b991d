import org.jspecify.annotations.NullMarked;

/** One PE's runtime. */
@NullMarked
module org.shmem4j.runtime {
    requires static org.jspecify;
    requires org.shmem4j.api;

    uses org.shmem4j.transport.TransportProvider;
}
