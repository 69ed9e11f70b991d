package org.shmem4j.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shmem4j.AtomicOp;
import org.shmem4j.Comparison;
import org.shmem4j.Context;
import org.shmem4j.RemoteAccess;
import org.shmem4j.Shmem;
import org.shmem4j.SignalOp;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/**
 * Random operations of all kinds against a sequential model, for as long as it is told. In a round every PE owns one
 * part of every PE's memory and works on it, so that each reply is known; all add to shared counters besides. Behind a
 * barrier each compares the whole of its own memory with what the model says that all wrote.
 *
 * <p>A program: its arguments are seconds and a seed; each PE of a job runs it with the same.
 */
public final class Soak {
    private static final int PART = 2048; // of the memory of each PE, by each PE
    private static final int OPERATIONS = 200;

    private final Shmem shmem;
    private final SymmetricHeap heap;
    private final SymmetricSegment memory;
    private final SymmetricSegment counters;
    private final SymmetricSegment signals;
    private final long seed;

    private Soak(Shmem shmem, long seed) {
        this.shmem = shmem;
        this.heap = shmem.heap();
        this.seed = seed;
        this.memory = heap.allocateZeroed((long) PART * shmem.peCount());
        this.counters = heap.allocateZeroed(16);
        this.signals = heap.allocateZeroed(8L * shmem.peCount());
    }

    /**
     * Runs as one PE of a job.
     *
     * @param args how many seconds, and a seed
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            run(shmem, Long.parseLong(args[0]), Long.parseLong(args[1]));
        } catch (AssertionError e) {
            e.printStackTrace();
            System.exit(1); // close() of a PE that gave up would wait for the others
        }
    }

    /**
     * Runs; collective.
     *
     * @param shmem this PE
     * @param seconds how long, at least one round
     * @param seed the same on all PEs
     * @throws AssertionError if memory or a reply differs from the model; the message has seed, round and operation
     */
    public static void run(Shmem shmem, long seconds, long seed) {
        Soak soak = new Soak(shmem, seed);
        SymmetricSegment goOn = shmem.heap().allocateZeroed(8);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long rounds = 0;
        try (Context first = shmem.createContext();
                Context second = shmem.createContext()) {
            RemoteAccess[] contexts = {shmem.heap(), first, second};
            do {
                soak.round(rounds++, contexts);
                if (shmem.pe() == 0 && System.nanoTime() - end >= 0) {
                    for (int pe = 0; pe < shmem.peCount(); pe++) {
                        shmem.heap().putLong(goOn, 0, 1, pe);
                    }
                }
                shmem.barrier();
            } while (shmem.heap().testLong(goOn, 0, Comparison.EQ, 0));
        }
        if (shmem.pe() == 0) {
            System.out.println("seed " + seed + ": " + rounds + " rounds, " + rounds * OPERATIONS * shmem.peCount()
                    + " operations of " + shmem.peCount() + " PEs");
        }
    }

    private void round(long round, RemoteAccess[] contexts) {
        int peCount = shmem.peCount();
        byte[][] own = new byte[peCount][]; // the model of this PE's part on each PE
        byte[][] mine = new byte[peCount][]; // the model of each PE's part on this PE
        for (int origin = 0; origin < peCount; origin++) {
            byte[][] parts = new byte[peCount][PART];
            new Plan(round, origin, parts, origin == shmem.pe() ? contexts : null).run();
            mine[origin] = parts[shmem.pe()];
            if (origin == shmem.pe()) {
                own = parts;
            }
        }
        for (int target = 0; target < peCount; target++) {
            byte[] seen = new byte[PART];
            heap.get(MemorySegment.ofArray(seen), 0, memory, (long) PART * shmem.pe(), PART, target);
            compare(seen, own[target], round, "what it reads back from PE " + target);
        }
        shmem.barrier();
        for (int origin = 0; origin < peCount; origin++) {
            byte[] seen = memory.local().asSlice((long) PART * origin, PART).toArray(ValueLayout.JAVA_BYTE);
            compare(seen, mine[origin], round, "what PE " + origin + " wrote");
        }
        long total = (round + 1) * OPERATIONS * peCount;
        long counted = 0;
        long xor = 0;
        for (int pe = 0; pe < peCount; pe++) {
            counted += heap.atomicFetchLong(counters, 0, pe);
            xor ^= heap.atomicFetchLong(counters, 8, pe);
        }
        expect(counted, total, round, "the sum of all counters");
        expect(xor, 0, round, "the parity of all flips");
        for (int pe = 0; pe < peCount; pe++) {
            expect(heap.signalFetch(signals, 8L * pe), round + 1, round, "the signal of PE " + pe);
        }
        shmem.barrier();
        memory.local().fill((byte) 0);
        shmem.barrier();
    }

