package org.shmem4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every length at which another way to copy begins, and its neighbours. */
final class CopyTest {
    private static final int C2_FREQUENT_INLINE_BYTES = 325;

    static LongStream lengths() {
        return Stream.of(0L, 1L, 2L, 4L, 8L, 16L, 64L, 32L << 10, 1L << 20, 8L << 20)
                .flatMap(edge -> Stream.of(edge - 1, edge, edge + 1))
                .filter(length -> length >= 0)
                .distinct()
                .mapToLong(Long::longValue);
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void copiesExactlyWhatItIsTold(long length) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = random(arena, length + 5, 1);
            MemorySegment target = random(arena, length + 9, 2);
            MemorySegment expected = arena.allocate(length + 9);
            MemorySegment.copy(target, 0, expected, 0, length + 9);
            MemorySegment.copy(source, 3, expected, 7, length);

            Copy.copy(source, 3, target, 7, length);

            assertThat(target.mismatch(expected)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void copiesFromAnArray(long length) {
        try (Arena arena = Arena.ofConfined()) {
            byte[] bytes = new byte[(int) length + 1];
            new Random(3).nextBytes(bytes);
            MemorySegment target = arena.allocate(length);

            Copy.copy(MemorySegment.ofArray(bytes), 1, target, 0, length);

            assertThat(target.mismatch(MemorySegment.ofArray(bytes).asSlice(1))).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void anOverlapIsCopiedAsIfByWayOfABuffer(long length) {
        try (Arena arena = Arena.ofConfined()) {
            for (long[] offsets : new long[][] {{0, 1}, {1, 0}}) {
                MemorySegment bytes = random(arena, length + 1, 4);
                MemorySegment expected =
                        MemorySegment.ofArray(bytes.asSlice(offsets[0], length).toArray(ValueLayout.JAVA_BYTE));

                Copy.copy(bytes, offsets[0], bytes, offsets[1], length);

                assertThat(bytes.asSlice(offsets[1], length).mismatch(expected)).isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void aRangeThatDoesNotFitWritesNothing(long length) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = random(arena, length, 5);
            MemorySegment target = arena.allocate(length);

            assertThatThrownBy(() -> Copy.copy(source, 1, target, 0, length))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Copy.copy(source, 0, target, 1, length))
                    .isInstanceOf(IndexOutOfBoundsException.class);

            assertThat(target.mismatch(arena.allocate(length))).isEqualTo(-1);
        }
    }

    @Test
    void isTooLargeToBeCompiledIntoItsCallers() throws IOException {
        try (InputStream bytes = Copy.class.getResourceAsStream("Copy.class")) {
            assertThat(bytes).isNotNull();
            int size = ClassFile.of().parse(bytes.readAllBytes()).methods().stream()
                    .filter(method -> method.methodName().equalsString("copy"))
                    .map(method -> (CodeAttribute) method.code().orElseThrow())
                    .mapToInt(CodeAttribute::codeLength)
                    .sum();

            assertThat(size).isGreaterThan(C2_FREQUENT_INLINE_BYTES);
        }
    }

    private static MemorySegment random(Arena arena, long bytes, long seed) {
        byte[] values = new byte[(int) bytes];
        new Random(seed).nextBytes(values);
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, values);
    }
}
