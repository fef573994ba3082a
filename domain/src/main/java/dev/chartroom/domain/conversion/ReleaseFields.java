package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Translates the {@code managedFields} of a release to those of its Application. Removes the fields that the
 * Application does not show, and uses the Application's paths and keys.
 */
final class ReleaseFields {
    private static final String SELF = ".";

    private final ApplicationKind kind;
    private final JsonObject metadata;

    private ReleaseFields(ApplicationKind kind, JsonObject metadata) {
        this.kind = kind;
        this.metadata = metadata;
    }

    /**
     * Returns the entries that own a field that the Application shows. Only the fields and the version of an entry
     * differ from the entry of the release.
     */
    static JsonArray of(ApplicationKind kind, JsonObject metadata) {
        ReleaseFields fields = new ReleaseFields(kind, metadata);
        List<JsonValue> entries = new ArrayList<>();
        for (JsonValue value : metadata.arrayOrEmpty("managedFields")) {
            if (value instanceof JsonObject entry
                    && entry.stringOrEmpty("subresource").isEmpty()) {
                JsonObject shown = fields.shown(entry.objectOrEmpty("fieldsV1"));
                if (!shown.isEmpty()) {
                    entries.add(entry.toBuilder()
                            .put("apiVersion", kind.gvk().apiVersion())
                            .put("fieldsV1", shown)
                            .build());
                }
            }
        }
        return new JsonArray(entries);
    }

    private JsonObject shown(JsonObject fields) {
        JsonObject.Builder shown = JsonObject.builder();
        JsonObject metadataFields = metadata(fields.objectOrEmpty("f:metadata"));
        if (!metadataFields.isEmpty()) {
            shown.put("f:metadata", metadataFields);
        }
        if (fields.objectOrEmpty("f:spec").get("f:values") instanceof JsonObject values) {
            JsonObject spec = known(
                    renamed(
                            values,
                            name -> ReservedKeys.isReserved(name.substring(2)) ? Optional.empty() : Optional.of(name)),
                    kind.schema().json());
            // If a manager owns the object values of the release, the manager also owns the spec of the Application.
            if (!spec.isEmpty() || values.isEmpty() || values.has(SELF)) {
                shown.put("f:spec", spec);
            }
        }
        return shown.build();
    }

    /** Returns the fields that remain after pruning with a schema. */
    private static JsonObject known(JsonObject fields, JsonObject schema) {
        JsonObject.Builder known = JsonObject.builder();
        boolean open = schema.isTrue("x-kubernetes-preserve-unknown-fields");
        fields.members().forEach((element, below) -> {
            JsonValue inner =
                    element.startsWith("f:") ? member(schema, element.substring(2)) : schema.objectOrEmpty("items");
            if (element.equals(SELF)) {
                known.put(element, below);
            } else if (inner instanceof JsonObject declared && below instanceof JsonObject children) {
                known.put(element, known(children, declared));
            } else if (open || inner != null) {
                known.put(element, below);
            }
        });
        return known.build();
    }

    /** Returns the schema of a member, or true for any value; null if the name is unknown. */
    private static @Nullable JsonValue member(JsonObject schema, String name) {
        JsonValue declared = schema.objectOrEmpty("properties").get(name);
        JsonValue others = schema.get("additionalProperties");
        return declared != null ? declared : JsonBoolean.FALSE.equals(others) ? null : others;
    }

    private JsonObject metadata(JsonObject fields) {
        JsonObject.Builder shown = JsonObject.builder();
        put(shown, fields, "f:annotations", this::ofAnnotation);
        put(shown, fields, "f:finalizers", shownOf(SharedList.FINALIZERS));
        if (fields.has("f:generateName") && !GeneratedName.shown(kind, metadata).isEmpty()) {
            shown.put("f:generateName", JsonObject.EMPTY);
        }
        put(shown, fields, "f:labels", this::withoutPrefix);
        put(shown, fields, "f:ownerReferences", shownOf(SharedList.OWNER_REFERENCES));
        return shown.build();
    }

    private Optional<String> ofAnnotation(String element) {
        return ReconcileRequests.shared(kind).stream().anyMatch(key -> element.equals("f:" + key))
                ? Optional.of(element)
                : withoutPrefix(element);
    }

    private Optional<String> withoutPrefix(String element) {
        String prefix = "f:" + ReleaseLabels.prefix(kind.group());
        return element.startsWith(prefix) && element.length() > prefix.length()
                ? Optional.of("f:" + element.substring(prefix.length()))
                : Optional.empty();
    }

    private Function<String, Optional<String>> shownOf(SharedList list) {
        Set<String> ids = new HashSet<>();
        list.shown(kind.group(), metadata).forEach(entry -> ids.add(list.id(entry)));
        return element -> Optional.of(element).filter(item -> ids.contains(list.id(content(item))));
    }

    private static void put(
            JsonObject.Builder shown, JsonObject fields, String name, Function<String, Optional<String>> names) {
        JsonObject below = renamed(fields.objectOrEmpty(name), names);
        if (!below.isEmpty()) {
            shown.put(name, below);
        }
    }

    /**
     * Renames children and drops the children without a new name. Keeps the mark of the parent itself ({@code .}) if
     * any child is left.
     */
    private static JsonObject renamed(JsonObject node, Function<String, Optional<String>> names) {
        JsonObject.Builder renamed = JsonObject.builder();
        node.members().forEach((name, below) -> {
            if (!name.equals(SELF)) {
                names.apply(name).ifPresent(other -> renamed.put(other, below));
            }
        });
        JsonObject children = renamed.build();
        return children.isEmpty() || !node.has(SELF)
                ? children
                : JsonObject.builder()
                        .put(SELF, JsonObject.EMPTY)
                        .putAll(children)
                        .build();
    }

    /** Decodes a path element of a list: the value of {@code v:"x"}, the keys of {@code k:{"uid":"x"}}. */
    private static JsonValue content(String element) {
        try {
            return JsonText.parse(element.substring(Math.min(2, element.length())));
        } catch (IllegalArgumentException _) {
            return JsonObject.EMPTY;
        }
    }
}
