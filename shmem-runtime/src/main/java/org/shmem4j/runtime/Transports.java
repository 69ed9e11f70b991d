package org.shmem4j.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.shmem4j.ConfigurationException;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.transport.Availability;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportException;
import org.shmem4j.transport.TransportHost;
import org.shmem4j.transport.TransportProvider;

/** The transports of one PE: those that were opened, by order of preference, and why each other one was not. */
final class Transports implements AutoCloseable {
    /** The names that the library gives a meaning to, whether or not their modules are there. */
    private static final List<String> KNOWN = List.of("shm", "rdma", "tcp");

    private final List<Transport> open = new ArrayList<>();
    private final Map<String, String> absent = new LinkedHashMap<>();

    private Transports() {}

    /** Opens what is allowed and available. */
    static Transports open(TransportHost host) {
        Transports transports = new Transports();
        List<TransportProvider> providers = providers();
        List<String> names = host.settings().get(Setting.TRANSPORTS);
        checkNames(host.settings(), names, providers);
        try {
            for (String name : KNOWN) {
                transports.absent.put(name, "the artifact shmem-transport-" + name + " is not on the class path");
            }
            for (TransportProvider provider : inOrder(providers, names)) {
                transports.openOne(provider, host);
            }
            for (TransportProvider provider : providers) {
                if (!isAllowed(provider.name(), names)) {
                    transports.absent.put(
                            provider.name(),
                            "denied by " + Setting.TRANSPORTS + "="
                                    + host.settings().text(Setting.TRANSPORTS));
                }
            }
        } catch (Throwable e) {
            transports.close();
            throw e;
        }
        return transports;
    }

    private void openOne(TransportProvider provider, TransportHost host) {
        Availability availability = provider.probe(host.settings());
        if (!availability.available()) {
            absent.put(provider.name(), availability.toString());
            return;
        }
        try {
            open.add(provider.open(host));
            absent.remove(provider.name());
        } catch (TransportException e) {
            absent.put(provider.name(), String.valueOf(e.getMessage()));
        }
    }

    /** Those that are open. */
    List<Transport> all() {
        return open;
    }

    /** Why each transport that is not open is not. */
    String absentReasons() {
        List<String> reasons = new ArrayList<>();
        absent.forEach((name, reason) -> reasons.add(name + ": " + reason));
        return String.join("; ", reasons);
    }

    @Override
    public void close() {
        open.reversed().forEach(Transport::close);
        open.clear();
    }

    private static List<TransportProvider> providers() {
        return ServiceLoader.load(TransportProvider.class, Transports.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    private static void checkNames(Settings settings, List<String> names, List<TransportProvider> providers) {
        for (String name : names) {
            String bare = name.startsWith("^") ? name.substring(1) : name;
            if (!KNOWN.contains(bare)
                    && providers.stream().noneMatch(p -> p.name().equals(bare))) {
                throw new ConfigurationException(Setting.TRANSPORTS + "='" + settings.text(Setting.TRANSPORTS)
                        + "': no transport is called '" + bare + "'; those of the library are "
                        + String.join(", ", KNOWN));
            }
        }
    }

    private static boolean isAllowed(String name, List<String> names) {
        return names.getFirst().startsWith("^") ? !names.contains("^" + name) : names.contains(name);
    }

    private static List<TransportProvider> inOrder(List<TransportProvider> providers, List<String> names) {
        return providers.stream()
                .filter(provider -> isAllowed(provider.name(), names))
                .sorted(Comparator.comparingInt(provider -> rank(provider.name(), names)))
                .toList();
    }

    /** The place of a transport in the order of preference; where only denials were given it is the library's own order. */
    private static int rank(String name, List<String> names) {
        List<String> order = names.getFirst().startsWith("^") ? KNOWN : names;
        int place = order.indexOf(name);
        return place < 0 ? order.size() : place;
    }
}
