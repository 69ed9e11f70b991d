import org.jspecify.annotations.NullMarked;

/** The shmem command. */
@NullMarked
module org.shmem4j.cli {
    requires static org.jspecify;
    requires org.shmem4j.api;
    requires org.shmem4j.runtime;
    requires info.picocli;

    exports org.shmem4j.cli.bench;

    uses org.shmem4j.cli.bench.BenchSuite;
    uses org.shmem4j.transport.TransportProvider;

    opens org.shmem4j.cli to
            info.picocli;
}
