package org.shmem4j.cli.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked a suite for.
 *
 * @param peCounts numbers of PEs to measure with; empty leaves it to the suite
 * @param quick whether rough figures in less than a minute are wanted
 * @param json where to write all figures to, or null
 * @param arguments what else was on the command line
 * @param command the command line that starts this {@code shmem} command again, for jobs in processes of their own
 * @param out for results
 * @param err for progress and complaints
 */
public record BenchRequest(
        List<Integer> peCounts,
        boolean quick,
        @Nullable Path json,
        List<String> arguments,
        List<String> command,
        PrintWriter out,
        PrintWriter err) {}
