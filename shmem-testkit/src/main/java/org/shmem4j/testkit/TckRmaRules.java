package org.shmem4j.testkit;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;

/** Puts, gets, and mapped memory. */
final class TckRmaRules {
    private static final long END = TckBench.REGION_BYTES;
    private static final long ALIGNMENT = 2 << 20;
    private static final long[] SIZES = {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 4095, 4096, 4097, 65_537, 1 << 20, END};

    private TckRmaRules() {}

    static List<TckRule> all() {
        return List.of(
                TckRule.of(40, "a put and a get move what they should, of every size, up to the ends", lab -> {
                            try (TckBench bench = lab.joined(2)) {
                                Connection connection = bench.connect(0, 1, 0).there();
                                for (long size : SIZES) {
                                    moves(bench, connection, 0, size);
                                    moves(bench, connection, END - size, size);
                                }
                            }
                        })
                        .needing(Capability.RMA),
                TckRule.of(41, "a flush makes puts visible to others", lab -> {
                            try (TckBench bench = lab.joined(3)) {
                                Connection from0 = bench.connect(0, 1, 0).there();
                                Connection from2 = bench.connect(2, 1, 0).there();
                                for (int i = 0; i < 50; i++) {
                                    MemorySegment source = TckBench.pattern(i, 10_000);
                                    MemorySegment seen = TckHost.allocate(10_000);
                                    bench.run(0, from0, ops -> from0.put(128, source, 0, 10_000, ops));
                                    bench.run(0, from0, from0::flush);
                                    bench.run(2, from2, ops -> from2.get(128, seen, 0, 10_000, ops));
                                    TckBench.same(seen, source, "what another PE gets after a flush");
                                }
                            }
                        })
                        .needing(Capability.RMA),
                TckRule.of(42, "a completion is called once after PENDING and never after DONE", lab -> {
                            try (TckBench bench = lab.joined(2)) {
                                Connection connection = bench.connect(0, 1, 0).there();
                                MemorySegment buffer = TckBench.pattern(1, 4096);
                                TckOps ops = new TckOps(bench.host(0));
                                Random random = new Random(1);
                                for (int i = 0; i < 500; i++) {
                                    long size = random.nextLong(4097);
                                    bench.post(connection, ops, () -> connection.put(0, buffer, 0, size, ops));
                                    bench.post(connection, ops, () -> connection.flush(ops));
                                    MemorySegment got = TckHost.allocate(size);
                                    bench.post(connection, ops, () -> connection.get(0, got, 0, size, ops));
                                }
                                bench.until(ops::finished, "all is completed");
                                bench.settle();
                                Check.equal(ops.completed(), ops.pending(), "completions");
                                Check.equal(ops.failed(), 0, "failures");
                            }
                        })
                        .needing(Capability.RMA),
                TckRule.of(43, "what was put is in the peer's memory, at the connection's offset", lab -> {
                            try (TckBench bench = lab.joined(2)) {
                                Connection connection = bench.connect(0, 1, 0).there();
                                Connection own = bench.connect(1, 1, 1).there();
                                MemorySegment source = TckBench.pattern(5, 5000);
                                bench.run(0, connection, ops -> connection.put(4096, source, 0, 5000, ops));
                                bench.run(0, connection, connection::flush);
                                TckBench.same(at(bench, 0, connection), source, "the memory as PE 0 maps it");
                                TckBench.same(at(bench, 1, own), source, "the memory as PE 1 maps it");
                            }
                        })
                        .needing(Capability.LOAD_STORE, Capability.RMA),
                TckRule.of(44, "regions begin at multiples of 2 MiB", lab -> {
                            try (TckBench bench = lab.joined(3)) {
                                for (int pe = 0; pe < 3; pe++) {
                                    Connection connection =
                                            bench.connect(0, pe, 0).there();
                                    long address = bench.transport(0).memory().address() + connection.memoryOffset();
                                    Check.equal(address % ALIGNMENT, 0L, "what is over at PE " + pe);
                                }
                            }
                        })
                        .needing(Capability.LOAD_STORE),
                TckRule.of(45, "without a path there is no offset, and after close no memory", lab -> {
                            try (TckBench bench = lab.joined(2)) {
                                Connection connection = bench.connect(0, 1, 0).there();
                                bench.close(0, connection);
                                Check.equal(connection.memoryOffset(), -1L, "the offset after close");
                                MemorySegment memory = bench.transport(0).memory();
                                Transport transport = bench.transport(0);
                                bench.closeTransport(0);
                                Check.equal(transport.state(), State.DOWN, "the state after close");
                                Check.refused(
                                        IllegalStateException.class,
                                        "",
                                        () -> memory.asByteBuffer().get(0));
                            }
                        })
                        .needing(Capability.LOAD_STORE),
                TckRule.of(46, "a put and a get are never PENDING, and take memory of the heap", lab -> {
                            try (TckBench bench = lab.joined(2)) {
                                Connection connection = bench.connect(0, 1, 0).there();
                                MemorySegment heap = MemorySegment.ofArray(new byte[100]);
                                TckOps ops = new TckOps(bench.host(0));
                                Check.equal(connection.put(0, heap, 0, 100, ops), PostStatus.DONE, "put");
                                Check.equal(connection.get(0, heap, 0, 100, ops), PostStatus.DONE, "get");
                            }
                        })
                        .needing(Capability.LOAD_STORE, Capability.RMA),
                TckRule.of(47, "the end of the peer stays UP when this one is closed", lab -> {
                            try (TckBench bench = lab.joined(2)) {
                                TckBench.Pair pair = bench.connect(0, 1, 0);
                                bench.close(0, pair.there());
                                bench.settle();
                                Check.equal(pair.back().state(), State.UP, "the state of the peer's end");
                            }
                        })
                        .needing(Capability.LOAD_STORE));
    }

    private static MemorySegment at(TckBench bench, int pe, Connection connection) {
        return bench.transport(pe).memory().asSlice(connection.memoryOffset() + 4096, 5000);
    }

    private static void moves(TckBench bench, Connection connection, long offset, long size) {
        MemorySegment blank = TckHost.allocate(END);
        bench.run(0, connection, ops -> connection.put(0, blank, 0, END, ops));
        bench.run(0, connection, connection::flush);
        MemorySegment source = TckBench.pattern(size + offset, size + 3);
        bench.run(0, connection, ops -> connection.put(offset, source, 3, size, ops));
        bench.run(0, connection, connection::flush);
        MemorySegment.copy(source, 3, blank, offset, size);
        MemorySegment seen = TckHost.allocate(END);
        bench.run(0, connection, ops -> connection.get(0, seen, 0, END, ops));
        TckBench.same(seen, blank, "the region after a put of " + size + " bytes at " + offset);
        MemorySegment part = TckHost.allocate(size + 10);
        bench.run(0, connection, ops -> connection.get(offset, part, 5, size, ops));
        MemorySegment expected = TckHost.allocate(size + 10);
        MemorySegment.copy(source, 3, expected, 5, size);
        TckBench.same(part, expected, "the destination of a get of " + size + " bytes at " + offset);
    }
}