    private void compare(byte[] seen, byte[] model, long round, String what) {
        int at = Arrays.mismatch(seen, model);
        if (at >= 0) {
            throw failure(round, what + ": byte " + at + " is " + seen[at] + ", the model has " + model[at]);
        }
    }

    private void expect(long seen, long expected, long round, String what) {
        if (seen != expected) {
            throw failure(round, what + ": saw " + seen + ", the model has " + expected);
        }
    }

    private AssertionError failure(long round, String what) {
        String message =
                "seed " + seed + ", round " + round + ", PE " + shmem.pe() + " of " + shmem.peCount() + ": " + what;
        AssertionError error = new AssertionError(message);
        try {
            shmem.globalExit(1, message);
        } catch (RuntimeException ended) {
            error.addSuppressed(ended);
        }
        return error;
    }

    /** What one origin does in a round; every PE draws the same numbers for it, and only the origin itself acts. */
    private final class Plan {
        private final long round;
        private final int origin;
        private final byte[][] parts;
        private final RemoteAccess[] contexts;
        private final boolean acts;
        private final Random random;
        private RemoteAccess access;
        private int current;

        Plan(long round, int origin, byte[][] parts, RemoteAccess @Nullable [] contexts) {
            this.round = round;
            this.origin = origin;
            this.parts = parts;
            this.acts = contexts != null;
            this.contexts = contexts == null ? new RemoteAccess[] {heap} : contexts;
            this.access = heap;
            this.random = new Random(seed * 31 + round * 1_000_003 + origin);
        }

        void run() {
            for (int i = 0; i < OPERATIONS; i++) {
                int context = random.nextInt(3);
                int target = random.nextInt(parts.length);
                int kind = random.nextInt(10);
                if (acts) {
                    if (context != current) {
                        access.quiet(); // another context knows nothing of what was done on this one
                        current = context;
                        access = contexts[context];
                    }
                    access.atomicIncLong(counters, 0, target);
                    access.atomicXorLong(counters, 8, 1L << kind, target);
                    access.atomicXorLong(counters, 8, 1L << kind, (target + i) % parts.length);
                }
                operation(kind, target);
                if (acts) {
                    access.fence();
                }
            }
            for (int pe = 0; pe < parts.length; pe++) {
                if (acts) {
                    heap.signalAdd(signals, 8L * origin, 1, pe);
                }
            }
            if (acts) {
                access.quiet();
                heap.quiet();
            }
        }

        private void operation(int kind, int target) {
            switch (kind) {
                case 0, 1 -> put(target, kind == 1);
                case 2 -> strided(target);
                case 3 -> element(target);
                case 4, 5 -> atomicLong(target);
                case 6 -> atomicInt(target);
                case 7 -> putSignal(target);
                case 8 -> get(target);
                default -> nonBlockingAtomic(target);
            }
        }

        private long base() {
            return (long) PART * origin;
        }

        private ByteBuffer model(int target) {
            return ByteBuffer.wrap(parts[target]).order(ByteOrder.nativeOrder());
        }

        private byte[] bytes(int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }

        private void put(int target, boolean nonBlocking) {
            int length = random.nextInt(random.nextBoolean() ? 20 : PART);
            int at = random.nextInt(PART - length);
            byte[] source = bytes(length);
            System.arraycopy(source, 0, parts[target], at, length);
            if (acts && nonBlocking) {
                access.putNbi(memory, base() + at, MemorySegment.ofArray(source), 0, length, target);
                access.quiet(); // the source is garbage from here on
            } else if (acts) {
                access.put(memory, base() + at, MemorySegment.ofArray(source), 0, length, target);
            }
        }

        private void strided(int target) {
            int block = 1 + random.nextInt(16);
            int stride = block + random.nextInt(16);
            int count = random.nextInt(20);
            int at = random.nextInt(PART - 20 * 32);
            byte[] source = bytes(count * block);
            for (int i = 0; i < count; i++) {
                System.arraycopy(source, i * block, parts[target], at + i * stride, block);
            }
            if (acts) {
                access.putStrided(
                        memory, base() + at, stride, MemorySegment.ofArray(source), 0, block, block, count, target);
            }
        }

