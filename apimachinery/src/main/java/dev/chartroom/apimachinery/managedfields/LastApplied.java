package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.typed.Comparison;
import dev.chartroom.apimachinery.managedfields.typed.FieldType;
import dev.chartroom.apimachinery.managedfields.typed.TypedComparison;
import dev.chartroom.apimachinery.managedfields.typed.TypedException;
import dev.chartroom.apimachinery.managedfields.typed.TypedFields;
import dev.chartroom.apimachinery.managedfields.typed.TypedValidation;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The annotation of client-side {@code kubectl apply}. If an object has this annotation, kubectl's server-side apply
 * updates the annotation. Such an apply also overwrites the fields in the annotation without a conflict.
 */
final class LastApplied {
    static final String MANAGER = "kubectl";
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final int ALL_ANNOTATIONS = 256 * 1024;

    private LastApplied() {}

    /**
     * Returns the fields that client-side apply set and that did not change since then. kubectl can apply other values
     * to these fields.
     */
    static FieldSet unchanged(FieldType type, JsonObject live) {
        Optional<JsonObject> configuration = value(live).flatMap(text -> parse(live, text));
        if (configuration.isEmpty()) {
            return FieldSet.EMPTY;
        }
        try {
            TypedValidation.check(type, live, false);
            TypedValidation.check(type, configuration.get(), false);
        } catch (TypedException _) {
            return FieldSet.EMPTY;
        }
        Comparison since = TypedComparison.compare(type, configuration.get(), live);
        return TypedFields.of(type, configuration.get())
                .difference(since.modified())
                .difference(since.added())
                .difference(since.removed());
    }

    /**
     * Updates the annotation if the object has it. Removes the annotation if its new value makes all annotations
     * together too large.
     */
    static JsonObject refreshed(JsonObject object, JsonObject configuration) {
        if (value(object).isEmpty()) {
            return object;
        }
        JsonObject metadata = object.objectOrEmpty("metadata");
        JsonObject annotations = metadata.objectOrEmpty("annotations");
        JsonObject now = annotations.with(ANNOTATION, new JsonString(text(configuration)));
        return object.with(
                "metadata",
                metadata.with("annotations", size(now) > ALL_ANNOTATIONS ? annotations.without(ANNOTATION) : now));
    }

    private static Optional<String> value(JsonObject object) {
        return object.objectOrEmpty("metadata")
                .objectOrEmpty("annotations")
                .string(ANNOTATION)
                .filter(value -> !value.isEmpty());
    }

    private static Optional<JsonObject> parse(JsonObject live, String text) {
        try {
            return JsonText.parse(text) instanceof JsonObject object
                            && object.string("apiVersion").equals(live.string("apiVersion"))
                            && object.string("kind").equals(live.string("kind"))
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String text(JsonObject configuration) {
        JsonObject metadata = configuration.objectOrEmpty("metadata");
        JsonValue annotations = metadata.get("annotations");
        JsonObject bare = annotations instanceof JsonObject object
                ? configuration.with("metadata", metadata.with("annotations", strings(object.without(ANNOTATION))))
                : configuration.has("metadata")
                        ? configuration.with("metadata", metadata.without("annotations"))
                        : configuration;
        return GoText.json(bare) + "\n";
    }

    private static JsonObject strings(JsonObject annotations) {
        JsonObject.Builder strings = JsonObject.builder();
        annotations.members().forEach((name, value) -> {
            if (value == JsonNull.NULL) {
                strings.put(name, "");
            } else {
                strings.put(name, value);
            }
        });
        return strings.build();
    }

    private static int size(JsonObject annotations) {
        return annotations.members().entrySet().stream()
                .mapToInt(annotation -> bytes(annotation.getKey())
                        + (annotation.getValue() instanceof JsonString(String value) ? bytes(value) : 0))
                .sum();
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
