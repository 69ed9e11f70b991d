package org.shmem4j.runtime.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PmiMessageTest {

    @Test
    void shouldReadWhatHydraWrites() throws IOException {
        PmiMessage message = PmiMessage.parse("cmd=get_result  rc=0 msg=success value=a=b word =x cmd=other ");

        assertThat(message.command()).isEqualTo("get_result");
        assertThat(message.number("rc")).isZero();
        assertThat(message.text("value")).isEqualTo("a=b");
        assertThat(message.find("word")).isNull();
        assertThat(message.toString()).isEqualTo("cmd=get_result rc=0 msg=success value=a=b");
    }

    @Test
    void shouldRefuseWhenAFieldIsMissingOrOfAnotherKind() {
        PmiMessage message = PmiMessage.of("put", "value", "zz");

        assertThatThrownBy(() -> message.text("key"))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("'key'");
        assertThatThrownBy(() -> message.number("value")).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> message.bytes("value")).isInstanceOf(ProtocolException.class);
        assertThat(PmiMessage.parse("").command()).isEmpty();
    }

    @Test
    void shouldAcceptALineOfTheLimitAndRefuseOneByteMore() throws IOException {
        assertThat(lines("cmd=ab\n").read(6)).hasToString("cmd=ab");
        assertThatThrownBy(() -> lines("cmd=abc\n").read(6)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void shouldDropALastLineWithoutItsBreak() throws IOException {
        assertThat(lines("cmd=half").read(100)).isNull();
    }

    private static PmiLines lines(String text) {
        return new PmiLines(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
                new ByteArrayOutputStream(),
                () -> {});
    }
}
