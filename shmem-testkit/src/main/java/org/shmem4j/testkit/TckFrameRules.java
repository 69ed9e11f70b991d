package org.shmem4j.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.shmem4j.transport.Capability;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.PostStatus;

/** Frames. */
final class TckFrameRules {
    private static final int COUNT = 100;
    private static final int SIZE_MAX = 300_000;

    private TckFrameRules() {}

    static List<TckRule> all() {
        return List.of(
                rule(60, "frames arrive whole, in order and once", (bench, pair) -> {
                    sends(bench, pair, false, false);
                }),
                rule(61, "the header is copied before send returns", (bench, pair) -> {
                    sends(bench, pair, true, false);
                }),
                rule(62, "the payload may be overwritten after completion", (bench, pair) -> {
                    sends(bench, pair, false, true);
                }),
                rule(63, "a payload lies where the host wants it", (bench, pair) -> {
                    MemorySegment place = TckHost.allocate(SIZE_MAX);
                    bench.host(1).placeIn(() -> place);
                    sends(bench, pair, false, false);
                    int placed = 0;
                    List<TckHost.Asked> asked = bench.host(1).asked();
                    for (TckHost.Asked each : asked) {
                        placed += each.target() != null && each.bytes() > 0 ? 1 : 0;
                    }
                    Check.that(placed > 0, "the host was not asked where");
                    long seen = bench.host(1).frames().stream()
                            .filter(frame -> frame.placed() && frame.payload().byteSize() > 0)
                            .count();
                    Check.equal(seen, (long) placed, "frames in their place");
                }),
                rule(64, "a flush waits until frames were delivered to the host", (bench, pair) -> {
                    for (int i = 0; i < 50; i++) {
                        MemorySegment header = header(i, 1000, 0);
                        MemorySegment payload = TckBench.pattern(i, 1000);
                        TckOps ops = new TckOps(bench.host(0));
                        bench.post(pair.there(), ops, () -> pair.there().send(header, payload, 0, 1000, ops));
                        bench.run(0, pair.there(), pair.there()::flush);
                        Check.equal(bench.host(1).frames().size(), i + 1, "frames delivered when flushed");
                    }
                }),
                rule(65, "frames of each of two threads keep their order", (bench, pair) -> {
                    bench.together(() -> stream(bench, pair.there(), 0), () -> stream(bench, pair.there(), 1));
                    bench.until(() -> bench.host(1).frames().size() >= 2 * COUNT, "all frames arrive");
                    bench.settle();
                    long[] next = new long[2];
                    for (TckHost.Frame frame : bench.host(1).frames()) {
                        int thread = (int) frame.word(2);
                        Check.equal(frame.word(0), next[thread]++, "the next frame of thread " + thread);
                    }
                }),
                rule(66, "a call-back may send", (bench, pair) -> {
                    MemorySegment answer = header(1, 0, 0);
                    TckOps ops = new TckOps(bench.host(1));
                    bench.host(1).onFrame(_ -> ops.posted(pair.back().send(answer, answer, 0, 8, ops)));
                    bench.run(0, pair.there(), ops0 -> pair.there().send(answer, answer, 0, 8, ops0));
                    bench.until(() -> bench.host(0).frames().size() == 1, "the answer of a call-back arrives");
                }),
                rule(67, "a completion of a send is called once after PENDING and never after DONE", (bench, pair) -> {
                    TckOps ops = new TckOps(bench.host(0));
                    MemorySegment header = header(1, 0, 0);
                    for (int i = 0; i < COUNT; i++) {
                        long size = i * 100L;
                        MemorySegment payload = TckBench.pattern(i, size);
                        bench.post(pair.there(), ops, () -> pair.there().send(header, payload, 0, size, ops));
                        bench.post(pair.there(), ops, () -> pair.there().flush(ops));
                    }
                    bench.until(ops::finished, "all is completed");
                    bench.settle();
                    Check.equal(ops.completed(), ops.pending(), "completions");
                    Check.equal(ops.failed(), 0, "failures");
                }));
    }

    /** Tries one path. */
    @FunctionalInterface
    private interface OnPath {
        void check(TckBench bench, TckBench.Pair pair) throws Exception;
    }

    private static TckRule rule(int number, String text, OnPath body) {
        return TckRule.of(number, text, lab -> {
                    try (TckBench bench = lab.joined(2)) {
                        body.check(bench, bench.connect(0, 1, 0));
                    }
                })
                .needing(Capability.FRAMES);
    }

    private static MemorySegment header(long sequence, long size, long thread) {
        MemorySegment header = TckHost.allocate(TckHost.HEADER_BYTES);
        header.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, sequence);
        header.set(ValueLayout.JAVA_LONG_UNALIGNED, 8, size);
        header.set(ValueLayout.JAVA_LONG_UNALIGNED, 16, thread);
        header.set(ValueLayout.JAVA_LONG_UNALIGNED, 24, ~sequence);
        return header;
    }

    private static void sends(TckBench bench, TckBench.Pair pair, boolean spoilHeader, boolean spoilPayload) {
        Random random = new Random(7);
        MemorySegment used = TckHost.allocate(SIZE_MAX + 1);
        for (int i = 0; i < COUNT; i++) {
            long size = i == 0 ? 0 : i == 1 ? SIZE_MAX : random.nextLong(SIZE_MAX + 1);
            MemorySegment header = header(i, size, 0);
            MemorySegment payload = spoilPayload ? used.asSlice(0, size + 1) : TckHost.allocate(size + 1);
            TckBench.fill(payload.asSlice(1), i);
            TckOps ops = new TckOps(bench.host(0));
            bench.post(pair.there(), ops, () -> pair.there().send(header, payload, 1, size, ops));
            if (spoilHeader) {
                header.fill((byte) -1);
            }
            if (spoilPayload) {
                bench.until(ops::finished, "the send is completed");
                payload.fill((byte) -1);
            }
        }
        bench.until(() -> bench.host(1).frames().size() >= COUNT, "all frames arrive");
        bench.settle();
        Check.equal(bench.host(1).frames().size(), COUNT, "frames");
        random = new Random(7);
        for (int i = 0; i < COUNT; i++) {
            long size = i == 0 ? 0 : i == 1 ? SIZE_MAX : random.nextLong(SIZE_MAX + 1);
            TckHost.Frame frame = bench.host(1).frames().get(i);
            TckBench.same(frame.header(), header(i, size, 0), "the header of frame " + i);
            TckBench.same(frame.payload(), TckBench.pattern(i, size), "the payload of frame " + i);
        }
    }

    private static void stream(TckBench bench, Connection connection, int thread) {
        TckOps ops = new TckOps(bench.host(0));
        long start = System.nanoTime();
        for (int i = 0; i < COUNT; i++) {
            MemorySegment header = header(i, 100, thread);
            MemorySegment payload = TckBench.pattern(i, 100);
            while (ops.posted(connection.send(header, payload, 0, 100, ops)) == PostStatus.RETRY) {
                Check.that(System.nanoTime() - start < TckBench.PATIENCE_NS, "no room for a frame within 5 s");
                Thread.onSpinWait();
            }
        }
    }
}
