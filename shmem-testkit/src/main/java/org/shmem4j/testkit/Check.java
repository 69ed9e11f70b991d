package org.shmem4j.testkit;

import java.util.Objects;

/** Says what was seen and what was to be. */
final class Check {
    /** What must throw. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    private Check() {}

    static void that(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    static void equal(Object seen, Object expected, String what) {
        if (!Objects.equals(seen, expected)) {
            throw new AssertionError(what + ": saw " + seen + ", expected " + expected);
        }
    }

    static void refused(Class<? extends RuntimeException> type, String messagePart, Action action) throws Exception {
        try {
            action.run();
        } catch (RuntimeException e) {
            if (type.isInstance(e) && String.valueOf(e.getMessage()).contains(messagePart)) {
                return;
            }
            throw new AssertionError(
                    "refused with " + e + ", expected " + type.getSimpleName() + " with \"" + messagePart + "\"", e);
        }
        throw new AssertionError("was not refused, expected " + type.getSimpleName() + " with \"" + messagePart + "\"");
    }
}
