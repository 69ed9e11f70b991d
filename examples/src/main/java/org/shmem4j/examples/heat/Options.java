package org.shmem4j.examples.heat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for.
 *
 * @param rows rows of cells, without the border
 * @param columns columns of cells, without the border
 * @param steps steps of time
 * @param warmUp steps before those, not timed, whose result is thrown away
 * @param check whether the result is compared with that of the sequential program
 * @param output where to write a picture, or null
 */
record Options(
        int rows,
        int columns,
        int steps,
        int warmUp,
        boolean check,
        @Nullable String output) {
    private static final int SIDE_MAX = 1_000_000;
    private static final int STEPS_MAX = 1_000_000_000;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,7})x(\\d{1,7})");
    private static final String USAGE =
            "usage: heat [--size ROWSxCOLUMNS] [--steps N] [--warm-up N] [--check] [--output FILE.pgm]";

    /** Throws IllegalArgumentException with a line for the user. */
    static Options parse(List<String> arguments) {
        int rows = 2048;
        int columns = 2048;
        int steps = 500;
        int warmUp = 500;
        boolean check = false;
        String output = null;
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String name = rest.next();
            switch (name) {
                case "--size" -> {
                    Matcher size = SIZE.matcher(value(name, rest));
                    if (!size.matches()) {
                        throw new IllegalArgumentException("--size takes rows and columns, such as 480x640");
                    }
                    rows = number("rows", size.group(1), 1, SIDE_MAX);
                    columns = number("columns", size.group(2), 1, SIDE_MAX);
                }
                case "--steps" -> steps = number(name, value(name, rest), 0, STEPS_MAX);
                case "--warm-up" -> warmUp = number(name, value(name, rest), 0, STEPS_MAX);
                case "--check" -> check = true;
                case "--output" -> output = value(name, rest);
                default -> throw new IllegalArgumentException("no option '" + name + "'; " + USAGE);
            }
        }
        return new Options(rows, columns, steps, warmUp, check, output);
    }

    /** Throws IllegalArgumentException if the picture can have no place, before all the work instead of after it. */
    void checkOutput() {
        if (output == null) {
            return;
        }
        Path directory = Path.of(output).toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IllegalArgumentException("--output: there is no directory '" + directory + "'");
        }
    }

    private static String value(String name, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(name + " needs a value; " + USAGE);
        }
        return rest.next();
    }

    private static int number(String name, String text, int min, int max) {
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the same line says what would be right
        }
        throw new IllegalArgumentException(name + ": '" + text + "' is not a number from " + min + " to " + max);
    }
}
