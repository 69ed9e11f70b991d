package org.shmem4j.examples.heat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A grey picture of the plate, one dot per cell, white is hot; in PGM, which is a line of text and a byte per dot. */
final class Picture implements AutoCloseable {
    private final OutputStream output;

    private Picture(OutputStream output) {
        this.output = output;
    }

    static Picture create(Path file, int rows, int columns) throws IOException {
        OutputStream output = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        output.write(("P5 " + columns + " " + rows + " 255\n").getBytes(StandardCharsets.US_ASCII));
        return new Picture(output);
    }

    void add(double[] row) throws IOException {
        for (double cell : row) {
            output.write((int) Math.round(cell * 255)); // a mean of numbers from 0 to 1 is one too
        }
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