        private void element(int target) {
            int at = 8 * random.nextInt(PART / 8);
            long value = random.nextLong();
            int width = random.nextInt(4);
            switch (width) {
                case 0 -> model(target).put(at, (byte) value);
                case 1 -> model(target).putShort(at, (short) value);
                case 2 -> model(target).putInt(at, (int) value);
                default -> model(target).putLong(at, value);
            }
            if (acts) {
                switch (width) {
                    case 0 -> access.putByte(memory, base() + at, (byte) value, target);
                    case 1 -> access.putShort(memory, base() + at, (short) value, target);
                    case 2 -> access.putInt(memory, base() + at, (int) value, target);
                    default -> access.putLong(memory, base() + at, value, target);
                }
            }
        }

        private void atomicLong(int target) {
            int at = 8 * random.nextInt(PART / 8);
            long old = model(target).getLong(at);
            long value = random.nextLong();
            boolean matches = random.nextBoolean();
            int op = random.nextInt(6);
            long next = switch (op) {
                case 0 -> value;
                case 1 -> matches ? value : old;
                case 2 -> old + value;
                case 3 -> old & value;
                case 4 -> old | value;
                default -> old ^ value;
            };
            model(target).putLong(at, next);
            if (acts) {
                access.quiet();
                long place = base() + at;
                long reply = switch (op) {
                    case 0 -> access.atomicSwapLong(memory, place, value, target);
                    case 1 -> access.atomicCompareSwapLong(memory, place, matches ? old : ~old, value, target);
                    case 2 -> access.atomicFetchAddLong(memory, place, value, target);
                    case 3 -> access.atomicFetchAndLong(memory, place, value, target);
                    case 4 -> access.atomicFetchOrLong(memory, place, value, target);
                    default -> access.atomicFetchXorLong(memory, place, value, target);
                };
                expect(reply, old, round, "the reply of atomic operation " + op + " at " + at + " of PE " + target);
                expect(access.atomicFetchLong(memory, place, target), next, round, "the value after it");
            }
        }

        private void atomicInt(int target) {
            int at = 4 * random.nextInt(PART / 4);
            int old = model(target).getInt(at);
            int value = random.nextInt();
            int op = random.nextInt(5);
            int next = switch (op) {
                case 0 -> value;
                case 1 -> old + value;
                case 2 -> old & value;
                case 3 -> old | value;
                default -> old ^ value;
            };
            model(target).putInt(at, next);
            if (acts) {
                long place = base() + at;
                switch (op) {
                    case 0 -> access.atomicSetInt(memory, place, value, target);
                    case 1 -> access.atomicAddInt(memory, place, value, target);
                    case 2 -> access.atomicAndInt(memory, place, value, target);
                    case 3 -> access.atomicOrInt(memory, place, value, target);
                    default -> access.atomicXorInt(memory, place, value, target);
                }
            }
        }

        private void putSignal(int target) {
            int length = random.nextInt(300);
            int at = 8 + random.nextInt(PART - 8 - length);
            long value = random.nextLong();
            boolean adds = random.nextBoolean();
            byte[] source = bytes(length);
            System.arraycopy(source, 0, parts[target], at, length);
            model(target).putLong(0, adds ? model(target).getLong(0) + value : value);
            if (acts) {
                access.putSignal(
                        memory,
                        base() + at,
                        MemorySegment.ofArray(source),
                        0,
                        length,
                        memory,
                        base(),
                        adds ? SignalOp.ADD : SignalOp.SET,
                        value,
                        target);
            }
        }

        private void get(int target) {
            int length = random.nextInt(PART);
            int at = random.nextInt(PART - length);
            if (acts) {
                access.quiet();
                byte[] seen = new byte[length];
                access.getNbi(MemorySegment.ofArray(seen), 0, memory, base() + at, length, target);
                access.quiet();
                byte[] model = Arrays.copyOfRange(parts[target], at, at + length);
                compare(seen, model, round, "a get from " + at + " of PE " + target);
            }
        }

        private void nonBlockingAtomic(int target) {
            int at = 8 * random.nextInt(PART / 8);
            long old = model(target).getLong(at);
            long value = random.nextLong();
            model(target).putLong(at, old + value);
            if (acts) {
                access.quiet();
                MemorySegment result = MemorySegment.ofArray(new long[1]);
                access.atomicLongNbi(result, 0, AtomicOp.ADD, memory, base() + at, value, target);
                access.quiet();
                expect(result.get(ValueLayout.JAVA_LONG, 0), old, round, "the result of a non-blocking fetch-add");
            }
        }
    }
}
