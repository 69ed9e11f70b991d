package org.shmem4j.cli;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The program of a job. It is looked for before any PE starts, so that a mistake is one line and not one per PE.
 *
 * @param mainClass its main class
 * @param classPath where it and what it needs is, after the library itself
 * @param javaOptions what its JVMs need
 */
record Program(String mainClass, String classPath, List<String> javaOptions) {

    /**
     * Finds what the user means by a name: an example, a jar, or a class.
     *
     * @param main the name
     * @param classPath given by the user, or null
     * @param library the class path of the library
     * @throws IllegalArgumentException that says why it is none of them
     */
    static Program find(String main, @Nullable String classPath, String library, List<Example> examples) {
        for (Example example : examples) {
            if (example.name().equals(main)) {
                return new Program(
                        example.mainClass(), join(example.home().toString(), classPath), example.javaOptions());
            }
        }
        if (main.endsWith(".jar")) {
            if (main.contains(File.pathSeparator)) {
                throw new IllegalArgumentException("jar '" + main + "': a path with '" + File.pathSeparator
                        + "' cannot be in a class path; rename or move the jar");
            }
            String path = join(main, classPath);
            return checked(new Program(mainClassOf(Path.of(main)), path, List.of()), "jar '" + main + "'", library);
        }
        String environment = System.getenv("CLASSPATH");
        String path = classPath != null ? classPath : environment != null ? environment : ".";
        String names = examples.stream().map(Example::name).collect(Collectors.joining(", "));
        return checked(
                new Program(main, path, List.of()),
                "'" + main + "' is no example (" + (names.isEmpty() ? "there are none here" : names)
                        + "), does not end in .jar, and",
                library);
    }

    private static boolean isWildcard(String entry) {
        return entry.equals("*") || entry.endsWith(File.separator + "*");
    }

    private static String join(String first, @Nullable String second) {
        return second == null ? first : first + File.pathSeparator + second;
    }

    private static String mainClassOf(Path jar) {
        if (!Files.exists(jar)) {
            throw new IllegalArgumentException(
                    "no file '" + jar + "' in " + Path.of("").toAbsolutePath());
        }
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException("'" + jar + "' is a directory, not a jar");
        }
        if (!Files.isReadable(jar)) {
            throw new IllegalArgumentException("'" + jar + "' may not be read by this user");
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String name = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (name == null) {
                throw new IllegalArgumentException("'" + jar + "' is a jar without a main class: give its Main-Class"
                        + " in the manifest, or run '-cp " + jar + " CLASS'");
            }
            return name.strip();
        } catch (ZipException e) {
            throw new IllegalArgumentException("'" + jar + "' is no jar: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("'" + jar + "' cannot be read: " + e.getMessage(), e);
        }
    }

    private static Program checked(Program program, String what, String library) {
        String name = program.mainClass;
        String resource = name.replace('.', '/') + ".class";
        try (URLClassLoader loader = new URLClassLoader(urls(program.classPath + File.pathSeparator + library), null)) {
            if (name.contains("/") || loader.findResource(resource) == null) {
                throw new IllegalArgumentException(what
                        + (what.startsWith("jar")
                                ? " names the main class '" + name + "', which is not"
                                : " is no class")
                        + " on the class path '" + program.classPath + "'"
                        + hint(name, program.classPath));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot search the class path: " + e.getMessage(), e);
        }
        return program;
    }

    private static String hint(String name, String classPath) {
        if (name.endsWith(".java") || name.endsWith(".class") || name.contains("/")) {
            return "; expected a name such as org.example.Main";
        }
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            String file = isWildcard(entry) ? entry.substring(0, entry.length() - 1) : entry;
            if (!new File(file).getAbsoluteFile().exists()) {
                return "; there is no '" + entry + "' in " + Path.of("").toAbsolutePath();
            }
        }
        return "; -cp PATH says where to look";
    }

    /** The entries as the java command takes them: directories, jars, and all jars of a directory. */
    private static URL[] urls(String classPath) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (isWildcard(entry)) {
                File[] files = new File(entry.substring(0, entry.length() - 1))
                        .getAbsoluteFile()
                        .listFiles();
                for (File file : files == null ? new File[0] : files) {
                    if (file.getName().toLowerCase(Locale.ROOT).endsWith(".jar")) {
                        urls.add(url(file));
                    }
                }
            } else {
                urls.add(url(new File(entry)));
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static URL url(File file) throws MalformedURLException {
        return file.getAbsoluteFile().toURI().toURL();
    }
}
