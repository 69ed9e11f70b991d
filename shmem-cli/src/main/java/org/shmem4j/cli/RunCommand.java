package org.shmem4j.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmem4j.ConfigurationException;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.runtime.bootstrap.JobSecret;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code shmem run}: starts a job on this machine. */
@Command(
        name = "run",
        description = "Start a program once per PE on this machine, and wait for its end.",
        sortOptions = false,
        footer = {
            "",
            "Exit codes:",
            "  0         every PE exited with 0, or a PE ended the job with status 0",
            "  n         the first PE to fail exited with n, or a PE ended the job with status n",
            "  128+s     the first PE to fail was ended by signal s, or the command itself was",
            "  1         a PE failed with an exception, exited with 0 without closing its Shmem,",
            "            or never joined while others did; or a PE could not be started",
            "  2         the command line or a setting is wrong; nothing was started",
            "When a PE fails, the others get SIGTERM, and SIGKILL two seconds later.",
            "Processes that PEs started are killed at every end of the job, a good one too.",
            "PE 0 reads the command's standard input; the others read nothing.",
        })
final class RunCommand implements Callable<Integer> {
    static final int PES_MAX = 4096;
    static final String PE_PATH = "shmem.pe.path";

    private static final String PE_MAIN = "org.shmem4j.runtime.PeMain";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Only the value of a property may have blanks. */
    private static final Pattern JAVA_OPTION = Pattern.compile("-\\S+|-D[^\\s=]+=.*", Pattern.DOTALL);

    /** What a launcher above us left in the environment: a PE of ours must not take it for its own. */
    private static final Pattern FOREIGN =
            Pattern.compile("(PMI|PMIX|OMPI|PRTE|HYDRA|HYDI|MPIR)_.*|" + JobSecret.VARIABLE);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-n", "-np"},
            required = true,
            paramLabel = "N",
            description = "number of PEs, from 1 to " + PES_MAX)
    private String pes = "";

    @Option(names = "--tag", description = "put [pe] in front of each line of output; lines stay whole")
    private boolean tag;

    @Option(names = "--heap", paramLabel = "SIZE", description = "size of each PE's symmetric heap, such as 512m")
    private @Nullable String heap;

    @Option(
            names = {"-cp", "--class-path"},
            paramLabel = "PATH",
            description = "where the program's classes are; by default $CLASSPATH, or the current directory")
    private @Nullable String classPath;

    @Option(
            names = "-x",
            paramLabel = "NAME[=VALUE]",
            description = "give the PEs an environment variable; all others are inherited too")
    private List<String> variables = new ArrayList<>();

    @Option(names = "--java-opt", paramLabel = "OPT", description = "give the PEs' java an option, such as -Xmx1g")
    private List<String> javaOptions = new ArrayList<>();

    @Parameters(index = "0", paramLabel = "MAIN", description = "an example, a jar with a main class, or a class")
    private String main = "";

    @Parameters(index = "1..*", paramLabel = "args", description = "arguments of the program")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        JobPlan plan = plan();
        for (String warning : UnknownVariables.warnings(plan.environment())) {
            System.err.println("shmem run: " + warning);
        }
        return new Job(plan, System.err).run();
    }

    private JobPlan plan() {
        int peCount;
        try {
            peCount = peCount(pes);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        checkJavaOptions();
        Map<String, String> environment = environment();
        String library = System.getProperty(PE_PATH, System.getProperty("java.class.path"));
        Program program;
        try {
            program = Program.find(main, classPath, library, Example.all());
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // PEs in separate process namespaces would fight for one file of performance data
        command.addAll(List.of("-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(program.javaOptions());
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", library + File.pathSeparator + program.classPath(), PE_MAIN));
        command.add(program.mainClass());
        command.addAll(arguments);
        return new JobPlan(peCount, command, environment, tag);
    }

    private void checkJavaOptions() {
        for (String option : javaOptions) {
            if (!JAVA_OPTION.matcher(option).matches()) {
                throw wrong("--java-opt '" + option + "': expected one option that begins with -, such as -Xmx1g; give"
                        + " several as several --java-opt");
            }
        }
    }

    /** A number of PEs as users write it; throws IllegalArgumentException that says what is expected. */
    static int peCount(String pes) {
        int count;
        try {
            count = Integer.parseInt(pes);
        } catch (NumberFormatException _) {
            count = 0;
        }
        if (count < 1 || count > PES_MAX) {
            throw new IllegalArgumentException("-n '" + pes + "': expected a number of PEs from 1 to " + PES_MAX);
        }
        return count;
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> FOREIGN.matcher(name).matches());
        for (String variable : variables) {
            int equals = variable.indexOf('=');
            String name = equals < 0 ? variable : variable.substring(0, equals);
            String value = equals < 0 ? System.getenv(name) : variable.substring(equals + 1);
            if (!NAME.matcher(name).matches()) {
                throw wrong("-x '" + variable + "': expected NAME=VALUE, or the NAME of a variable that is set");
            }
            if (FOREIGN.matcher(name).matches()) {
                throw wrong("-x '" + name + "': the launcher itself sets variables of this kind");
            }
            if (value == null) {
                throw wrong("-x '" + name + "': no such variable is set here; expected NAME=VALUE");
            }
            environment.put(name, value);
        }
        String size = heap;
        if (size != null) {
            String variable = Setting.SYMMETRIC_SIZE.variable();
            try {
                Settings.resolve(Map.of(Setting.SYMMETRIC_SIZE, size), _ -> null, _ -> null);
            } catch (ConfigurationException e) {
                throw wrong(String.valueOf(e.getMessage()).replace(variable + "=", "--heap "));
            }
            environment.put(variable, size);
        }
        Settings.resolve(Map.of(), System::getProperty, environment::get);
        return environment;
    }

    private ParameterException wrong(String message) {
        if (spec == null) {
            throw new IllegalStateException(message);
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
