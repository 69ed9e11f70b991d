package org.shmem4j.examples.sort;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Inputs of all kinds, and the plain way of sorting them. */
final class Texts {
    private Texts() {}

    /** Lines over a small alphabet that has the hard bytes in it, some of them behind a common beginning. */
    static byte[] random(Random random) {
        byte[][] alphabets = {{'a'}, {'a', 0}, {0, 1, (byte) 0xFF}, {'\t', 11, 'x', (byte) 0x80, 0x7F}};
        byte[] alphabet = alphabets[random.nextInt(alphabets.length)];
        int lengthMax = 1 + random.nextInt(random.nextBoolean() ? 12 : 150);
        byte[] beginning = bytes(random, random.nextInt(3) == 0 ? random.nextInt(100) : 0, alphabet);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int lines = random.nextInt(random.nextBoolean() ? 30 : 1500); lines > 0; lines--) {
            if (random.nextInt(4) > 0) {
                text.writeBytes(beginning);
            }
            text.writeBytes(bytes(random, random.nextInt(lengthMax), alphabet));
            if (lines > 1 || random.nextBoolean()) {
                text.write('\n');
            }
        }
        return text.toByteArray();
    }

    static byte[] bytes(Random random, int length, byte... alphabet) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return bytes;
    }

    static byte[] sorted(byte[] text) {
        List<byte[]> lines = new ArrayList<>();
        for (int start = 0; start < text.length; ) {
            int end = start;
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            lines.add(Arrays.copyOfRange(text, start, end));
            start = end + 1;
        }
        lines.sort(Arrays::compareUnsigned);
        ByteArrayOutputStream sorted = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            sorted.writeBytes(line);
            sorted.write('\n');
        }
        return sorted.toByteArray();
    }
}
