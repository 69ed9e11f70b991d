package org.shmem4j.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.transport.Availability;
import org.shmem4j.transport.TransportProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code shmem info}: what there is on this machine, and how the library is set. */
@Command(name = "info", description = "Show the settings and transports of this machine.", sortOptions = false)
final class InfoCommand implements Callable<Integer> {

    private record TransportLine(String name, boolean available, String detail, String remedy) {}

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the specification");
        }
        PrintWriter out = spec.commandLine().getOut();
        Settings settings = Settings.resolve(Map.of());
        List<TransportLine> transports = transports(settings);
        if (json) {
            printJson(out, settings, transports);
        } else {
            print(out, settings, transports);
        }
        out.flush();
        return 0;
    }

    private static List<TransportLine> transports(Settings settings) {
        List<TransportLine> lines = new ArrayList<>();
        try {
            for (TransportProvider provider : ServiceLoader.load(TransportProvider.class)) {
                Availability found = provider.probe(settings);
                lines.add(new TransportLine(provider.name(), found.available(), found.detail(), found.remedy()));
            }
        } catch (ServiceConfigurationError e) {
            lines.add(
                    new TransportLine("?", false, String.valueOf(e.getMessage()), "check the jars on the class path"));
        }
        return lines;
    }

    private static void print(PrintWriter out, Settings settings, List<TransportLine> transports) {
        out.println("shmem4j " + ShmemCommand.version() + ", " + java() + ", " + system());
        out.println();
        out.println("Transports");
        if (transports.isEmpty()) {
            out.println("  none on the class path");
        }
        for (TransportLine line : transports) {
            String remedy = line.remedy.isEmpty() ? "" : "; " + line.remedy;
            out.println("  " + line.name + ": " + (line.available ? "available" : "not available") + ": " + line.detail
                    + remedy);
        }
        out.println();
        out.println("Settings (the environment variable, or the property in brackets)");
        for (Setting<?> setting : Setting.all()) {
            out.println("  " + setting.variable() + "=" + settings.text(setting) + "  from " + source(settings, setting)
                    + "  [-D" + setting.property() + "]");
            out.println("      " + setting.description() + "; default " + setting.defaultText());
        }
    }

    private static void printJson(PrintWriter out, Settings settings, List<TransportLine> transports) {
        List<String> transportItems = transports.stream()
                .map(line -> "{\"name\":" + quote(line.name) + ",\"available\":" + line.available + ",\"detail\":"
                        + quote(line.detail) + ",\"remedy\":" + quote(line.remedy) + "}")
                .toList();
        List<String> settingItems = Setting.all().stream()
                .map(setting -> "{\"variable\":" + quote(setting.variable()) + ",\"property\":"
                        + quote(setting.property()) + ",\"value\":" + quote(settings.text(setting)) + ",\"source\":"
                        + quote(source(settings, setting)) + ",\"default\":" + quote(setting.defaultText())
                        + ",\"description\":" + quote(setting.description()) + "}")
                .toList();
        out.println("{\"version\":" + quote(ShmemCommand.version()) + ",\"java\":" + quote(java()) + ",\"system\":"
                + quote(system()) + ",");
        out.println(" \"transports\":[" + String.join(",\n   ", transportItems) + "],");
        out.println(" \"settings\":[" + String.join(",\n   ", settingItems) + "]}");
    }

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                default -> {
                    if (c < ' ') {
                        quoted.append("\\u").append(String.format(Locale.ROOT, "%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private static String source(Settings settings, Setting<?> setting) {
        return settings.source(setting).name().toLowerCase(Locale.ROOT);
    }

    private static String java() {
        return "Java " + Runtime.version() + " at " + System.getProperty("java.home");
    }

    private static String system() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch") + " with "
                + Runtime.getRuntime().availableProcessors() + " processors";
    }
}
