package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.FieldOptions.Source;
import dev.chartroom.domain.kind.FormHints;
import dev.chartroom.domain.kind.TextRule;
import java.util.ArrayList;
import java.util.List;

/** Reads Cozystack's {@code keysOrder}, and the {@code x-cozystack-options} of fields outside of lists. */
final class CozystackFormReader {
    private CozystackFormReader() {}

    /**
     * Ignores paths outside of the spec, paths that the schema does not have, and options from another source than storage
     * classes.
     */
    static FormHints read(JsonArray keysOrder, Schema schema) {
        List<String> order = new ArrayList<>();
        for (JsonValue keys : keysOrder) {
            String path = keys instanceof JsonArray names ? String.join(".", names.strings()) : "";
            if (TextRule.SENSITIVE_PATH.accepts(path) && SchemaPaths.canHaveValue(schema.json(), path)) {
                order.add(path);
            }
        }
        List<JsonValue> fields = new ArrayList<>();
        addOptions("spec", schema.json(), fields);
        JsonObject.Builder hints = JsonObject.builder();
        if (!order.isEmpty()) {
            hints.put("order", JsonArray.ofStrings(order));
        }
        if (!fields.isEmpty()) {
            hints.put(
                    "fields",
                    new JsonArray(fields.stream().limit(FormReader.MOST_OPTIONS).toList()));
        }
        return new FormHints(hints.build());
    }

    private static void addOptions(String path, JsonObject schema, List<JsonValue> fields) {
        if (schema.objectOrEmpty("x-cozystack-options")
                        .stringOrEmpty(FormReader.SOURCE)
                        .equals("storageclass")
                && TextRule.SENSITIVE_PATH.accepts(path)) {
            fields.add(JsonObject.builder()
                    .put("path", path)
                    .put(
                            FormReader.OPTIONS,
                            JsonObject.of(FormReader.SOURCE, new JsonString(Source.STORAGE_CLASSES.toString())))
                    .build());
        }
        schema.objectOrEmpty("properties").members().forEach((name, field) -> {
            if (field instanceof JsonObject object) {
                addOptions(path + "." + name, object, fields);
            }
        });
    }
}
