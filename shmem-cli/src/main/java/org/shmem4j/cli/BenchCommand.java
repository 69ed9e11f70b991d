package org.shmem4j.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmem4j.cli.bench.BenchSuite;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code shmem bench}: each suite on the class path is a command below it. */
@Command(
        name = "bench",
        description = "Measure what this library does on this machine, beside what else is there.",
        synopsisSubcommandLabel = "SUITE",
        sortOptions = false)
final class BenchCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    /** What follows if no suite is of that name. */
    @Parameters(hidden = true)
    private List<String> unknown = new ArrayList<>();

    static CommandLine withSuites() {
        CommandLine bench = new CommandLine(new BenchCommand());
        bench.setUnmatchedOptionsArePositionalParams(true); // the missing suite is the mistake to name, not its option
        for (BenchSuite suite : ServiceLoader.load(BenchSuite.class)) {
            CommandLine command = new CommandLine(new SuiteCommand(suite));
            command.getCommandSpec().usageMessage().description(suite.description());
            command.setUnmatchedOptionsArePositionalParams(true);
            bench.addSubcommand(suite.name(), command);
        }
        return bench;
    }

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the specification");
        }
        CommandLine line = spec.commandLine();
        if (line.getSubcommands().isEmpty()) {
            throw new ParameterException(
                    line, "no benchmarks here: the jar shmem-benchmarks is not on the class path of the command");
        }
        if (!unknown.isEmpty()) {
            throw new ParameterException(
                    line,
                    "no suite '" + unknown.getFirst() + "'; the suites are "
                            + String.join(", ", line.getSubcommands().keySet()));
        }
        line.usage(line.getOut());
        return 0;
    }
}
