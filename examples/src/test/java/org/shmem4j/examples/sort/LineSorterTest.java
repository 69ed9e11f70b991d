package org.shmem4j.examples.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.examples.FakeJob;

class LineSorterTest {

    @Test
    void shouldSortAsPlainComparatorWhenInputIsRandom() {
        for (long seed = 0; seed < 400; seed++) {
            byte[] text = Texts.random(new Random(seed));
            assertThat(sort(text)).as("seed %d", seed).isEqualTo(Texts.sorted(text));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "\n\n\n",
                "one",
                "b\na",
                "b\n\na\n",
                "a\0\na\na\0\0\n",
                "1234567\n12345678\n123456789\n12345678\0"
            })
    void shouldSortSmallTexts(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(sort(bytes)).isEqualTo(Texts.sorted(bytes));
    }

    @Test
    void shouldKeepOrderOfFileWhenLinesAreEqual() {
        byte[] text = "same line, longer than a key\n".repeat(100).getBytes(StandardCharsets.UTF_8);
        withLines(text, lines -> {
            for (int i = 0; i < lines.count(); i++) {
                assertThat(lines.line(i).position()).isEqualTo(29L * i);
            }
        });
    }

    @Test
    void shouldSettleEachLineOnceWhenEachIsTheBeginningOfTheNext() {
        StringBuilder text = new StringBuilder();
        for (int length = 3000; length >= 0; length--) {
            text.repeat('x', length).append('\n');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        assertThat(sort(bytes)).isEqualTo(Texts.sorted(bytes));
    }

    @Test
    void shouldCopyPiecesThatStartAndEndWithinLines() {
        byte[] text = "ccc\na\nbb\n\n".getBytes(StandardCharsets.UTF_8);
        byte[] sorted = Texts.sorted(text);
        withLines(text, lines -> {
            for (int from = 0; from <= sorted.length; from++) {
                for (int to = from; to <= sorted.length; to++) {
                    MemorySegment piece = MemorySegment.ofArray(new byte[to - from]);
                    lines.copy(from, to - from, piece, 0);
                    assertThat(piece.mismatch(MemorySegment.ofArray(sorted).asSlice(from, to - from)))
                            .isEqualTo(-1);
                }
            }
        });
    }

    @Test
    void shouldRefuseMoreLinesThanAnArrayHolds() throws Fault {
        LineSorter.checkCount(LineSorter.LINES_MAX - 1, 3);
        assertThatThrownBy(() -> LineSorter.checkCount(LineSorter.LINES_MAX, 3))
                .hasMessage(
                        "sort: PE 3 would have to sort 2147483639 lines, but can sort only 2147483638: run with more PEs");
    }

    private interface Check {
        void accept(SortedLines lines);
    }

    private static byte[] sort(byte[] text) {
        byte[][] sorted = new byte[1][];
        withLines(text, lines -> {
            MemorySegment run = MemorySegment.ofArray(new byte[(int) lines.byteSize()]);
            lines.copy(0, lines.byteSize(), run, 0);
            sorted[0] = run.toArray(ValueLayout.JAVA_BYTE);
        });
        return sorted[0];
    }

    private static void withLines(byte[] text, Check check) {
        new FakeJob(1, 4096, 0).run(shmem -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment bytes = arena.allocate(text.length + 1 + LineBytes.PADDING);
                bytes.fill((byte) '\n'); // what is behind the lines must not matter
                MemorySegment.copy(text, 0, bytes, ValueLayout.JAVA_BYTE, 0, text.length);
                boolean ended = text.length == 0 || text[text.length - 1] == '\n';
                Slice slice = new Slice(bytes, text.length + (ended ? 0 : 1), 0);
                check.accept(LineSorter.sort(slice, 0, new Phases(shmem, false, System.err)));
            }
        });
    }
}
