package org.shmem4j.transport;

/**
 * Whether a transport can work on this machine.
 *
 * @param available whether it can
 * @param detail what was found, or why not, with the values that decided it
 * @param remedy what to do about it; empty if available
 */
public record Availability(boolean available, String detail, String remedy) {

    /**
     * It works.
     *
     * @param detail what was found
     * @return the answer
     */
    public static Availability yes(String detail) {
        return new Availability(true, detail, "");
    }

    /**
     * It does not work.
     *
     * @param reason why not
     * @param remedy what to do about it
     * @return the answer
     */
    public static Availability no(String reason, String remedy) {
        return new Availability(false, reason, remedy);
    }

    @Override
    public String toString() {
        return available ? detail : remedy.isEmpty() ? detail : detail + "; " + remedy;
    }
}
