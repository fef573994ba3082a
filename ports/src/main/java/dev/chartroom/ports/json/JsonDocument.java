package dev.chartroom.ports.json;

import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;

/**
 * A parsed document from a client.
 *
 * @param duplicates the sentences about fields that occur twice, one for each, in the words of apimachinery:
 *     {@code duplicate field "spec.size"} for JSON, {@code line 3: key "size" already set in map} for YAML (wire
 *     contract D29)
 * @param strictErrors the texts of the same duplicates as errors; all duplicates of a YAML document make one error
 */
public record JsonDocument(JsonValue value, List<String> duplicates, List<String> strictErrors) {
    public JsonDocument {
        duplicates = List.copyOf(duplicates);
        strictErrors = List.copyOf(strictErrors);
    }

    public static JsonDocument ofJson(JsonValue value, List<String> duplicates) {
        return new JsonDocument(value, duplicates, duplicates);
    }

    public static JsonDocument ofYaml(JsonValue value, List<String> duplicates) {
        return new JsonDocument(
                value,
                duplicates,
                duplicates.isEmpty()
                        ? List.of()
                        : List.of("yaml: unmarshal errors:\n  " + String.join("\n  ", duplicates)));
    }
}
