package org.shmem4j.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What figures were measured on. */
final class Machine {
    private Machine() {}

    /** Names and values, in an order to read them. */
    static Map<String, Object> describe(Path work) throws InterruptedException {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("cpu", cpu());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put("jdk", System.getProperty("java.vendor") + " " + Runtime.version());
        facts.put("commit", commit(work));
        return facts;
    }

    /** Load averages of 1, 5 and 15 minutes. */
    static String load() {
        String line = firstLine(Path.of("/proc/loadavg"));
        String[] parts = line.split(" ", -1);
        return parts.length < 3 ? "unknown" : parts[0] + " " + parts[1] + " " + parts[2];
    }

    private static String cpu() {
        try {
            return Files.readString(Path.of("/proc/cpuinfo"))
                    .lines()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException _) {
            return "unknown";
        }
    }

    /** Of the checkout that this jar was built in, if it still lies there. */
    private static String commit(Path work) throws InterruptedException {
        Path home = Contest.home();
        Path directory = Files.isDirectory(home) ? home : home.toAbsolutePath().getParent();
        try {
            Path out = work.resolve("commit.out");
            int status = Contender.run(
                    List.of("git", "-C", String.valueOf(directory), "describe", "--always", "--dirty"),
                    out,
                    work.resolve("commit.err"));
            return status == 0 ? firstLine(out) : "unknown";
        } catch (IOException _) {
            return "unknown"; // no git here
        }
    }

    private static String firstLine(Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException _) {
            return "";
        }
    }
}
