package org.shmem4j.transport.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a PE's file looks like. All words are in the byte order of the machine, which is that of everybody who maps it.
 *
 * <pre>
 *    0 +--------------------------------+
 *      | magic                        8 |  "shmem4j" and a zero byte
 *    8 | version                      4 |
 *   12 | PE                           4 |
 *   16 | number of PEs                8 |
 *   24 | hash of the job's name       8 |
 *   32 | bytes of the region          8 |
 *   40 | token                       16 |
 *   56 | (unused)                    72 |
 *  128 +--------------------------------+
 *      | attach word of PE 0          8 |
 *      | attach word of PE 1          8 |
 *      | ...                            |
 *      +--------------------------------+  headerBytes(), a multiple of 64 KiB
 *      | region                         |
 *      +--------------------------------+  headerBytes() + bytes of the region
 * </pre>
 *
 * <table>
 * <caption>Shared words</caption>
 * <tr><th>word</th><th>written by</th><th>read by</th><th>publishes</th></tr>
 * <tr><td>0 to 55, plain</td><td>the owner, before it gives out its card</td><td>peers, after they got the card; the
 * exchange of cards orders the two</td><td>whose file it is</td></tr>
 * <tr><td>attach word of PE p, release / acquire</td><td>PE p, once: its token's upper half, never 0</td><td>the
 * owner</td>
 *     <td>that PE p maps the region and no longer needs the file's name</td></tr>
 * </table>
 */
final class ShmLayout {
    static final int VERSION = 1;

    /** The file's name begins with this. */
    static final String NAME_PREFIX = "shmem4j-";

    /** Of a header. The largest page size of the supported processors, so that the layout does not depend on it. */
    static final long ALIGNMENT = 64 << 10;

    /** The identity at the start of a header. */
    static final long IDENTITY_BYTES = 56;

    private static final Pattern NAME = Pattern.compile(NAME_PREFIX + "[A-Za-z0-9-]{1,64}-(0|[1-9][0-9]{0,9})");

    private static final long MAGIC_OFFSET = 0;
    private static final long VERSION_OFFSET = 8;
    private static final long PE_OFFSET = 12;
    private static final long PE_COUNT_OFFSET = 16;
    private static final long JOB_OFFSET = 24;
    private static final long REGION_BYTES_OFFSET = 32;
    private static final long TOKEN_OFFSET = 40;
    private static final long ATTACH_OFFSET = 128;

    private static final long MAGIC = 0x00_6a_34_6d_65_6d_68_73L;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private ShmLayout() {}

    /** Whose file it is. */
    record Identity(String jobId, int pe, int peCount, long regionBytes, UUID token) {
        private long jobHash() {
            return UUID.nameUUIDFromBytes(jobId.getBytes(StandardCharsets.UTF_8))
                    .getMostSignificantBits();
        }
    }

    /** What of the header is in use and needs space. */
    static long usedHeaderBytes(int peCount) {
        return ATTACH_OFFSET + (long) peCount * Long.BYTES;
    }

    /** Where the region begins. */
    static long headerBytes(int peCount) {
        return (usedHeaderBytes(peCount) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** The file of a PE. */
    static String fileName(String jobId, int pe) {
        return NAME_PREFIX + jobId + "-" + pe;
    }

    /** Whether {@link #fileName} can have made a name. */
    static boolean isFileName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Whether a file with a name of ours may be removed as a left-over: it has our magic, or its owner died before
     * writing that.
     *
     * @param start its first eight bytes
     * @param read how many of them there were, or a negative errno
     * @param bytes the size of the file
     */
    static boolean isOurs(MemorySegment start, long read, long bytes) {
        if (read < Long.BYTES) {
            return read == 0 && bytes == 0;
        }
        long magic = start.get(ValueLayout.JAVA_LONG, MAGIC_OFFSET);
        return magic == MAGIC || (magic == 0 && bytes >= headerBytes(1));
    }

    static void writeIdentity(MemorySegment header, Identity identity) {
        header.set(ValueLayout.JAVA_LONG, MAGIC_OFFSET, MAGIC);
        header.set(ValueLayout.JAVA_INT, VERSION_OFFSET, VERSION);
        header.set(ValueLayout.JAVA_INT, PE_OFFSET, identity.pe);
        header.set(ValueLayout.JAVA_LONG, PE_COUNT_OFFSET, identity.peCount);
        header.set(ValueLayout.JAVA_LONG, JOB_OFFSET, identity.jobHash());
        header.set(ValueLayout.JAVA_LONG, REGION_BYTES_OFFSET, identity.regionBytes);
        header.set(ValueLayout.JAVA_LONG, TOKEN_OFFSET, identity.token.getMostSignificantBits());
        header.set(ValueLayout.JAVA_LONG, TOKEN_OFFSET + 8, identity.token.getLeastSignificantBits());
    }

    /** Why a file is not the one that is expected, or null if it is. */
    static @Nullable String mismatch(MemorySegment header, Identity expected) {
        if (header.get(ValueLayout.JAVA_LONG, MAGIC_OFFSET) != MAGIC) {
            return "it is not a file of shmem4j";
        }
        int version = header.get(ValueLayout.JAVA_INT, VERSION_OFFSET);
        if (version != VERSION) {
            return "it has version " + version + " of the file format, this library has version " + VERSION;
        }
        int pe = header.get(ValueLayout.JAVA_INT, PE_OFFSET);
        long peCount = header.get(ValueLayout.JAVA_LONG, PE_COUNT_OFFSET);
        long regionBytes = header.get(ValueLayout.JAVA_LONG, REGION_BYTES_OFFSET);
        if (pe != expected.pe || peCount != expected.peCount || regionBytes != expected.regionBytes) {
            return String.format(
                    "it belongs to PE %d of %d with regions of %d bytes, expected was PE %d of %d with %d bytes",
                    pe, peCount, regionBytes, expected.pe, expected.peCount, expected.regionBytes);
        }
        if (header.get(ValueLayout.JAVA_LONG, JOB_OFFSET) != expected.jobHash()) {
            return "it belongs to another job than " + expected.jobId;
        }
        if (header.get(ValueLayout.JAVA_LONG, TOKEN_OFFSET) != expected.token.getMostSignificantBits()
                || header.get(ValueLayout.JAVA_LONG, TOKEN_OFFSET + 8) != expected.token.getLeastSignificantBits()) {
            return "its token is not the one on the PE's card: the memory is another one";
        }
        return null;
    }

    /** What a PE writes into its attach word. Never 0, because a random UUID has its version in that half. */
    static long attachWord(UUID token) {
        return token.getMostSignificantBits();
    }

    static void attachRelease(MemorySegment header, int pe, long word) {
        // release: the mapping was made before the owner may unlink the file; partner ShmPeer.look
        WORD.setRelease(header, ATTACH_OFFSET + (long) pe * Long.BYTES, word);
    }

    static long attachAcquire(MemorySegment header, int pe) {
        // acquire: partner ShmPeer.attach, which wrote the word
        return (long) WORD.getAcquire(header, ATTACH_OFFSET + (long) pe * Long.BYTES);
    }
}
