import org.jspecify.annotations.NullMarked;

/** Puts and gets between PEs of one node, by mapping each other's memory. */
@NullMarked
module org.shmem4j.transport.shm {
    requires static org.jspecify;
    requires org.shmem4j.api;
}
