package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A chart that the helm command installed, in its deployed revision.
 *
 * @param id the namespace and the name of the release in Helm
 * @param chart the name of the chart
 * @param chartVersion the version of the chart; can be empty
 * @param values the values that the user of Helm set, without the defaults of the chart
 */
public record HelmInstallation(NamespacedName id, String chart, String chartVersion, JsonObject values) {
    private static final int LONGEST_NAME = 53;
    private static final int DIGEST_BYTES = 6;

    /** Returns whether Flux manages this release of Helm through a HelmRelease. */
    public boolean isManagedBy(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject spec = release.objectOrEmpty("spec");
        String target = spec.stringOrEmpty("targetNamespace");
        String name = spec.string("releaseName")
                .orElseGet(() -> (target.isEmpty() ? "" : target + "-") + metadata.stringOrEmpty("name"));
        String namespace = spec.string("storageNamespace").orElseGet(() -> metadata.stringOrEmpty("namespace"));
        return id.equals(new NamespacedName(namespace, shortened(name)));
    }

    /** Returns the name of a release in Helm. helm-controller replaces the end of a longer name by a digest. */
    private static String shortened(String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return name.substring(0, LONGEST_NAME - 2 * DIGEST_BYTES - 1) + "-"
                    + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
