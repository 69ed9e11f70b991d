package org.shmem4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Writes the lines of many PEs to one stream, each whole and with its PE in front. Bytes are passed on as they are. */
final class TaggedOutput {
    /** A longer line is broken into several. */
    static final int LINE_MAX = 1 << 20;

    private static final int PIECE = 8 << 10;
    private static final long IDLE_MS = 200;

    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();

    TaggedOutput(OutputStream out) {
        this.out = out;
    }

    /** Starts to pass on what a PE writes. */
    Pump pump(int pe, InputStream in) {
        Pump pump = new Pump(pe, in);
        pump.start();
        return pump;
    }

    private void write(byte[] line, int length) {
        writing.lock();
        try {
            out.write(line, 0, length);
            out.flush();
        } catch (IOException _) {
            // nobody reads us any more; the PE's own pipe is emptied nevertheless, or it would block for ever
        } finally {
            writing.unlock();
        }
    }

    /** Passes on one stream of one PE. */
    final class Pump extends Thread {
        private final InputStream in;
        private final byte[] tag;
        private byte[] line;
        private int length;
        private boolean ended;
        /** Odd while a read is under way, which may be for ever. */
        private final AtomicInteger steps = new AtomicInteger();

        private Pump(int pe, InputStream in) {
            super("shmem4j-output-" + pe);
            this.in = in;
            this.tag = ("[" + pe + "] ").getBytes(StandardCharsets.US_ASCII);
            this.line = Arrays.copyOf(tag, PIECE);
            this.length = tag.length;
            setDaemon(true);
        }

        @Override
        public void run() {
            byte[] piece = new byte[PIECE];
            try {
                for (int count = read(piece); count >= 0; count = read(piece)) {
                    add(piece, count);
                }
            } catch (IOException _) {
                // as good as the end
            }
            endLine();
        }

        private int read(byte[] piece) throws IOException {
            steps.incrementAndGet();
            try {
                return in.read(piece);
            } finally {
                steps.incrementAndGet();
            }
        }

        private synchronized void add(byte[] piece, int count) {
            for (int i = 0; i < count && !ended; i++) {
                add(piece[i]);
            }
        }

        private synchronized void endLine() {
            if (length > tag.length && !ended) {
                add((byte) '\n');
            }
            ended = true;
        }

        private void add(byte next) {
            if (length + 2 > line.length) {
                line = Arrays.copyOf(line, 2 * line.length);
            }
            line[length++] = next;
            boolean full = length - tag.length == LINE_MAX;
            if (full && next != '\n') {
                line[length++] = '\n';
            }
            if (full || next == '\n') {
                write(line, length);
                length = tag.length;
            }
        }

        /**
         * Waits, after the process has ended, until all that it wrote was passed on. A process that it left behind may
         * keep the pipe open: that one is not waited for.
         */
        void finish() throws InterruptedException {
            int before = -1;
            int now = steps.get();
            while (isAlive() && !(now == before && now % 2 == 1)) {
                join(IDLE_MS);
                before = now;
                now = steps.get();
            }
            endLine();
        }
    }
}
