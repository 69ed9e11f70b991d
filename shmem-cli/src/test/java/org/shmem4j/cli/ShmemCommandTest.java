package org.shmem4j.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.Setting;
import picocli.CommandLine;

final class ShmemCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense                      | unknown command or option 'nonsense'; the commands are run, info, bench",
                "--nonsense                    | unknown command or option '--nonsense'",
                "run                           | -n",
                "run -n                        | -n",
                "run -n 0 Main                 | -n '0': expected a number of PEs from 1 to 4096",
                "run -n -1 Main                | -n '-1': expected a number of PEs from 1 to 4096",
                "run -n x Main                 | -n 'x': expected a number of PEs from 1 to 4096",
                "run -n 4097 Main              | -n '4097': expected a number of PEs from 1 to 4096",
                "run -n 99999999999 Main       | -n '99999999999': expected a number of PEs from 1 to 4096",
                "run -n 2                      | MAIN",
                "run -n 2 --nonsense Main      | --nonsense",
                "run -n 2 --heap 0 Main        | --heap '0': the size is 0; expected a number of bytes",
                "run -n 2 --heap abc Main      | --heap 'abc'",
                "run -n 2 -x A-B=1 Main        | -x 'A-B=1': expected NAME=VALUE",
                "run -n 2 -x =1 Main           | -x '=1': expected NAME=VALUE",
                "run -n 2 -x NO_SUCH_VARIABLE Main | -x 'NO_SUCH_VARIABLE': no such variable is set",
                "run -n 2 -x PMI_ID=1 Main     | -x 'PMI_ID': the launcher itself sets",
                "run -n 2 -x SHMEM_TRANSPORTS=,, Main | SHMEM_TRANSPORTS=',,'",
                "run -n 2 no.such.Main         | 'no.such.Main' is no example",
                "run -n 2 no/such/Main.java    | expected a name such as org.example.Main",
                "run -n 2 none.jar             | no file 'none.jar' in ",
                "run -n 2 DIR/directory.jar    | directory.jar' is a directory, not a jar",
                "run -n 2 DIR/text.jar         | text.jar' is no jar: ",
                "run -n 2 DIR/empty.jar        | empty.jar' is a jar without a main class",
                "run -n 2 DIR/wrong.jar        | names the main class 'no.such.Main', which is not on the class path",
                "run hello -n 2                | expected -n N, the number of PEs; options come before MAIN",
                "run -np 0 Main                | -n '0': expected a number of PEs from 1 to 4096",
                "run -n 2 --java-opt Xmx1g Main | --java-opt 'Xmx1g': expected one option that begins with -",
                "run -n 2 -cp DIR org/example/Main | expected a name such as org.example.Main",
                "run -n 2 -cp DIR:DIR/none Main | there is no 'DIR/none' in",
                "run -n 2 DIR/a:b.jar          | a:b.jar': a path with ':' cannot be in a class path",
                "help nonsense                 | no command 'nonsense'; the commands are run, info, bench, help",
                "some.jar                      | to start it, say 'shmem run -n N some.jar'",
                "info extra                    | extra",
                "bench                         | the jar shmem-benchmarks is not on the class path",
                "bench pt2pt --quick           | the jar shmem-benchmarks is not on the class path",
            })
    void shouldExitWith2AndOneLineThatNamesTheValue(String line, String message) throws IOException {
        Files.createDirectory(directory.resolve("directory.jar"));
        Files.writeString(directory.resolve("text.jar"), "no zip");
        jar("empty.jar", "");
        jar("wrong.jar", "Main-Class: no.such.Main\n");
        jar("a:b.jar", "Main-Class: no.such.Main\n");

        assertThat(run(line.replace("DIR", directory.toString()).split(" +"))).isEqualTo(2);
        assertThat(err.toString()).contains(message.replace("DIR", directory.toString()));
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(out.toString()).isEmpty();
    }

    private void jar(String name, String mainClass) throws IOException {
        Manifest manifest =
                new Manifest(new ByteArrayInputStream(("Manifest-Version: 1.0\n" + mainClass + "\n").getBytes(UTF_8)));
        new JarOutputStream(Files.newOutputStream(directory.resolve(name)), manifest).close();
    }

    @Test
    void shouldShowHelpWithExamplesWhenThereAreNoArguments() {
        assertThat(run()).isZero();
        assertThat(out.toString()).contains("Examples:", "shmem run -n 4 app.jar", "info");
    }

    @Test
    void shouldTakeOneJavaOptionAtATime() {
        assertThat(run("run", "-n", "2", "--java-opt", "-Xmx1g -Xss1m", "Main")).isEqualTo(2);
        assertThat(err.toString()).contains("--java-opt '-Xmx1g -Xss1m': expected one option that begins with -");
        assertThat(run("run", "-n", "2", "--java-opt", "-Dtext=two words", "no.such.Main"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("'no.such.Main' is no example");
    }

    @Test
    void shouldTakeHelpForACommand() {
        assertThat(run("help")).isZero();
        assertThat(out.toString()).contains("Examples:");
        assertThat(run("help", "run")).isZero();
        assertThat(out.toString()).contains("Exit codes:");
    }

    @Test
    void shouldShowTheRestWhenASettingIsFaulty() {
        System.setProperty("shmem.symmetric.size", "0");
        System.setProperty("shmem.debug", "1");
        try {
            assertThat(run("info")).isEqualTo(2);
            assertThat(out.toString())
                    .contains(
                            "SHMEM_SYMMETRIC_SIZE=0  from property",
                            "FAULTY: -Dshmem.symmetric.size='0': the size is 0",
                            "SHMEM_DEBUG=1  from property");
            assertThat(run("info", "--json")).isEqualTo(2);
            assertThat(out.toString()).contains("\"fault\":\"-Dshmem.symmetric.size='0'", "\"fault\":\"\"");
        } finally {
            System.clearProperty("shmem.symmetric.size");
            System.clearProperty("shmem.debug");
        }
    }

    @Test
    void shouldNameTheNearestSettingWhenAVariableIsUnknown() {
        assertThat(UnknownVariables.warnings(
                        Map.of("SHMEM_SYMETRIC_SIZE", "1g", "SHMEM_DEBUG", "1", "SHMEM_JOB_SECRET", "x", "HOME", "/")))
                .containsExactly("the environment variable SHMEM_SYMETRIC_SIZE is no setting; the nearest one is"
                        + " SHMEM_SYMMETRIC_SIZE");
    }

    @Test
    void shouldExplainTheExitCodesInTheHelpOfRun() {
        assertThat(run("run", "--help")).isZero();
        assertThat(out.toString()).contains("Exit codes:", "128+s");
    }

    @Test
    void shouldShowItsVersion() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("shmem4j \\d+\\.\\d+\\.\\S+, Java 25.*\\R");
    }

    @Test
    void shouldListEverySettingInInfo() {
        assertThat(run("info")).isZero();
        for (Setting<?> setting : Setting.all()) {
            assertThat(out.toString()).contains(setting.variable(), setting.property(), setting.description());
        }
    }

    @Test
    void shouldQuoteWhatJsonDoesNotAllow() {
        assertThat(run("info", "--json")).isZero();
        assertThat(out.toString()).startsWith("{\"version\":").contains("\"variable\":\"SHMEM_DEBUG\"");
        assertThat(InfoCommand.quote("a\"b\\c\nd\u0001")).isEqualTo("\"a\\\"b\\\\c\\nd\\u0001\"");
    }

    @Test
    void shouldReadTheListOfExamples() {
        List<Example> examples = new ArrayList<>();
        for (String line : List.of(
                "# a comment", "", "ring=org.example.Ring --add-modules=a  [--count N]  passes a token", "b=B")) {
            Example.parse(line, directory, examples);
        }
        assertThat(examples)
                .containsExactly(
                        new Example(
                                "ring",
                                "org.example.Ring",
                                List.of("--add-modules=a"),
                                "[--count N] passes a token",
                                directory),
                        new Example("b", "B", List.of(), "", directory));
        assertThat(Program.find("ring", null, "", examples))
                .isEqualTo(new Program("org.example.Ring", directory.toString(), List.of("--add-modules=a")));
    }

    private int run(String... args) {
        CommandLine line = ShmemCommand.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }
}
