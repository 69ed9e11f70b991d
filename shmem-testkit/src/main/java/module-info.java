import org.jspecify.annotations.NullMarked;

/** Runs jobs of several JVMs under test, and holds what every job must do, whatever carries its bytes. */
@NullMarked
module org.shmem4j.testkit {
    requires static org.jspecify;
    requires transitive org.shmem4j.api;

    exports org.shmem4j.testkit;
}
