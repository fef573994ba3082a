package dev.chartroom.domain.computed;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object of the cluster that is shown as an object of {@link CozystackKinds}. */
public enum TenantObject {
    /** A namespace whose name begins with {@code tenant-}. */
    NAMESPACE,
    /** A HelmRelease with the label of modules. */
    MODULE,
    /** A Secret with the label of tenants. Its contents are the spec. */
    SECRET;

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final Set<String> SHOWN = Set.of("Ready", "Released");

    /** Returns the kind as which it is shown. */
    public ApplicationKind kind() {
        return switch (this) {
            case NAMESPACE -> CozystackKinds.TENANT_NAMESPACE;
            case MODULE -> CozystackKinds.TENANT_MODULE;
            case SECRET -> CozystackKinds.TENANT_SECRET;
        };
    }

    /** Returns the group and version of the object itself. */
    public GroupVersion version() {
        return switch (this) {
            case NAMESPACE, SECRET -> new GroupVersion("", "v1");
            case MODULE -> new GroupVersion("helm.toolkit.fluxcd.io", "v2");
        };
    }

    /** Returns the resource of the object itself. */
    public String resource() {
        return switch (this) {
            case NAMESPACE -> "namespaces";
            case MODULE -> "helmreleases";
            case SECRET -> "secrets";
        };
    }

    /** Returns the label that such an object must have; empty if it needs none. */
    private String marker() {
        return switch (this) {
            case NAMESPACE -> "";
            case MODULE -> "internal.cozystack.io/tenantmodule";
            case SECRET -> "internal.cozystack.io/tenantresource";
        };
    }

    /** Returns the selector of the label that such an object must have; empty if it needs none. */
    public String selector() {
        return marker().isEmpty() ? "" : marker() + "=true";
    }

    /** Returns whether an object with this name can be shown. */
    public boolean canHaveName(String name) {
        return this != NAMESPACE || name.startsWith("tenant-");
    }

    /** Returns whether an object of the resource is shown. */
    public boolean includes(ObjectMeta metadata) {
        return canHaveName(metadata.name())
                && (marker().isEmpty() || "true".equals(metadata.labels().get(marker())));
    }

    /**
     * Returns the metadata that is shown. The label that marks the object is not, and neither is kubectl's copy of the
     * whole object.
     */
    public ObjectMeta shown(ObjectMeta metadata) {
        Map<String, String> labels = new HashMap<>(metadata.labels());
        labels.remove(marker());
        Map<String, String> annotations = new HashMap<>(metadata.annotations());
        annotations.remove(LAST_APPLIED);
        return ObjectMeta.of(metadata.namespace(), metadata.name()).toBuilder()
                .uid(metadata.uid())
                .resourceVersion(metadata.resourceVersion())
                .creationTimestamp(metadata.creationTimestamp())
                .labels(labels)
                .annotations(annotations)
                .build();
    }

    /** Returns an object as it is shown. */
    public Application application(JsonObject object) {
        return new Application(
                kind().gvk(),
                shown(ObjectMeta.fromJson(object.objectOrEmpty("metadata"))),
                spec(object),
                status(object));
    }

    private @Nullable JsonObject spec(JsonObject object) {
        return switch (this) {
            case NAMESPACE, MODULE -> null;
            case SECRET ->
                JsonObject.builder()
                        .putIfPresent("type", object.get("type"))
                        .putIfPresent("data", object.get("data"))
                        .build();
        };
    }

    private JsonObject status(JsonObject object) {
        return switch (this) {
            case NAMESPACE, SECRET -> JsonObject.EMPTY;
            case MODULE -> statusOfRelease(object.objectOrEmpty("status"));
        };
    }

    private static JsonObject statusOfRelease(JsonObject status) {
        List<JsonValue> conditions = status.arrayOrEmpty("conditions").objects().stream()
                .filter(condition -> SHOWN.contains(condition.stringOrEmpty("type")))
                .<JsonValue>map(condition -> condition.without("observedGeneration"))
                .toList();
        return JsonObject.builder()
                .putIfPresent("version", status.stringOrEmpty("lastAttemptedRevision"))
                .put("conditions", new JsonArray(conditions))
                .build();
    }
}
