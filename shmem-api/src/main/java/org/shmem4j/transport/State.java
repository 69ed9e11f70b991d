package org.shmem4j.transport;

/** The state of a transport or of a connection. */
public enum State {
    /** Not usable yet, or closed in order. */
    DOWN,
    /** Usable. */
    UP,
    /** Failed, for good; {@link Connection#cause()} tells why. */
    ERROR
}
