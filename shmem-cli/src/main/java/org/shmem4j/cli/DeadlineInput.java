package org.shmem4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * Reads a socket, until its timeout is set to none, against one deadline for everything: a stranger that sends a byte
 * now and then does not stay.
 */
final class DeadlineInput extends InputStream {
    private final Socket socket;
    private final InputStream in;
    private final long deadline;
    private boolean betweenLines = true;

    /** The deadline is a value of System.nanoTime. */
    DeadlineInput(Socket socket, long deadline) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.deadline = deadline;
        socket.setSoTimeout(1);
    }

    /** Whether nothing came, or the last byte that came ended a line. */
    boolean betweenLines() {
        return betweenLines;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (socket.getSoTimeout() != 0) {
            long leftMs = (deadline - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                throw new SocketTimeoutException();
            }
            socket.setSoTimeout((int) leftMs);
        }
        int count = in.read(bytes, offset, length);
        if (count > 0) {
            betweenLines = bytes[offset + count - 1] == '\n';
        }
        return count;
    }
}
