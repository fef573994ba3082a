package dev.chartroom.adapters.http.openapi.schema;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersionKind;

/** The extensions of OpenAPI that Kubernetes' clients depend on, and those that schemas may have. */
public final class Extensions {
    public static final String ACTION = "x-kubernetes-action";
    public static final String GROUP_VERSION_KIND = "x-kubernetes-group-version-kind";

    static final String EMBEDDED_RESOURCE = "x-kubernetes-embedded-resource";
    static final String INT_OR_STRING = "x-kubernetes-int-or-string";
    static final String LIST_MAP_KEYS = "x-kubernetes-list-map-keys";
    static final String LIST_TYPE = "x-kubernetes-list-type";
    static final String MAP_TYPE = "x-kubernetes-map-type";
    static final String PRESERVE_UNKNOWN_FIELDS = "x-kubernetes-preserve-unknown-fields";
    static final String VALIDATIONS = "x-kubernetes-validations";

    /** Hints for a form that displays a kind. The extension is Chartroom's own, and Kubernetes' clients ignore it. */
    public static final String FORM = "x-chartroom-form";

    /** The paths of values that a screen must not show, as in the kind's definition. */
    public static final String SENSITIVE_PATHS = "x-chartroom-sensitive-paths";

    /** The paths of values that cannot change after an object is created, as in the kind's definition. */
    public static final String IMMUTABLE_PATHS = "x-chartroom-immutable-paths";

    private Extensions() {}

    public static JsonObject gvk(GroupVersionKind gvk) {
        return JsonObject.builder()
                .put("group", gvk.group())
                .put("version", gvk.version())
                .put("kind", gvk.kind())
                .build();
    }
}
