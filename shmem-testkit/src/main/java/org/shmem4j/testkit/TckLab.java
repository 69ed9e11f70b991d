package org.shmem4j.testkit;

import java.util.Set;
import org.shmem4j.Settings;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.TransportProvider;

/**
 * What a rule works with.
 *
 * @param provider the transport that is checked
 * @param settings the settings of each host
 * @param capabilities what the transport advertises
 */
record TckLab(TransportProvider provider, Settings settings, Set<Capability> capabilities) {

    boolean has(Capability capability) {
        return capabilities.contains(capability);
    }

    /** Opens the transport for a number of PEs, without joining them. */
    TckBench open(int peCount) {
        return new TckBench(this, peCount);
    }

    /** Opens and joins the transport for a number of PEs, with all of each region registered. */
    TckBench joined(int peCount) {
        TckBench bench = open(peCount);
        try {
            bench.join();
            return bench;
        } catch (RuntimeException | AssertionError e) {
            bench.closeAfter(e);
            throw e;
        }
    }
}
