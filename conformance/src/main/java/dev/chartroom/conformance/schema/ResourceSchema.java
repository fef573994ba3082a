package dev.chartroom.conformance.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The schema of a resource, in the form that a CustomResourceDefinition has.
 *
 * @param openApi the schema of the whole object
 * @param columns the printer columns; empty if they are unknown
 * @param selectableFields the further fields of field selectors
 * @param scale the paths of the scale subresource; empty if they are unknown
 */
public record ResourceSchema(
        JsonObject openApi, Optional<JsonArray> columns, JsonArray selectableFields, JsonObject scale) {
    /** The fields that every object has, or that a client does not choose. */
    private static final Set<String> NOT_CHOSEN = Set.of("apiVersion", "kind", "metadata", "status");

    /** Returns the schema of the fields that a client chooses, such as the spec. */
    public JsonObject fields() {
        JsonObject.Builder properties = JsonObject.builder();
        openApi.objectOrEmpty("properties").members().forEach((name, property) -> {
            if (!NOT_CHOSEN.contains(name)) {
                properties.put(name, property);
            }
        });
        List<String> required = openApi.arrayOrEmpty("required").strings().stream()
                .filter(name -> !NOT_CHOSEN.contains(name))
                .toList();
        return openApi.with("properties", properties.build()).with("required", JsonArray.ofStrings(required));
    }

    /**
     * Returns the schema of the fields with a spec in any case. Without a spec, most requests of generated sequences
     * would change nothing.
     */
    public JsonObject fieldsWithSpec() {
        JsonObject fields = fields();
        JsonValue required = fields.objectOrEmpty("properties").has("spec")
                ? JsonArray.ofStrings(withSpec(fields.arrayOrEmpty("required").strings()))
                : fields.arrayOrEmpty("required");
        return fields.with("required", required);
    }

    private static List<String> withSpec(List<String> required) {
        return required.contains("spec")
                ? required
                : Stream.concat(required.stream(), Stream.of("spec")).toList();
    }
}
