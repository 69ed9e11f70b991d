package org.shmem4j.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class TaggedOutputTest {

    @Test
    void shouldPassBytesOnAsTheyAreWhenTheyAreNoText() throws Exception {
        assertThat(tagged("\u00ff\u0000\n\nlast")).isEqualTo("[7] \u00ff\u0000\n[7] \n[7] last\n");
    }

    @Test
    void shouldBreakALineOnlyWhenItIsLongerThanTheLimit() throws Exception {
        String limit = "a".repeat(TaggedOutput.LINE_MAX - 1);
        assertThat(tagged(limit + "\nb\n")).isEqualTo("[7] " + limit + "\n[7] b\n");
        assertThat(tagged(limit + "xy\n")).isEqualTo("[7] " + limit + "x\n[7] y\n");
    }

    @Test
    void shouldEmptyTheStreamOfThePeWhenNobodyReads() throws Exception {
        ByteArrayInputStream in = new ByteArrayInputStream("a\nb\n".getBytes(ISO_8859_1));
        TaggedOutput closed = new TaggedOutput(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        });
        closed.pump(0, in).finish();
        assertThat(in.available()).isZero();
    }

    @Test
    void shouldWriteTheLastLineWhenAnotherProcessKeepsTheStreamOpen() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PipedOutputStream open = new PipedOutputStream();
                InputStream in = new PipedInputStream(open)) {
            open.write("half".getBytes(ISO_8859_1));
            open.flush();
            TaggedOutput.Pump pump = new TaggedOutput(out).pump(7, in);
            pump.finish();
            assertThat(out.toString(ISO_8859_1)).isEqualTo("[7] half\n");
            pump.interrupt();
        }
    }

    private static String tagged(String text) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TaggedOutput(out)
                .pump(7, new ByteArrayInputStream(text.getBytes(ISO_8859_1)))
                .finish();
        return out.toString(ISO_8859_1);
    }
}
