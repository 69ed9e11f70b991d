import org.jspecify.annotations.NullMarked;

/** Runs jobs of several JVMs under test. */
@NullMarked
module org.shmem4j.testkit {
    requires static org.jspecify;
    requires org.shmem4j.api;
}
