package dev.chartroom.domain.release;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The names of releases in Helm, which are shorter than those of HelmReleases. */
public final class HelmReleaseName {
    private static final int LONGEST = 53;
    private static final int DIGEST_BYTES = 6;

    private HelmReleaseName() {}

    /** Returns the name of a release in Helm. helm-controller replaces the end of a longer name by a digest. */
    public static String shortened(String name) {
        if (name.length() <= LONGEST) {
            return name;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return name.substring(0, LONGEST - 2 * DIGEST_BYTES - 1) + "-"
                    + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
