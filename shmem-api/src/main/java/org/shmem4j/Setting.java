package org.shmem4j;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One setting of the library: its name, type, default and meaning. All that exist are constants here, so that this is
 * the one place to look. A value comes from, in this order, {@link Shmem.Builder#set}, the system property, the
 * environment variable, the default.
 *
 * @param <T> the type of its value
 */
public final class Setting<T> {
    /** Half of what an x86-64 process can address; sums of a few sizes cannot overflow. */
    private static final long SIZE_MAX = 1L << 46;

    private static final List<Setting<?>> TABLE = new ArrayList<>();
    private static final Pattern SIZE =
            Pattern.compile("\\s*(\\d+(?:\\.\\d*)?|\\.\\d+)\\s*(?:([kKmMgGtT])[A-Za-z]*)?\\s*");

    /** The size of the symmetric heap of each PE, in bytes. Space is taken only as it is allocated. */
    public static final Setting<Long> SYMMETRIC_SIZE = new Setting<>(
            "SHMEM_SYMMETRIC_SIZE",
            "512m",
            "size of each PE's symmetric heap, rounded up to 64 KiB; memory is taken only as it is allocated",
            "a number of bytes above 0, with an optional fraction and suffix k, m, g or t, such as 512m or 1.5g",
            Setting::parseSize);

    /** The transports that may be used, in order of preference. */
    public static final Setting<List<String>> TRANSPORTS = new Setting<>(
            "SHMEM_TRANSPORTS",
            "shm,rdma,tcp",
            "transports that may be used, in order of preference; with ^ in front, those that may not",
            "names of transports separated by commas, all of them with ^ in front or none, such as shm,tcp or ^rdma",
            Setting::parseNames);

    /** Where the files of shared memory are made. */
    public static final Setting<Path> SHM_DIR = new Setting<>(
            "SHMEM_SHM_DIR",
            "/dev/shm",
            "directory for the files of shared memory, best on a file system in memory",
            "an absolute path, such as /dev/shm",
            Setting::parsePath);

    /** Print the library's version at start. */
    public static final Setting<Boolean> VERSION =
            flag("SHMEM_VERSION", "print the library's version when a job starts");

    /** Print all settings at start. */
    public static final Setting<Boolean> INFO = flag("SHMEM_INFO", "print all settings when a job starts");

    /** Print the stack traces of errors that otherwise are one line. */
    public static final Setting<Boolean> DEBUG =
            flag("SHMEM_DEBUG", "print the stack traces of errors that otherwise are one line");

    private final String variable;
    private final String defaultText;
    private final String description;
    private final String expected;
    private final Function<String, T> parser;

    private Setting(
            String variable, String defaultText, String description, String expected, Function<String, T> parser) {
        this.variable = variable;
        this.defaultText = defaultText;
        this.description = description;
        this.expected = expected;
        this.parser = parser;
        TABLE.add(this);
    }

    private static Setting<Boolean> flag(String variable, String description) {
        return new Setting<>(
                variable, "off", description, "anything for on; 0, false, no or off for off", Setting::parseFlag);
    }

    /**
     * All settings.
     *
     * @return in the order in which they are listed to users
     */
    public static List<Setting<?>> all() {
        return List.copyOf(TABLE);
    }

    /**
     * The environment variable.
     *
     * @return such as {@code SHMEM_SYMMETRIC_SIZE}
     */
    public String variable() {
        return variable;
    }

    /**
     * The system property.
     *
     * @return such as {@code shmem.symmetric.size}
     */
    public String property() {
        return variable.toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /**
     * The default.
     *
     * @return as a user would write it
     */
    public String defaultText() {
        return defaultText;
    }

    /**
     * What it means.
     *
     * @return a phrase
     */
    public String description() {
        return description;
    }

    /**
     * What a value looks like.
     *
     * @return a phrase
     */
    public String expected() {
        return expected;
    }

    /** Parses what a user wrote; throws IllegalArgumentException if it is not what {@link #expected()} says. */
    T parse(String text) {
        return parser.apply(text);
    }

    @Override
    public String toString() {
        return variable;
    }

    private static Long parseSize(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a size");
        }
        String suffix = matcher.group(2);
        int shift = suffix == null ? 0 : 10 * ("kmgt".indexOf(suffix.toLowerCase(Locale.ROOT)) + 1);
        BigDecimal bytes = new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(1L << shift))
                .setScale(0, RoundingMode.CEILING);
        if (bytes.signum() == 0) {
            throw new IllegalArgumentException("the size is 0");
        }
        if (bytes.compareTo(BigDecimal.valueOf(SIZE_MAX)) > 0) {
            throw new IllegalArgumentException("the size is above 2^46 bytes");
        }
        return bytes.longValueExact();
    }

    private static List<String> parseNames(String text) {
        List<String> names = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (!name.matches("\\^?[a-z][a-z0-9]*")) {
                throw new IllegalArgumentException(name.isEmpty() ? "an empty name" : "'" + name + "' is no name");
            }
            if (!names.isEmpty() && names.getFirst().startsWith("^") != name.startsWith("^")) {
                throw new IllegalArgumentException("some names have ^ in front and some have not");
            }
            if (names.contains(name)) {
                throw new IllegalArgumentException("'" + name + "' stands there twice");
            }
            names.add(name);
        }
        return List.copyOf(names);
    }

    private static Path parsePath(String text) {
        Path path;
        try {
            path = Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("not a path", e);
        }
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("it is relative");
        }
        return path;
    }

    private static Boolean parseFlag(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "", "0", "false", "no", "off" -> false;
            default -> true;
        };
    }
}
