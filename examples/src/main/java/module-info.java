import org.jspecify.annotations.NullMarked;

/** Real SPMD programs. */
@NullMarked
module org.shmem4j.examples {
    requires jdk.incubator.vector;
    requires static org.jspecify;
    requires org.shmem4j.api;

    exports org.shmem4j.examples;
    exports org.shmem4j.examples.heat;
    exports org.shmem4j.examples.sort;
}
