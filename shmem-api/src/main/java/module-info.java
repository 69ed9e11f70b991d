import org.jspecify.annotations.NullMarked;

/** What an application sees, what a transport implements, and how a runtime is found. */
@NullMarked
module org.shmem4j.api {
    requires static transitive org.jspecify;

    exports org.shmem4j;
    exports org.shmem4j.spi;
    exports org.shmem4j.transport;

    uses org.shmem4j.spi.RuntimeProvider;
}
