package org.shmem4j.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that is bundled with the command.
 *
 * @param name what users call it
 * @param mainClass its main class
 * @param javaOptions what its JVMs need
 * @param usage one line on its arguments
 * @param home the jar or directory that it is in
 */
record Example(String name, String mainClass, List<String> javaOptions, String usage, Path home) {
    static final String RESOURCE = "META-INF/shmem4j/examples";

    /** All examples on the class path of the command, in the order in which they are listed there. */
    static List<Example> all() {
        List<Example> examples = new ArrayList<>();
        try {
            for (URL list :
                    ClassLoader.getSystemClassLoader().resources(RESOURCE).toList()) {
                read(list, examples);
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("cannot read the list of examples: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new IllegalStateException("cannot look for examples: " + e.getMessage(), e);
        }
        return examples;
    }

    private static void read(URL list, List<Example> examples) throws IOException, URISyntaxException {
        URLConnection connection = list.openConnection();
        Path home;
        if (connection instanceof JarURLConnection jar) {
            home = Path.of(jar.getJarFileURL().toURI());
        } else {
            URI uri = list.toURI();
            String path = uri.getPath();
            home = Path.of(path.substring(0, path.length() - RESOURCE.length()));
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                parse(line.strip(), home, examples);
            }
        }
    }

    /** One line is {@code name=main.Class -java-options  one-line usage}. */
    static void parse(String line, Path home, List<Example> examples) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        int equals = line.indexOf('=');
        if (equals < 1) {
            throw new IllegalStateException("'" + line + "' in " + home + " is not name=main.Class usage");
        }
        List<String> words = List.of(line.substring(equals + 1).strip().split("\\s+"));
        int usage = 1;
        while (usage < words.size() && words.get(usage).startsWith("-")) {
            usage++;
        }
        examples.add(new Example(
                line.substring(0, equals).strip(),
                words.getFirst(),
                words.subList(1, usage),
                String.join(" ", words.subList(usage, words.size())),
                home));
    }
}
