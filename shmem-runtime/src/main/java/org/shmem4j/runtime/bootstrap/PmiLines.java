package org.shmem4j.runtime.bootstrap;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream of PMI messages in both directions, whatever carries it.
 *
 * <p><b>Thread safety.</b> One thread reads; any thread writes.
 */
public final class PmiLines implements Closeable {
    private final InputStream in;
    private final OutputStream out;
    private final Closeable carrier;
    private final ReentrantLock writing = new ReentrantLock();

    /**
     * Creates one.
     *
     * @param in where messages come from
     * @param out where messages go
     * @param carrier what is closed in the end
     */
    public PmiLines(InputStream in, OutputStream out, Closeable carrier) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.carrier = carrier;
    }

    /**
     * Waits for the next message.
     *
     * @param maxBytes the length that a line may have
     * @return the message, or null at the end of the stream; a last line without its break is dropped
     * @throws ProtocolException if the line is longer
     * @throws IOException if the stream broke
     */
    public @Nullable PmiMessage read(int maxBytes) throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            if (line.length() == maxBytes) {
                throw new ProtocolException("a line of more than " + maxBytes + " bytes");
            }
            line.append((char) next);
        }
        return PmiMessage.parse(line.toString());
    }

    /**
     * Writes messages, all in one piece.
     *
     * @param messages which
     * @throws IOException if the stream broke
     */
    public void write(PmiMessage... messages) throws IOException {
        StringBuilder lines = new StringBuilder(80);
        for (PmiMessage message : messages) {
            lines.append(message).append('\n');
        }
        byte[] bytes = lines.toString().getBytes(StandardCharsets.ISO_8859_1);
        writing.lock();
        try {
            out.write(bytes);
            out.flush();
        } finally {
            writing.unlock();
        }
    }

    /**
     * Ends the wait of the thread that reads, as if the stream had ended; writing goes on.
     *
     * @throws IOException if the stream broke
     */
    public void stopReading() throws IOException {
        if (carrier instanceof Socket socket) {
            socket.shutdownInput();
        }
    }

    @Override
    public void close() throws IOException {
        carrier.close();
    }
}
