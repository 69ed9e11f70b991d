package org.shmem4j.transport;

/** What a transport can do. What it advertises works; what it does not is refused. */
public enum Capability {
    /** Regions of peers are mapped into this process: {@link Transport#memory()} and {@link Connection#memoryOffset()}. */
    LOAD_STORE,
    /** {@link Connection#put} and {@link Connection#get} work, without the target's CPU taking part. */
    RMA,
    /** {@link Connection#send} works. */
    FRAMES,
    /** What one connection carries becomes visible at the target in the order of posting: {@link Connection#fence} is free. */
    ORDERED,
    /**
     * {@link Transport#descriptor()} and {@link Transport#arm()} work, so that whoever waits can sleep. Without it
     * {@link Transport#progress()} has to be called while a connection is DOWN or something is pending.
     */
    EVENTS
}
