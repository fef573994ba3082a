package dev.chartroom.bootstrap.fetch;

import dev.chartroom.ports.kind.UnreadableChartException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Checks that a download is what was announced. */
final class Digests {
    private static final String PREFIX = "sha256:";

    private Digests() {}

    /**
     * Returns the bytes.
     *
     * @param digest a SHA-256 digest in hexadecimal, with or without a prefix
     * @throws UnreadableChartException if the bytes have another digest
     */
    static byte[] check(String source, String digest, byte[] bytes) throws UnreadableChartException {
        String hex = digest.startsWith(PREFIX) ? digest.substring(PREFIX.length()) : digest;
        if (!hex.toLowerCase(Locale.ROOT).equals(sha256(bytes))) {
            throw new UnreadableChartException(source + ": the download is damaged: its digest is not " + digest);
        }
        return bytes;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
