package org.shmem4j.runtime.bootstrap;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The secret that our launcher shares with the PEs of one job, and the proofs by which each side shows that it knows
 * it: HMAC-SHA256 over the side, the PE and a nonce from either side.
 */
public final class JobSecret {
    /** The environment variable that hands it to a PE. */
    public static final String VARIABLE = "SHMEM_JOB_SECRET";

    private static final int BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final byte[] key;

    private JobSecret(byte[] key) {
        this.key = key;
    }

    /**
     * Makes a new secret.
     *
     * @return 256 random bits
     */
    public static JobSecret random() {
        return new JobSecret(randomBytes());
    }

    /**
     * Reads a secret.
     *
     * @param hex as {@link #hex()} wrote it
     * @return the secret, or null if it is none
     */
    public static @Nullable JobSecret parse(String hex) {
        if (hex.length() != 2 * BYTES) {
            return null;
        }
        try {
            return new JobSecret(HexFormat.of().parseHex(hex));
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /**
     * Makes a number that is used once.
     *
     * @return 256 random bits in hexadecimal digits
     */
    public static String nonce() {
        return HexFormat.of().formatHex(randomBytes());
    }

    /**
     * Compares two proofs in a time that does not depend on where they differ.
     *
     * @param expected what it should be
     * @param actual what came
     * @return whether they are equal
     */
    public static boolean same(String expected, String actual) {
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.ISO_8859_1), actual.getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * The secret itself, for the environment of a PE.
     *
     * @return in hexadecimal digits
     */
    public String hex() {
        return HexFormat.of().formatHex(key);
    }

    /**
     * Proves the launcher to a PE.
     *
     * @param pe the PE
     * @param peNonce what the PE sent
     * @param launcherNonce what the launcher sent
     * @return the proof
     */
    public String launcherProof(int pe, String peNonce, String launcherNonce) {
        return proof("launcher", pe, peNonce, launcherNonce);
    }

    /**
     * Proves a PE to the launcher.
     *
     * @param pe the PE
     * @param peNonce what the PE sent
     * @param launcherNonce what the launcher sent
     * @return the proof
     */
    public String peProof(int pe, String peNonce, String launcherNonce) {
        return proof("pe", pe, peNonce, launcherNonce);
    }

    private String proof(String side, int pe, String peNonce, String launcherNonce) {
        String text = String.join(" ", "shmem4j-control-1", side, Integer.toString(pe), peNonce, launcherNonce);
        return HexFormat.of().formatHex(hmac(key, text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static byte[] hmac(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new AssertionError("every Java has " + ALGORITHM, e);
        }
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Says nothing of the secret. */
    @Override
    public String toString() {
        return "job secret";
    }
}
