import org.jspecify.annotations.NullMarked;

/** Runs jobs of several JVMs under test. */
@NullMarked
module org.shmem4j.testkit {
    requires static org.jspecify;

    exports org.shmem4j.testkit;
}
