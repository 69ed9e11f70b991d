package org.shmem4j.transport.shm;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.UUID;
import org.shmem4j.transport.TransportException;

/**
 * What peers need to know to map a PE's file. Big-endian:
 *
 * <pre>
 *    0  magic 4 | version 2 | bytes of the path 2
 *    8  boot id of the kernel 16
 *   24  device of the directory 8
 *   32  bytes of the region 8
 *   40  token 16
 *   56  path, UTF-8
 * </pre>
 *
 * @param bootId tells kernels apart
 * @param device tells file systems apart; together with the boot id it says that two directories can hold the same file
 * @param regionBytes the size of the region
 * @param token random, known only inside the job
 * @param path the file
 */
record ShmCard(UUID bootId, long device, long regionBytes, UUID token, Path path) {
    static final int BYTES_MAX = 400;

    private static final int MAGIC = 0x73_68_6d_43; // shmC
    private static final short VERSION = 1;
    private static final int FIXED_BYTES = 56;

    /** Whether a card's file lies on the same file system of the same kernel. */
    boolean sharesHost(ShmCard other) {
        return bootId.equals(other.bootId) && device == other.device;
    }

    byte[] encode() {
        byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
        if (name.length > BYTES_MAX - FIXED_BYTES) {
            throw new TransportException(String.format(
                    "shm: the path %s has %d bytes, at most %d are possible; set SHMEM_SHM_DIR to a shorter one",
                    path, name.length, BYTES_MAX - FIXED_BYTES));
        }
        ByteBuffer card = ByteBuffer.allocate(FIXED_BYTES + name.length);
        card.putInt(MAGIC).putShort(VERSION).putShort((short) name.length);
        putUuid(card, bootId);
        card.putLong(device).putLong(regionBytes);
        putUuid(card, token);
        return card.put(name).array();
    }

    static ShmCard parse(int pe, byte[] bytes) {
        ByteBuffer card = ByteBuffer.wrap(bytes);
        try {
            int magic = card.getInt();
            if (magic != MAGIC) {
                throw unreadable(pe, String.format("it begins with %08x instead of %08x", magic, MAGIC));
            }
            short version = card.getShort();
            if (version != VERSION) {
                throw unreadable(pe, "its version is " + version + ", this library has " + VERSION);
            }
            int nameBytes = Short.toUnsignedInt(card.getShort());
            UUID bootId = getUuid(card);
            long device = card.getLong();
            long regionBytes = card.getLong();
            UUID token = getUuid(card);
            if (nameBytes != card.remaining()) {
                throw unreadable(pe, "its path has " + nameBytes + " bytes, " + card.remaining() + " follow");
            }
            Path path = Path.of(StandardCharsets.UTF_8.decode(card).toString());
            if (!path.isAbsolute()) {
                throw unreadable(pe, "its path '" + path + "' is not absolute");
            }
            return new ShmCard(bootId, device, regionBytes, token, path);
        } catch (BufferUnderflowException e) {
            throw unreadable(pe, "it has " + bytes.length + " bytes, at least " + FIXED_BYTES + " were expected");
        } catch (InvalidPathException e) {
            throw unreadable(pe, "its path is none: " + e.getMessage());
        }
    }

    private static TransportException unreadable(int pe, String why) {
        return new TransportException("shm: the card of PE " + pe + " cannot be understood: " + why
                + "; do all PEs run the same version of shmem4j?");
    }

    private static void putUuid(ByteBuffer card, UUID uuid) {
        card.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
    }

    private static UUID getUuid(ByteBuffer card) {
        return new UUID(card.getLong(), card.getLong());
    }
}
