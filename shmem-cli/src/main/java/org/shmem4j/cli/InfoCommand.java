package org.shmem4j.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmem4j.ConfigurationException;
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

    private static final int UNUSABLE = 2;

    private record TransportLine(String name, boolean available, boolean denied, String detail, String remedy) {
        String status() {
            return denied ? "denied" : available ? "available" : "not available";
        }
    }

    /** A setting; its fault is empty if it has none. */
    private record SettingLine(Setting<?> setting, String value, String source, String fault) {}

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
        List<SettingLine> settings =
                Setting.all().stream().map(InfoCommand::line).toList();
        Set<String> faulty = settings.stream()
                .filter(line -> !line.fault.isEmpty())
                .flatMap(line -> Stream.of(line.setting.property(), line.setting.variable()))
                .collect(Collectors.toSet());
        Settings usable = Settings.resolve(
                Map.of(),
                name -> faulty.contains(name) ? null : System.getProperty(name),
                name -> faulty.contains(name) ? null : System.getenv(name));
        List<TransportLine> transports = transports(usable);
        if (json) {
            printJson(out, settings, transports);
        } else {
            print(out, settings, transports);
        }
        out.flush();
        for (String warning : UnknownVariables.warnings(System.getenv())) {
            spec.commandLine().getErr().println("shmem info: " + warning);
        }
        return faulty.isEmpty() ? 0 : UNUSABLE;
    }

    /** Resolves one setting as if there were no other. */
    private static SettingLine line(Setting<?> setting) {
        try {
            Settings settings = Settings.resolve(
                    Map.of(),
                    name -> setting.property().equals(name) ? System.getProperty(name) : null,
                    name -> setting.variable().equals(name) ? System.getenv(name) : null);
            String source = settings.source(setting).name().toLowerCase(Locale.ROOT);
            return new SettingLine(setting, settings.text(setting), source, "");
        } catch (ConfigurationException e) {
            String value = System.getProperty(setting.property());
            String source = value == null ? "environment" : "property";
            value = value == null ? System.getenv(setting.variable()) : value;
            return new SettingLine(setting, String.valueOf(value), source, String.valueOf(e.getMessage()));
        }
    }

    private static List<TransportLine> transports(Settings settings) {
        List<String> names = settings.get(Setting.TRANSPORTS);
        boolean denies = names.getFirst().startsWith("^");
        List<TransportLine> lines = new ArrayList<>();
        try {
            for (TransportProvider provider : ServiceLoader.load(TransportProvider.class)) {
                String name = provider.name();
                Availability found = provider.probe(settings);
                boolean denied = denies ? names.contains("^" + name) : !names.contains(name);
                String detail = denied ? Setting.TRANSPORTS + "=" + settings.text(Setting.TRANSPORTS) : found.detail();
                lines.add(new TransportLine(
                        name, found.available() && !denied, denied, detail, denied ? "" : found.remedy()));
            }
        } catch (ServiceConfigurationError e) {
            lines.add(new TransportLine(
                    "?", false, false, String.valueOf(e.getMessage()), "check the jars on the class path"));
        }
        return lines;
    }

    private static void print(PrintWriter out, List<SettingLine> settings, List<TransportLine> transports) {
        out.println("shmem4j " + ShmemCommand.version() + ", " + java() + ", " + system());
        out.println();
        out.println("Transports");
        if (transports.isEmpty()) {
            out.println("  none on the class path");
        }
        for (TransportLine line : transports) {
            String remedy = line.remedy.isEmpty() ? "" : "; " + line.remedy;
            out.println("  " + line.name + ": " + line.status() + ": " + line.detail + remedy);
        }
        out.println();
        out.println("Settings (the environment variable, or the property in brackets)");
        for (SettingLine line : settings) {
            Setting<?> setting = line.setting;
            out.println("  " + setting.variable() + "=" + line.value + "  from " + line.source + "  [-D"
                    + setting.property() + "]");
            if (!line.fault.isEmpty()) {
                out.println("      FAULTY: " + line.fault);
            }
            out.println("      " + setting.description() + "; default " + setting.defaultText());
        }
    }

    private static void printJson(PrintWriter out, List<SettingLine> settings, List<TransportLine> transports) {
        List<String> transportItems = transports.stream()
                .map(line -> "{\"name\":" + quote(line.name) + ",\"available\":" + line.available + ",\"denied\":"
                        + line.denied + ",\"detail\":" + quote(line.detail) + ",\"remedy\":" + quote(line.remedy) + "}")
                .toList();
        List<String> settingItems = settings.stream()
                .map(line -> "{\"variable\":" + quote(line.setting.variable()) + ",\"property\":"
                        + quote(line.setting.property()) + ",\"value\":" + quote(line.value) + ",\"source\":"
                        + quote(line.source) + ",\"fault\":" + quote(line.fault) + ",\"default\":"
                        + quote(line.setting.defaultText()) + ",\"description\":"
                        + quote(line.setting.description()) + "}")
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

    private static String java() {
        return "Java " + Runtime.version() + " at " + System.getProperty("java.home");
    }

    private static String system() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch") + " with "
                + Runtime.getRuntime().availableProcessors() + " processors";
    }
}
