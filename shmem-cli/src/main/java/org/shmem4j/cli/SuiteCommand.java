package org.shmem4j.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmem4j.cli.bench.BenchRequest;
import org.shmem4j.cli.bench.BenchSuite;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code shmem bench SUITE}: the options that all suites share. */
@Command(sortOptions = false)
final class SuiteCommand implements Callable<Integer> {
    private final BenchSuite suite;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "-n",
            split = ",",
            paramLabel = "N,...",
            hideParamSyntax = true,
            description = "numbers of PEs to measure with")
    private List<String> pes = new ArrayList<>();

    @Option(names = "--quick", description = "rough figures in less than a minute")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "write all figures, and what they were measured on")
    private @Nullable Path json;

    @Parameters(paramLabel = "args", description = "arguments of the suite, if it takes any")
    private List<String> arguments = new ArrayList<>();

    SuiteCommand(BenchSuite suite) {
        this.suite = suite;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the specification");
        }
        CommandLine line = spec.commandLine();
        try {
            return suite.run(new BenchRequest(
                    pes.stream().map(RunCommand::peCount).toList(),
                    quick,
                    json,
                    arguments,
                    ShmemCommand.again(),
                    line.getOut(),
                    line.getErr()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, String.valueOf(e.getMessage()), e);
        }
    }
}
