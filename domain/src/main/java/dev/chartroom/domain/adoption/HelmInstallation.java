package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.release.HelmReleaseName;

/**
 * A chart that the helm command installed, in its deployed revision.
 *
 * @param id the namespace and the name of the release in Helm
 * @param chart the name of the chart
 * @param chartVersion the version of the chart; can be empty
 * @param values the values that the user of Helm set, without the defaults of the chart
 */
public record HelmInstallation(NamespacedName id, String chart, String chartVersion, JsonObject values) {
    /** Returns whether Flux manages this release of Helm through a HelmRelease. */
    public boolean isManagedBy(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject spec = release.objectOrEmpty("spec");
        String target = spec.stringOrEmpty("targetNamespace");
        String name = spec.string("releaseName")
                .orElseGet(() -> (target.isEmpty() ? "" : target + "-") + metadata.stringOrEmpty("name"));
        String namespace = spec.string("storageNamespace").orElseGet(() -> metadata.stringOrEmpty("namespace"));
        return id.equals(new NamespacedName(namespace, HelmReleaseName.shortened(name)));
    }
}
