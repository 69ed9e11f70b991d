package org.shmem4j.testkit;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.shmem4j.AllocationHint;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** Puts, gets, single elements, strides, and what is refused. */
final class RmaRules {
    private static final long[] SIZES = {
        0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 63, 64, 65, 255, 4096, 65_535, (1 << 20) + 3
    };
    private static final long GUARD = 64;
    private static final long SEED = 20_240_711;

    private RmaRules() {}

    static List<Rule> all() {
        return List.of(
                new Rule("RMA-1", "a put writes its bytes and no others", RmaRules::puts),
                new Rule("RMA-2", "a get reads every PE", RmaRules::gets),
                new Rule("RMA-3", "local buffers may lie anywhere", RmaRules::buffers),
                new Rule("RMA-4", "single elements keep every bit", RmaRules::elements),
                new Rule("RMA-5", "non-blocking operations are complete after quiet", RmaRules::nonBlocking),
                new Rule("RMA-6", "strided copies equal a loop over elements", RmaRules::strided),
                new Rule("RMA-7", "bad arguments are refused, and nothing is written", RmaRules::refused),
                new Rule("MEM-1", "hints change no result, and use is counted", RmaRules::hints),
                new Rule("MEM-2", "a pointer is the memory of the PE that it names", RmaRules::pointers));
    }

    private static byte pattern(int pe, long at) {
        return (byte) (pe * 31L + at * 7 + 1);
    }

    private static MemorySegment patterned(Arena arena, int pe, long length) {
        MemorySegment buffer = arena.allocate(Math.max(1, length), 1).asSlice(0, length);
        for (long i = 0; i < length; i++) {
            buffer.set(JAVA_BYTE, i, pattern(pe, i));
        }
        return buffer;
    }

    private static void puts(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        int right = (shmem.pe() + 1) % shmem.peCount();
        int left = (shmem.pe() + shmem.peCount() - 1) % shmem.peCount();
        for (long size : SIZES) {
            SymmetricSegment segment = heap.allocateZeroed(size + 2 * GUARD);
            try (Arena arena = Arena.ofConfined()) {
                for (int shift : new int[] {0, 1, 5}) {
                    heap.put(segment, GUARD + shift, patterned(arena, shmem.pe(), size), 0, size, right);
                    shmem.barrier();
                    MemorySegment local = segment.local();
                    for (long i = 0; i < local.byteSize(); i++) {
                        long at = i - GUARD - shift;
                        byte expected = at >= 0 && at < size ? pattern(left, at) : 0;
                        Check.equal(
                                local.get(JAVA_BYTE, i), expected, size + " bytes, shifted by " + shift + ", at " + at);
                    }
                    shmem.barrier();
                    local.fill((byte) 0);
                    shmem.barrier();
                }
            }
            heap.free(segment);
        }
    }

    private static void gets(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        for (long size : SIZES) {
            SymmetricSegment segment = heap.allocate(size + 1);
            for (long i = 0; i < size; i++) {
                segment.local().set(JAVA_BYTE, i, pattern(shmem.pe(), i));
            }
            shmem.barrier();
            try (Arena arena = Arena.ofConfined()) {
                for (int pe = 0; pe < shmem.peCount(); pe++) {
                    MemorySegment buffer = arena.allocate(size + 1);
                    heap.get(buffer, 0, segment, 0, size, pe);
                    long differs = buffer.asSlice(0, size).mismatch(patterned(arena, pe, size));
                    Check.equal(differs, -1L, "the first wrong byte of " + size + " from PE " + pe);
                }
            }
            shmem.barrier();
            heap.free(segment);
        }
    }

    private static void buffers(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment segment = heap.allocate(1024);
        int right = (shmem.pe() + 1) % shmem.peCount();
        List<MemorySegment> sources = List.of(
                MemorySegment.ofArray(new byte[1000]),
                MemorySegment.ofArray(new short[500]),
                MemorySegment.ofArray(new int[250]),
                MemorySegment.ofArray(new long[125]),
                MemorySegment.ofArray(new float[250]),
                MemorySegment.ofArray(new double[125]),
                Arena.ofAuto().allocate(1000));
        for (MemorySegment source : sources) {
            for (long i = 0; i < 1000; i++) {
                source.set(JAVA_BYTE, i, (byte) (i * 13 + shmem.pe()));
            }
            heap.put(segment, 3, source.asReadOnly(), 1, 997, right);
            heap.quiet();
            MemorySegment back = MemorySegment.ofArray(new byte[997]);
            heap.get(back, 0, segment, 3, 997, right);
            Check.equal(back.mismatch(source.asSlice(1, 997)), -1L, "the first byte that differs, from " + source);
            shmem.barrier();
        }
        heap.free(segment);
    }

