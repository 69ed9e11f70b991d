package org.shmem4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.shmem4j.ShmemException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code shmem} command. */
@Command(
        name = "shmem",
        description = "Start OpenSHMEM-style jobs in Java, and look at them.",
        subcommands = {RunCommand.class, InfoCommand.class},
        versionProvider = ShmemCommand.Version.class,
        sortOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  shmem run -n 4 app.jar input.txt          the main class of a jar, as 4 PEs",
            "  shmem run -n 2 --tag -cp classes my.Main  a class; each line of output with its PE",
            "  shmem run --help                          all options, and the exit codes",
            "  shmem info                                settings, and the transports of this machine",
            "  shmem bench pt2pt --quick                 latency and bandwidth, beside OSHMEM and plain C",
            "  shmem bench atomics --quick               fetch-add, compare-swap and others, likewise",
        })
public final class ShmemCommand implements Runnable {
    private static final int UNUSABLE = 2;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "show this help")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "show the version")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean versionAsked;

    private ShmemCommand() {}

    /**
     * Runs the command and ends this process.
     *
     * @param args as written after {@code shmem}
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new ShmemCommand());
        line.addSubcommand(BenchCommand.withSuites());
        line.addSubcommand(new Help());
        line.setStopAtPositional(true);
        line.setExpandAtFiles(false); // what begins with @ is for the program
        line.setUsageHelpWidth(100);
        line.setParameterExceptionHandler((exception, _) -> explain(exception, Example.all()));
        line.setExecutionExceptionHandler((exception, at, _) -> {
            if (!(exception instanceof ShmemException)) {
                throw exception;
            }
            at.getErr().println(at.getCommandSpec().qualifiedName() + ": " + exception.getMessage());
            return UNUSABLE;
        });
        List<Example> examples = Example.all();
        if (!examples.isEmpty()) {
            String[] lines = examples.stream()
                    .map(example -> "  " + example.name() + "  " + example.usage())
                    .toArray(String[]::new);
            line.getHelpSectionMap()
                    .put(
                            "bundled",
                            _ -> "%nBundled programs:%n".formatted()
                                    + String.join(System.lineSeparator(), lines)
                                    + System.lineSeparator());
            List<String> sections = new ArrayList<>(line.getHelpSectionKeys());
            sections.add("bundled");
            line.setHelpSectionKeys(sections);
        }
        return line;
    }

    /** One line that names the value and what would be right, and one that says where to read more. */
    private static int explain(ParameterException exception, List<Example> examples) {
        CommandLine at = exception.getCommandLine();
        String name = at.getCommandSpec().qualifiedName();
        PrintWriter err = at.getErr();
        String message = String.valueOf(exception.getMessage());
        if (exception instanceof UnmatchedArgumentException unmatched && at.getParent() == null) {
            String word = unmatched.getUnmatched().getFirst();
            boolean program = word.endsWith(".jar")
                    || examples.stream().anyMatch(example -> example.name().equals(word));
            message = "unknown command or option '" + word + "'; "
                    + (program
                            ? "to start it, say 'shmem run -n N " + word + "'"
                            : "the commands are "
                                    + String.join(", ", at.getSubcommands().keySet()));
        }
        if (exception instanceof MissingParameterException missing
                && missing.getMissing().stream().anyMatch(ArgSpec::isOption)) {
            message = "expected -n N, the number of PEs; options come before MAIN";
        }
        err.println(name + ": " + message + " (see '" + name + " --help')");
        return UNUSABLE;
    }

    /** The command line that starts this command in another process. */
    static List<String> again() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED"));
        String library = System.getProperty(RunCommand.PE_PATH);
        if (library != null) {
            command.add("-D" + RunCommand.PE_PATH + "=" + library);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ShmemCommand.class.getName()));
        return command;
    }

    static String version() {
        Properties properties = new Properties();
        try (InputStream in = ShmemCommand.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException _) {
            // unknown then
        }
        return properties.getProperty("version", "unknown");
    }

    /** Shows the help. */
    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
    }

    /** What users try first. */
    @Command(name = "help", description = "Show this help, or that of a command.")
    static final class Help implements Runnable {
        @Spec
        private @Nullable CommandSpec spec;

        @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "the command to explain")
        private @Nullable String command;

        @Override
        public void run() {
            if (spec == null) {
                return;
            }
            CommandLine top = spec.commandLine().getParent();
            CommandLine at = command == null ? top : top.getSubcommands().get(command);
            if (at == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no command '" + command + "'; the commands are "
                                + String.join(", ", top.getSubcommands().keySet()));
            }
            at.usage(top.getOut());
        }
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"shmem4j " + version() + ", Java " + Runtime.version()};
        }
    }
}
