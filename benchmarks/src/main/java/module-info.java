import org.jspecify.annotations.NullMarked;
import org.shmem4j.benchmarks.AtomicsSuite;
import org.shmem4j.benchmarks.JmhSuite;
import org.shmem4j.benchmarks.Pt2ptSuite;
import org.shmem4j.cli.bench.BenchSuite;

/** Benchmarks: suites of the command, the programs that they run, and micro-benchmarks. */
@NullMarked
module org.shmem4j.benchmarks {
    requires static org.jspecify;
    requires static jmh.core; // runs on the class path, as everything that JMH generates does
    requires org.shmem4j.api;
    requires org.shmem4j.cli;

    provides BenchSuite with
            Pt2ptSuite,
            AtomicsSuite,
            JmhSuite;
}
