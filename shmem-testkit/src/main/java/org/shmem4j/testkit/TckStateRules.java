package org.shmem4j.testkit;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;
import org.shmem4j.transport.TransportException;

/** Opening, joining, connecting. */
final class TckStateRules {
    private TckStateRules() {}

    static List<TckRule> all() {
        return List.of(
                TckRule.of(1, "a provider and its transports have one name, of lower-case letters and digits", lab -> {
                    String name = lab.provider().name();
                    Check.that(name.matches("[a-z][a-z0-9]*"), "the name is '" + name + "'");
                    Check.that(lab.provider().probe(lab.settings()).available(), "a second probe says no");
                    try (TckBench bench = lab.open(2)) {
                        Check.equal(bench.transport(0).name(), name, "the name of the transport");
                    }
                }),
                TckRule.of(2, "a transport is DOWN before it joined, and UP afterwards", lab -> {
                    try (TckBench bench = lab.open(2)) {
                        Check.equal(bench.transport(0).state(), State.DOWN, "the state before join");
                        bench.join();
                        bench.until(() -> bench.transport(0).state() == State.UP, "the transport is UP");
                    }
                }),
                TckRule.of(3, "a card has at most 400 bytes, and one that makes no sense is refused", lab -> {
                    try (TckBench bench = lab.open(2)) {
                        Transport transport = bench.transport(0);
                        Check.that(transport.card().length <= 400, "a card of " + transport.card().length + " bytes");
                        List<byte[]> cards = List.of(transport.card(), new byte[] {1, 2, 3});
                        Check.refused(TransportException.class, "", () -> transport.join(new ArrayList<>(cards)));
                    }
                }),
                TckRule.of(4, "a PE is reached if and only if it gave a card", lab -> {
                    try (TckBench bench = lab.open(2)) {
                        List<byte @Nullable []> cards = new ArrayList<>();
                        cards.add(bench.transport(0).card());
                        cards.add(null);
                        bench.transport(0).join(cards);
                        Check.that(!bench.transport(0).reaches(1), "reaches a PE without a card");
                    }
                    try (TckBench bench = lab.joined(3)) {
                        Check.that(bench.transport(0).reaches(1), "does not reach PE 1");
                        Check.that(bench.transport(0).reaches(2), "does not reach PE 2");
                    }
                }),
                TckRule.of(5, "a connection is UP after both ends connected", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        TckBench.Pair pair = bench.connect(0, 1, 3);
                        Check.equal(pair.there().pe(), 1, "the peer");
                        Check.equal(pair.there().slot(), 3, "the slot");
                        Check.that(pair.there().cause() == null, "UP with a cause");
                        bench.works(pair);
                    }
                }),
                TckRule.of(6, "a PE that reaches itself can connect to itself", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        if (bench.transport(0).reaches(0)) {
                            bench.works(bench.connect(0, 0, 0));
                        }
                    }
                }),
                TckRule.of(7, "the host is told of each change of a connection", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        TckBench.Pair pair = bench.connect(0, 1, 0);
                        bench.until(() -> bench.host(0).wasTold(pair.there(), State.UP), "told of UP");
                        bench.until(() -> bench.host(1).wasTold(pair.back(), State.UP), "told of UP");
                        bench.close(0, pair.there());
                        bench.until(() -> bench.host(0).wasTold(pair.there(), State.DOWN), "told of DOWN");
                    }
                }),
                TckRule.of(8, "a slot in use is refused", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        bench.connect(0, 1, 0);
                        Check.refused(
                                IllegalArgumentException.class,
                                "",
                                () -> bench.transport(0).connect(1, 0));
                    }
                }),
                TckRule.of(9, "slots do not touch each other", lab -> {
                    try (TckBench bench = lab.joined(3)) {
                        TckBench.Pair closed = bench.connect(0, 1, 0);
                        TckBench.Pair samePeer = bench.connect(0, 1, 1);
                        TckBench.Pair sameSlot = bench.connect(0, 2, 0);
                        bench.close(closed);
                        bench.settle();
                        bench.works(samePeer);
                        bench.works(sameSlot);
                    }
                }),
                TckRule.of(10, "what is not advertised throws UnsupportedOperationException", TckStateRules::refuses),
                TckRule.of(11, "call-backs of one transport never overlap", TckStateRules::overlaps),
                TckRule.of(12, "a connection that its peer does not answer ends in ERROR, with a cause", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        Connection connection = bench.transport(0).connect(1, 0);
                        bench.settle();
                        bench.host(0).advanceClock(TimeUnit.DAYS.toNanos(1));
                        bench.until(() -> connection.state() == State.ERROR, "the connection fails");
                        Check.that(connection.cause() != null, "ERROR without a cause");
                        Check.refused(
                                IllegalArgumentException.class,
                                "",
                                () -> bench.transport(0).connect(1, 0));
                    }
                }),
                TckRule.of(13, "the capabilities are the same at each call", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        Check.equal(bench.transport(0).capabilities(), lab.capabilities(), "the capabilities");
                    }
                }),
                TckRule.of(14, "progress answers 0 when nothing happens", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        bench.works(bench.connect(0, 1, 0));
                        bench.settle();
                        bench.until(() -> bench.progress() == 0, "progress answers 0");
                    }
                }));
    }

    private static void refuses(TckLab lab) throws Exception {
        try (TckBench bench = lab.joined(2)) {
            Transport transport = bench.transport(0);
            Connection connection = bench.connect(0, 1, 0).there();
            TckOps ops = new TckOps(bench.host(0));
            MemorySegment buffer = TckHost.allocate(TckHost.HEADER_BYTES);
            if (!lab.has(Capability.LOAD_STORE)) {
                Check.refused(UnsupportedOperationException.class, "", transport::memory);
                Check.refused(UnsupportedOperationException.class, "", connection::memoryOffset);
            }
            if (!lab.has(Capability.RMA)) {
                Check.refused(UnsupportedOperationException.class, "", () -> connection.put(0, buffer, 0, 8, ops));
                Check.refused(UnsupportedOperationException.class, "", () -> connection.get(0, buffer, 0, 8, ops));
            }
            if (!lab.has(Capability.FRAMES)) {
                Check.refused(
                        UnsupportedOperationException.class, "", () -> connection.send(buffer, buffer, 0, 8, ops));
            }
            if (!lab.has(Capability.EVENTS)) {
                Check.refused(UnsupportedOperationException.class, "", transport::descriptor);
                Check.refused(UnsupportedOperationException.class, "", transport::arm);
            }
        }
    }

    private static void overlaps(TckLab lab) throws Exception {
        try (TckBench bench = lab.joined(2)) {
            bench.host(0).beSlow();
            bench.host(1).beSlow();
            bench.together(() -> open(bench, 0), () -> open(bench, 20));
            bench.settle();
        }
    }

    private static void open(TckBench bench, int first) {
        for (int slot = first; slot < first + 20; slot++) {
            Connection there = bench.transport(0).connect(1, slot);
            Connection back = bench.transport(1).connect(0, slot);
            bench.progress();
            if (slot % 2 == 0) {
                bench.close(0, there);
                bench.close(1, back);
            }
        }
    }
}
