package org.shmem4j.testkit;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.PostStatus;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;

/** Closing, and what comes after it. */
final class TckCloseRules {
    private static final int MANY = 64;
    private static final long LARGE = 100_000;

    private TckCloseRules() {}

    static List<TckRule> all() {
        return List.of(
                TckRule.of(20, "a closed connection is DOWN, and closing it twice does nothing", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        Connection connection = bench.connect(0, 1, 0).there();
                        bench.close(0, connection);
                        Check.equal(connection.state(), State.DOWN, "the state after close");
                        bench.settle();
                        int told = bench.host(0).changes().size();
                        connection.close();
                        bench.settle();
                        Check.equal(connection.state(), State.DOWN, "the state after a second close");
                        Check.equal(bench.host(0).changes().size(), told, "changes told by a second close");
                    }
                }),
                TckRule.of(21, "operations on a closed connection answer RETRY", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        Connection connection = bench.connect(0, 1, 0).there();
                        bench.close(0, connection);
                        retries(lab, bench, connection);
                        Connection other = bench.connect(0, 1, 1).there();
                        Transport transport = bench.transport(0);
                        bench.closeTransport(0);
                        Check.equal(transport.state(), State.DOWN, "the state of a closed transport");
                        Check.equal(other.state(), State.DOWN, "the state of a connection of a closed transport");
                        retries(lab, bench, other);
                    }
                }),
                TckRule.of(22, "what is pending is completed once, with a failure, before close returns", lab -> {
                            try (TckBench bench = lab.joined(2)) {
                                Connection connection = bench.connect(0, 1, 0).there();
                                bench.settle();
                                TckOps ops = new TckOps(bench.host(0));
                                post(lab, connection, ops);
                                ops.posted(connection.flush(ops));
                                int pending = ops.pending();
                                bench.close(0, connection);
                                Check.equal(ops.completed(), pending, "completions when close returned");
                                Check.equal(ops.failed(), pending, "completions with a failure");
                                bench.settle();
                                Check.equal(ops.completed(), pending, "completions some time after close");
                            }
                        })
                        .notWith(Capability.LOAD_STORE),
                TckRule.of(23, "the end of the peer becomes ERROR, with a cause", lab -> {
                            try (TckBench bench = lab.joined(2)) {
                                TckBench.Pair pair = bench.connect(0, 1, 0);
                                bench.close(0, pair.there());
                                bench.until(() -> pair.back().state() == State.ERROR, "the peer's end is ERROR");
                                Check.that(pair.back().cause() != null, "ERROR without a cause");
                                bench.until(() -> bench.host(1).wasTold(pair.back(), State.ERROR), "told of ERROR");
                            }
                        })
                        .notWith(Capability.LOAD_STORE),
                TckRule.of(24, "nothing is delivered after close returned, at either end", lab -> {
                            for (int closing = 0; closing < 2; closing++) {
                                try (TckBench bench = lab.joined(2)) {
                                    TckBench.Pair pair = bench.connect(0, 1, 0);
                                    post(lab, pair.there(), new TckOps(bench.host(0)));
                                    bench.close(closing, closing == 0 ? pair.there() : pair.back());
                                    int delivered = bench.host(1).frames().size();
                                    bench.settle();
                                    Check.equal(bench.host(1).frames().size(), delivered, "frames delivered");
                                }
                            }
                        })
                        .needing(Capability.FRAMES),
                TckRule.of(25, "after both ends were closed they can connect again", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        for (int time = 0; time < 3; time++) {
                            TckBench.Pair pair = bench.connect(0, 1, 0);
                            bench.works(pair);
                            bench.close(pair);
                        }
                    }
                }),
                TckRule.of(26, "a range can be released and registered again while connected", lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        TckBench.Pair pair = bench.connect(0, 1, 0);
                        bench.works(pair);
                        bench.transport(1).release(0, TckBench.REGION_BYTES / 2);
                        bench.transport(1).register(0, TckBench.REGION_BYTES / 2);
                        bench.works(pair);
                    }
                }));
    }

    private static void post(TckLab lab, Connection connection, TckOps ops) {
        MemorySegment header = TckBench.pattern(1, TckHost.HEADER_BYTES);
        MemorySegment payload = TckBench.pattern(2, LARGE);
        PostStatus answer = PostStatus.DONE;
        for (int i = 0; i < MANY && answer != PostStatus.RETRY; i++) {
            answer = ops.posted(
                    lab.has(Capability.FRAMES)
                            ? connection.send(header, payload, 0, LARGE, ops)
                            : connection.put(0, payload, 0, LARGE, ops));
        }
    }

    private static void retries(TckLab lab, TckBench bench, Connection connection) {
        TckOps ops = new TckOps(bench.host(0));
        MemorySegment buffer = TckHost.allocate(TckHost.HEADER_BYTES);
        if (lab.has(Capability.RMA)) {
            Check.equal(connection.put(0, buffer, 0, 8, ops), PostStatus.RETRY, "put");
            Check.equal(connection.get(0, buffer, 0, 8, ops), PostStatus.RETRY, "get");
        }
        if (lab.has(Capability.FRAMES)) {
            Check.equal(connection.send(buffer, buffer, 0, 8, ops), PostStatus.RETRY, "send");
        }
        Check.equal(connection.fence(ops), PostStatus.RETRY, "fence");
        Check.equal(connection.flush(ops), PostStatus.RETRY, "flush");
    }
}
