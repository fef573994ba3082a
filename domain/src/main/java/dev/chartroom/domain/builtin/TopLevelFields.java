package dev.chartroom.domain.builtin;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.domain.computed.CozystackKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The form of objects that have their contents beside the metadata instead of in a spec: ConfigMaps, Secrets, Events and
 * TenantSecrets. Inside Chartroom, the contents are the spec. Clients see them at the top level. Both conversions also convert the paths
 * in managed fields.
 */
public final class TopLevelFields {
    private static final Set<String> KINDS = Set.of("ConfigMap", "Secret", "Event");
    private static final Set<String> HEADER = Set.of("apiVersion", "kind", "metadata", "status");
    private static final Set<String> OWNED_HEADER = Set.of("f:apiVersion", "f:kind", "f:metadata", "f:status", ".");
    private static final String METADATA = "metadata";
    private static final String MANAGED_FIELDS = "managedFields";
    private static final String FIELDS = "fieldsV1";
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final String SPEC = "spec";
    private static final String OWNED_SPEC = "f:spec";

    private TopLevelFields() {}

    /** Returns whether the objects of a kind have this form. */
    public static boolean has(GroupVersionKind gvk) {
        return gvk.group().isEmpty() && KINDS.contains(gvk.kind())
                || CozystackKinds.TENANT_SECRET.gvk().equals(gvk);
    }

    /** Returns an object, or a part of one, as clients see it. */
    public static JsonObject flattened(JsonObject object) {
        return withLastApplied(
                withOwners(flattened(object, SPEC).without("status"), fields -> flattened(fields, OWNED_SPEC)));
    }

    /** Returns an object, or a part of one, that a client sent, as Chartroom stores it. */
    public static JsonObject nested(JsonObject object) {
        return withOwners(nested(object, HEADER, SPEC), fields -> nested(fields, OWNED_HEADER, OWNED_SPEC));
    }

    /** Returns a JSON pointer that a client sent, as it points into a nested object. */
    public static String nested(String pointer) {
        int end = pointer.indexOf('/', 1);
        String first = pointer.isEmpty() ? "" : pointer.substring(1, end < 0 ? pointer.length() : end);
        return first.isEmpty() || HEADER.contains(first) ? pointer : "/" + SPEC + pointer;
    }

    private static JsonObject flattened(JsonObject object, String inner) {
        JsonObject.Builder flat = JsonObject.builder();
        object.members().forEach((name, value) -> {
            if (!name.equals(inner)) {
                flat.put(name, value);
            } else if (value instanceof JsonObject contents) {
                flat.putAll(contents);
            }
        });
        return flat.build();
    }

    private static JsonObject nested(JsonObject object, Set<String> header, String inner) {
        JsonObject.Builder outside = JsonObject.builder();
        JsonObject.Builder contents = JsonObject.builder();
        object.members().forEach((name, value) -> {
            boolean isOutside = header.contains(name) || name.startsWith("$");
            (isOutside ? outside : contents).put(name, value);
        });
        JsonObject spec = contents.build();
        return spec.isEmpty() ? outside.build() : outside.put(inner, spec).build();
    }

    /** Flattens the configuration that a server-side apply recorded for later client-side applies. */
    private static JsonObject withLastApplied(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty(METADATA);
        JsonObject annotations = metadata.objectOrEmpty("annotations");
        String configuration = annotations.stringOrEmpty(LAST_APPLIED);
        if (!configuration.contains("\"" + SPEC + "\"")) {
            return object;
        }
        try {
            return JsonText.parse(configuration) instanceof JsonObject applied
                    ? object.with(
                            METADATA,
                            metadata.with(
                                    "annotations",
                                    annotations.with(LAST_APPLIED, new JsonString(flattened(applied, SPEC) + "\n"))))
                    : object;
        } catch (IllegalArgumentException _) {
            return object;
        }
    }

    private interface Conversion {
        JsonObject of(JsonObject fields);
    }

    private static JsonObject withOwners(JsonObject object, Conversion conversion) {
        JsonObject metadata = object.objectOrEmpty(METADATA);
        if (!(metadata.get(MANAGED_FIELDS) instanceof JsonArray entries)) {
            return object;
        }
        List<JsonValue> converted = new ArrayList<>();
        for (JsonValue entry : entries) {
            converted.add(
                    entry instanceof JsonObject owner && owner.get(FIELDS) instanceof JsonObject fields
                            ? owner.with(FIELDS, conversion.of(fields))
                            : entry);
        }
        return object.with(METADATA, metadata.with(MANAGED_FIELDS, new JsonArray(converted)));
    }
}
