import org.jspecify.annotations.NullMarked;
import org.shmem4j.transport.TransportProvider;
import org.shmem4j.transport.shm.ShmTransportProvider;

/** Puts and gets between PEs of one node, by mapping each other's memory. */
@NullMarked
module org.shmem4j.transport.shm {
    requires static org.jspecify;
    requires org.shmem4j.api;

    provides TransportProvider with
            ShmTransportProvider;
}
