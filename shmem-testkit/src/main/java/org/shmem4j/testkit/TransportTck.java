package org.shmem4j.testkit;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.shmem4j.Settings;
import org.shmem4j.transport.Availability;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportProvider;

/**
 * The contract of {@link org.shmem4j.transport} as rules that every transport keeps. Each rule opens the transport for
 * two or three PEs in this JVM. A rule is left out only if it is about a capability that the transport does not
 * advertise, or about what holds without one that it does.
 */
public final class TransportTck {
    private static final List<TckRule> RULES = Stream.of(
                    TckStateRules.all(), TckCloseRules.all(), TckRmaRules.all(), TckFrameRules.all())
            .flatMap(List::stream)
            .toList();

    private TransportTck() {}

    /**
     * The ids of all rules.
     *
     * @return in the order in which they are checked
     */
    public static List<String> rules() {
        return RULES.stream().map(TckRule::id).toList();
    }

    /**
     * The ids of the rules that apply to a transport.
     *
     * @param capabilities what it advertises
     * @return in the order in which they are checked
     */
    public static List<String> rules(Set<Capability> capabilities) {
        return RULES.stream()
                .filter(rule -> rule.appliesTo(capabilities))
                .map(TckRule::id)
                .toList();
    }

    /**
     * Checks a transport.
     *
     * @param provider gives the transport
     * @param settings the settings of each PE
     * @param rulePrefixes the beginning of the ids of the rules to check, or whole ids; all if there are none
     * @throws AssertionError if a rule does not hold; the message names it
     */
    public static void check(TransportProvider provider, Settings settings, String... rulePrefixes) {
        Availability availability = provider.probe(settings);
        if (!availability.available()) {
            throw new AssertionError(provider.name() + " cannot be checked here: " + availability);
        }
        TckLab lab = new TckLab(provider, settings, capabilities(provider, settings));
        for (TckRule rule : RULES) {
            if (rule.appliesTo(lab.capabilities())
                    && (rulePrefixes.length == 0 || Stream.of(rulePrefixes).anyMatch(rule::isMeantBy))) {
                check(rule, lab);
            }
        }
    }

    private static Set<Capability> capabilities(TransportProvider provider, Settings settings) {
        TckLab unknown = new TckLab(provider, settings, EnumSet.noneOf(Capability.class));
        try (TckBench bench = new TckBench(unknown, 1)) {
            Transport transport = bench.transport(0);
            return Set.copyOf(transport.capabilities());
        }
    }

    private static void check(TckRule rule, TckLab lab) {
        try {
            rule.check().check(lab);
        } catch (Exception | AssertionError e) {
            String why = e instanceof AssertionError ? e.getMessage() : e.toString();
            throw new AssertionError(
                    rule.id() + " does not hold for " + lab.provider().name() + ", " + rule.text() + ": " + why, e);
        }
    }
}
