package org.shmem4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * Reads a socket, until its timeout is set to none, against one deadline for everything: a stranger that sends a byte now and then
 * does not stay.
 */
final class DeadlineInput extends InputStream {
    private final Socket socket;
    private final InputStream in;
    private final long deadline;

    /** The deadline is a value of System.nanoTime. */
    DeadlineInput(Socket socket, long deadline) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.deadline = deadline;
        socket.setSoTimeout(1);
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
        return in.read(bytes, offset, length);
    }
}
