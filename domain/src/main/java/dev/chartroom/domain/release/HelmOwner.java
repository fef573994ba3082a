package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;

/**
 * The annotations in which Helm records to which release an object belongs. Helm adopts no object without them, so a
 * manifest that names the object of another release does not change them.
 */
public final class HelmOwner {
    private static final String NAME = "meta.helm.sh/release-name";
    private static final String NAMESPACE = "meta.helm.sh/release-namespace";

    private HelmOwner() {}

    /** Returns whether an object belongs to a release in Helm. */
    public static boolean isOf(NamespacedName release, JsonObject object) {
        JsonObject annotations = object.objectOrEmpty("metadata").objectOrEmpty("annotations");
        return annotations.stringOrEmpty(NAME).equals(release.name())
                && annotations.stringOrEmpty(NAMESPACE).equals(release.namespace());
    }

    /** Returns a JSON patch (RFC 6902) that fits only an object of the release, and changes nothing. */
    public static JsonArray test(NamespacedName release) {
        return JsonArray.of(test(NAME, release.name()), test(NAMESPACE, release.namespace()));
    }

    private static JsonObject test(String annotation, String value) {
        return JsonObject.builder()
                .put("op", "test")
                .put("path", "/metadata/annotations/" + annotation.replace("/", "~1"))
                .put("value", value)
                .build();
    }
}
