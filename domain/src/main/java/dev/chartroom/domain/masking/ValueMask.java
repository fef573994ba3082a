package dev.chartroom.domain.masking;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonText;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.schema.SchemaPruner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Makes the sensitive values of a kind's objects unreadable: those whose schema says {@code format: password} or {@code
 * x-kubernetes-sensitive}, and those that its definition lists. Immutable.
 */
public final class ValueMask {
    /** What stands in for a value. */
    public static final JsonString MASK = new JsonString("******");

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private final Schema schema;
    private final MaskNode root;

    private ValueMask(Schema schema, MaskNode root) {
        this.schema = schema;
        this.root = root;
    }

    /**
     * The mask of a kind.
     *
     * @param schema the schema of {@code spec}
     * @param paths of further sensitive values in the object, such as {@code spec.users[*].password}; {@code *} and
     *     {@code [*]} stand for every item of a list and every member of a map
     */
    public static ValueMask of(Schema schema, List<String> paths) {
        MaskNode spec = SensitiveSchema.of(schema.json());
        MaskNode root = spec.isEmpty() ? MaskNode.NONE : new MaskNode(false, Map.of("spec", spec), null);
        for (String path : paths) {
            root = root.and(MaskNode.of(segments(path)));
        }
        return new ValueMask(schema, root.complete());
    }

    /** True where nothing of the kind is sensitive: then everything stays as it is. */
    public boolean isEmpty() {
        return root.isEmpty();
    }

    /** An object, a list or table of such, or a merge patch, with masks for values and without unknown ones. */
    public JsonValue apply(JsonValue value) {
        return isEmpty() || !(value instanceof JsonObject object) ? value : object(object);
    }

    /** A JSON patch with masks for the values that it brings to sensitive places, or above or below one. */
    public JsonValue applyToPatch(JsonValue patch) {
        return isEmpty() ? patch : new PatchMask(this).apply(patch);
    }

    /** A Status of a failure with masks for the texts that may quote a sensitive value. */
    public JsonObject applyToStatus(JsonObject status) {
        return isEmpty() ? status : new StatusMask(root).apply(status);
    }

    JsonObject object(JsonObject object) {
        JsonObject.Builder masked = object.toBuilder();
        object.members().forEach((name, value) -> masked.put(name, member(name, value)));
        return masked.build();
    }

    private JsonValue member(String name, JsonValue value) {
        return switch (value) {
            case JsonObject metadata when name.equals("metadata") -> metadata(metadata);
            case JsonArray items when name.equals("items") -> items.map(this::apply);
            case JsonArray rows when name.equals("rows") -> rows.map(this::row);
            case JsonObject spec when name.equals("spec") -> spec(spec);
            case JsonValue _ -> root.child(name).apply(value);
        };
    }

    /** What the schema does not know is taken out, as upstream does: it may be something sensitive, misspelt. */
    private JsonValue spec(JsonObject spec) {
        return root.child("spec").apply(SchemaPruner.pruneKeepingNulls(schema, spec, "spec"));
    }

    private JsonValue row(JsonValue row) {
        return row instanceof JsonObject columns && columns.get("object") instanceof JsonObject object
                ? columns.with("object", object(object))
                : row;
    }

    private JsonObject metadata(JsonObject metadata) {
        JsonObject masked = metadata;
        JsonValue managedFields = metadata.get("managedFields");
        if (managedFields != null) {
            masked = masked.with("managedFields", ManagedFieldsMask.apply(root, managedFields));
        }
        if (metadata.get("annotations") instanceof JsonObject annotations) {
            JsonValue lastApplied = annotations.get(LAST_APPLIED);
            if (lastApplied != null && lastApplied != JsonNull.NULL) {
                masked = masked.with("annotations", annotations.with(LAST_APPLIED, lastApplied(lastApplied)));
            }
        }
        return masked;
    }

    private JsonString lastApplied(JsonValue value) {
        try {
            if (value instanceof JsonString(String text) && JsonText.parse(text) instanceof JsonObject object) {
                return new JsonString(object(object) + "\n");
            }
        } catch (IllegalArgumentException _) {
            // is no JSON
        }
        return MASK;
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String part : path.split("\\.", -1)) {
            int bracket = part.indexOf('[');
            segments.add(bracket < 0 ? part : part.substring(0, bracket));
            if (bracket >= 0) {
                Arrays.stream(part.substring(bracket).split("(?<=])", -1))
                        .filter(item -> !item.isEmpty())
                        .forEach(_ -> segments.add(MaskNode.WILDCARD));
            }
        }
        return segments;
    }
}