    private static void elements(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment segment = heap.allocateZeroed(256);
        int right = (shmem.pe() + 1) % shmem.peCount();
        long me = shmem.pe();
        float oddFloat = Float.intBitsToFloat(0x7fc0_1234);
        double oddDouble = Double.longBitsToDouble(0x7ff8_0000_1234_5678L);
        heap.putByte(segment, 1, (byte) (0x80 + me), right);
        heap.putShort(segment, 2, (short) (0x8000 + me), right);
        heap.putInt(segment, 4, (int) (0x8000_0000L + me), right);
        heap.putLong(segment, 8, Long.MIN_VALUE + me, right);
        heap.putFloat(segment, 16, oddFloat, right);
        heap.putDouble(segment, 24, oddDouble, right);
        heap.putDouble(segment, 32, -0.0, right);
        shmem.barrier();
        for (int pe = 0; pe < shmem.peCount(); pe++) {
            int left = (pe + shmem.peCount() - 1) % shmem.peCount();
            Check.equal(heap.getByte(segment, 1, pe), (byte) (0x80 + left), "byte of PE " + pe);
            Check.equal(heap.getShort(segment, 2, pe), (short) (0x8000 + left), "short of PE " + pe);
            Check.equal(heap.getInt(segment, 4, pe), (int) (0x8000_0000L + left), "int of PE " + pe);
            Check.equal(heap.getLong(segment, 8, pe), Long.MIN_VALUE + left, "long of PE " + pe);
            Check.equal(Float.floatToRawIntBits(heap.getFloat(segment, 16, pe)), 0x7fc0_1234, "float of PE " + pe);
            Check.equal(
                    Double.doubleToRawLongBits(heap.getDouble(segment, 24, pe)),
                    0x7ff8_0000_1234_5678L,
                    "double of PE " + pe);
            Check.equal(heap.getDouble(segment, 32, pe), -0.0, "negative zero of PE " + pe);
            Check.equal(heap.getByte(segment, 0, pe), (byte) 0, "the byte before");
            Check.equal(heap.getInt(segment, 20, pe), 0, "the bytes behind");
        }
        heap.free(segment);
    }

