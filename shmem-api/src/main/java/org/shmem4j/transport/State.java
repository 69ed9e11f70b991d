package org.shmem4j.transport;

/** The state of a transport or of a connection. */
public enum State {
    /** Not usable yet, or closed. */
    DOWN,
    /** Usable. */
    UP,
    /** Failed, for good; {@link Connection#cause()} and {@link Transport#cause()} tell why. */
    ERROR
}
