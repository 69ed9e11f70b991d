package org.shmem4j.testkit;

import java.util.Set;
import org.shmem4j.transport.Capability;

/**
 * One thing that holds for every transport that has certain capabilities.
 *
 * @param id how it is called in docs and reports, such as {@code TCK-1}
 * @param text what holds
 * @param needs not applicable to a transport that lacks one of these
 * @param excludes not applicable to a transport that has one of these
 * @param check throws if it does not hold
 */
record TckRule(String id, String text, Set<Capability> needs, Set<Capability> excludes, Body check) {

    /** Opens transports and tries them. */
    @FunctionalInterface
    interface Body {
        void check(TckLab lab) throws Exception;
    }

    static TckRule of(int number, String text, Body check) {
        return new TckRule("TCK-" + number, text, Set.of(), Set.of(), check);
    }

    TckRule needing(Capability... capabilities) {
        return new TckRule(id, text, Set.of(capabilities), excludes, check);
    }

    TckRule notWith(Capability... capabilities) {
        return new TckRule(id, text, needs, Set.of(capabilities), check);
    }

    boolean appliesTo(Set<Capability> capabilities) {
        return capabilities.containsAll(needs) && excludes.stream().noneMatch(capabilities::contains);
    }

    /** Whether a prefix of an id means this rule: {@code TCK-1} is not meant for {@code TCK-10}. */
    boolean isMeantBy(String prefix) {
        if (!id.startsWith(prefix)) {
            return false;
        }
        return id.length() == prefix.length()
                || prefix.isEmpty()
                || !Character.isDigit(prefix.charAt(prefix.length() - 1));
    }
}
