package org.shmem4j.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.shmem4j.Setting;
import org.shmem4j.runtime.bootstrap.JobSecret;

/** Finds environment variables that look like settings and are none: nothing else tells a user of a slip in a name. */
final class UnknownVariables {
    private static final String PREFIX = "SHMEM_";

    private UnknownVariables() {}

    /** One line for each such variable, in the order of their names. */
    static List<String> warnings(Map<String, String> environment) {
        List<String> known =
                Setting.all().stream().map(Setting::variable).sorted().toList();
        List<String> lines = new ArrayList<>();
        for (String name : new TreeSet<>(environment.keySet())) {
            if (name.startsWith(PREFIX) && !known.contains(name) && !name.equals(JobSecret.VARIABLE)) {
                lines.add("the environment variable " + name + " is no setting; the nearest one is "
                        + nearest(name, known));
            }
        }
        return lines;
    }

    private static String nearest(String name, List<String> known) {
        String best = known.getFirst();
        for (String candidate : known) {
            if (distance(name, candidate) < distance(name, best)) {
                best = candidate;
            }
        }
        return best;
    }

    /** The number of letters to insert, delete or replace. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
