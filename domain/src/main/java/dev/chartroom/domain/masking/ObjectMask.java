package dev.chartroom.domain.masking;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import java.util.Set;

/**
 * Masks one object, or the options of a deletion. Removes fields that neither the schema nor Kubernetes defines,
 * because they may be misspelt sensitive fields.
 */
record ObjectMask(Schema schema, MaskNode root) {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final Set<String> OPTIONS = Set.of(
            "gracePeriodSeconds",
            "preconditions",
            "orphanDependents",
            "propagationPolicy",
            "dryRun",
            "ignoreStoreReadErrorWithClusterBreakingPotential");
    private static final Set<String> OF_METADATA = Set.of(
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");

    JsonObject apply(JsonObject object) {
        JsonObject.Builder masked = JsonObject.builder();
        object.members().forEach((name, value) -> {
            switch (name) {
                case "apiVersion", "kind" -> masked.put(name, value instanceof JsonString ? value : unexpected(value));
                case "metadata" ->
                    masked.put(name, value instanceof JsonObject metadata ? metadata(metadata) : unexpected(value));
                case "spec" -> masked.put(name, root.child(name).apply(known(value)));
                case "status" -> masked.put(name, root.child(name).apply(value));
                default -> {
                    if (OPTIONS.contains(name)) {
                        masked.put(name, value);
                    }
                }
            }
        });
        return masked.build();
    }

    private JsonValue known(JsonValue spec) {
        return spec instanceof JsonObject object ? SchemaPruner.pruneKeepingNulls(schema, object, "spec") : spec;
    }

    private JsonObject metadata(JsonObject metadata) {
        JsonObject.Builder masked = JsonObject.builder();
        metadata.members().forEach((name, value) -> {
            if (OF_METADATA.contains(name)) {
                masked.put(
                        name,
                        switch (name) {
                            case "managedFields" -> ManagedFieldsMask.apply(root, value);
                            case "annotations" ->
                                value instanceof JsonObject annotations ? annotations(annotations) : value;
                            default -> value;
                        });
            }
        });
        return masked.build();
    }

    private JsonObject annotations(JsonObject annotations) {
        JsonValue lastApplied = annotations.get(LAST_APPLIED);
        return lastApplied == null || lastApplied == JsonNull.NULL
                ? annotations
                : annotations.with(LAST_APPLIED, lastApplied(lastApplied));
    }

    private JsonString lastApplied(JsonValue value) {
        try {
            if (value instanceof JsonString(String text) && JsonText.parse(text) instanceof JsonObject object) {
                return new JsonString(apply(object) + "\n");
            }
        } catch (IllegalArgumentException _) {
            // not JSON
        }
        return ValueMask.MASK;
    }

    private static JsonValue unexpected(JsonValue value) {
        return value == JsonNull.NULL ? value : ValueMask.MASK;
    }
}