    private static void nonBlocking(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        int peCount = shmem.peCount();
        SymmetricSegment words = heap.allocateZeroed(8L * peCount);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mine = arena.allocate(8L * peCount);
            for (int pe = 0; pe < peCount; pe++) {
                mine.setAtIndex(JAVA_LONG, pe, 1000L * shmem.pe() + pe);
                heap.putNbi(words, 8L * shmem.pe(), mine, 8L * pe, 8, pe);
            }
            heap.quiet();
            shmem.sync(); // not a barrier: quiet alone has to complete the puts
            MemorySegment theirs = arena.allocate(8L * peCount * peCount);
            for (int pe = 0; pe < peCount; pe++) {
                heap.getNbi(theirs, 8L * peCount * pe, words, 0, 8L * peCount, pe);
            }
            heap.quiet();
            for (int pe = 0; pe < peCount; pe++) {
                for (int from = 0; from < peCount; from++) {
                    Check.equal(
                            theirs.getAtIndex(JAVA_LONG, (long) pe * peCount + from),
                            1000L * from + pe,
                            "what PE " + from + " put to PE " + pe);
                }
            }
        }
        heap.free(words);
    }

    private static void strided(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        int right = (shmem.pe() + 1) % shmem.peCount();
        SymmetricSegment segment = heap.allocate(4096);
        Random random = new Random(SEED); // the same on all PEs
        for (int round = 0; round < 200; round++) {
            int block = new int[] {1, 2, 4, 8, 3, 16, 24}[random.nextInt(7)];
            int there = block + block * random.nextInt(3);
            int here = block + block * random.nextInt(3);
            int count = random.nextInt(40);
            long at = 8L * random.nextInt(4);
            segment.local().fill((byte) 0);
            shmem.barrier();
            byte[] source = new byte[4096];
            new Random(SEED + round + shmem.pe()).nextBytes(source);
            heap.putStrided(segment, at, there, MemorySegment.ofArray(source), 5, here, block, count, right);
            heap.quiet();
            byte[] model = new byte[4096];
            for (int i = 0; i < count; i++) {
                System.arraycopy(source, 5 + i * here, model, (int) at + i * there, block);
            }
            byte[] seen = new byte[4096];
            heap.get(MemorySegment.ofArray(seen), segment, right);
            String what = count + " blocks of " + block + ", strides " + here + " and " + there + ", first wrong byte";
            Check.equal(java.util.Arrays.mismatch(seen, model), -1, "put of " + what);
            byte[] back = new byte[4096];
            heap.getStrided(MemorySegment.ofArray(back), 5, here, segment, at, there, block, count, right);
            for (int i = 0; i < count; i++) {
                for (int j = 5 + i * here; j < 5 + i * here + block; j++) {
                    Check.equal(back[j], source[j], "get of " + what + " " + j);
                    back[j] = 0;
                }
            }
            Check.equal(java.util.Arrays.mismatch(back, new byte[4096]), -1, "get beside " + what);
            shmem.barrier();
        }
        heap.free(segment);
    }

    private static void refused(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment segment = heap.allocateZeroed(64);
        int right = (shmem.pe() + 1) % shmem.peCount();
        MemorySegment buffer =
                MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
        Class<IndexOutOfBoundsException> range = IndexOutOfBoundsException.class;
        Class<IllegalArgumentException> argument = IllegalArgumentException.class;
        Check.refused(range, "no PE -1", () -> heap.put(segment, buffer, -1));
        Check.refused(range, "no PE " + shmem.peCount(), () -> heap.put(segment, buffer, shmem.peCount()));
        Check.refused(range, "offset 56", () -> heap.put(segment, 56, buffer, 0, 16, right));
        Check.refused(range, "offset -8", () -> heap.put(segment, -8, buffer, 0, 16, right));
        Check.refused(range, "length -1", () -> heap.put(segment, 0, buffer, 0, -1, right));
        Check.refused(range, "" + Long.MAX_VALUE, () -> heap.put(segment, 8, buffer, 0, Long.MAX_VALUE, right));
        Check.refused(range, "source", () -> heap.put(segment, 0, buffer, 8, 16, right));
        Check.refused(range, "destination", () -> heap.get(buffer, 8, segment, 0, 16, right));
        Check.refused(argument, "read-only", () -> heap.get(buffer.asReadOnly(), 0, segment, 0, 16, right));
        Check.refused(argument, "aligned", () -> heap.putInt(segment, 2, -1, right));
        Check.refused(argument, "aligned", () -> heap.putLong(segment, 4, -1, right));
        Check.refused(argument, "stride 4", () -> heap.putStrided(segment, 0, 4, buffer, 0, 8, 8, 2, right));
        Check.refused(argument, "stride 7", () -> heap.putStrided(segment, 0, 8, buffer, 0, 7, 8, 2, right));
        Check.refused(argument, "blocks of 0", () -> heap.putStrided(segment, 0, 8, buffer, 0, 8, 0, 2, right));
        Check.refused(argument, "-1 blocks", () -> heap.putStrided(segment, 0, 8, buffer, 0, 8, 8, -1, right));
        Check.refused(range, "source", () -> heap.putStrided(segment, 0, 8, buffer, 0, 16, 8, 2, right));
        Check.refused(range, "64 bytes", () -> heap.putStrided(segment, 0, 64, buffer, 0, 8, 8, 2, right));
        Check.refused(
                range, "64 bytes", () -> heap.putStrided(segment, 0, Long.MAX_VALUE / 2, buffer, 0, 8, 8, 5, right));
        MemorySegment gone;
        try (Arena closed = Arena.ofConfined()) {
            gone = closed.allocate(16);
        }
        Check.refused(IllegalStateException.class, "closed", () -> heap.put(segment, gone, right));
        Check.refused(
                IllegalStateException.class, "closed", () -> heap.putStrided(segment, 0, 8, gone, 0, 8, 8, 2, right));
        shmem.barrier();
        Check.equal(segment.local().mismatch(MemorySegment.ofArray(new byte[64])), -1L, "the first byte written");
        shmem.barrier();
        heap.free(segment);
    }

    private static void hints(Shmem shmem) {
        SymmetricHeap heap = shmem.heap();
        long before = heap.usedBytes();
        SymmetricSegment segment =
                heap.allocate(4096, Set.of(AllocationHint.ATOMICS_REMOTE, AllocationHint.SIGNAL_REMOTE));
        Check.that(heap.usedBytes() >= before + 4096, "used before " + before + ", after " + heap.usedBytes());
        Check.that(heap.usedBytes() <= heap.byteSize(), "more used than there is");
        heap.putLong(segment, 4088, 5, shmem.pe());
        heap.quiet();
        Check.equal(heap.getLong(segment, 4088, shmem.pe()), 5L, "the last word");
        heap.free(segment);
        Check.equal(heap.usedBytes(), before, "used after free");
    }

    private static void pointers(Shmem shmem) throws Exception {
        SymmetricHeap heap = shmem.heap();
        SymmetricSegment segment = heap.allocateZeroed(64);
        heap.putLong(segment, 8, 100 + shmem.pe(), shmem.pe());
        shmem.barrier();
        for (int pe = 0; pe < shmem.peCount(); pe++) {
            Check.that(heap.isAccessible(segment, pe), "PE " + pe + " is not accessible");
            long expected = 100L + pe;
            heap.pointer(segment, pe).ifPresent(memory -> {
                Check.equal(memory.byteSize(), 64L, "the pointer's length");
                Check.equal(memory.get(JAVA_LONG, 8), expected, "by the pointer");
            });
        }
        Check.that(heap.pointer(segment, shmem.pe()).isPresent(), "the own memory has no pointer");
        Check.that(!heap.isAccessible(segment, -1), "PE -1 is accessible");
        Check.that(!heap.isAccessible(segment, shmem.peCount()), "a PE too many is accessible");
        Check.refused(IndexOutOfBoundsException.class, "no PE -1", () -> heap.pointer(segment, -1));
        shmem.barrier();
        heap.free(segment);
        Check.that(!heap.isAccessible(segment, shmem.pe()), "a freed segment is accessible");
    }
}
