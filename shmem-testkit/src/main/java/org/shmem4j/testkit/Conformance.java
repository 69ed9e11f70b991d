package org.shmem4j.testkit;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.shmem4j.Shmem;

/**
 * The semantics of OpenSHMEM 1.6 as rules that every job keeps, on every route and with any number of PEs. It is a
 * program: each PE of a job runs {@link #main}, and PE 0 prints a line for each rule.
 */
public final class Conformance {
    private static final List<Rule> RULES = Stream.of(
                    RmaRules.all(),
                    AtomicRules.all(),
                    SignalRules.all(),
                    WaitRules.all(),
                    OrderRules.all(),
                    ContextRules.all())
            .flatMap(List::stream)
            .toList();

    private Conformance() {}

    /**
     * Runs as one PE of a job.
     *
     * @param args the beginning of the ids of the rules to check, such as {@code AMO}; all if there are none
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            run(shmem, args);
        } catch (AssertionError e) {
            e.printStackTrace();
            System.exit(1); // close() of a PE that gave up would wait for the others
        }
    }

    /**
     * Checks rules; collective.
     *
     * @param shmem this PE
     * @param prefixes the beginning of the ids of the rules to check; all if there are none
     * @throws AssertionError if one does not hold; the message names it
     */
    public static void run(Shmem shmem, String... prefixes) {
        for (Rule rule : RULES) {
            if (prefixes.length == 0 || Stream.of(prefixes).anyMatch(rule.id()::startsWith)) {
                check(rule, shmem);
            }
        }
    }

    /**
     * The ids of all rules.
     *
     * @return in the order in which they are checked
     */
    public static List<String> rules() {
        return RULES.stream().map(Rule::id).toList();
    }

    private static void check(Rule rule, Shmem shmem) {
        long start = System.nanoTime();
        shmem.barrier();
        try {
            rule.check().check(shmem);
        } catch (Exception | AssertionError e) {
            String message = rule.id() + " does not hold on PE " + shmem.pe() + " of " + shmem.peCount() + ", "
                    + rule.text() + ": " + e.getMessage();
            AssertionError error = new AssertionError(message, e);
            try {
                shmem.globalExit(1, message);
            } catch (RuntimeException ended) {
                error.addSuppressed(ended);
            }
            throw error;
        }
        shmem.barrier();
        if (shmem.pe() == 0) {
            System.out.println(String.format(
                    Locale.ROOT,
                    "holds %-7s %s (%d ms)",
                    rule.id(),
                    rule.text(),
                    (System.nanoTime() - start) / 1_000_000));
        }
    }
}
