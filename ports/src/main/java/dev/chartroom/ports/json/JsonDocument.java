package dev.chartroom.ports.json;

import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;

/**
 * A parsed document from a client.
 *
 * @param duplicates one sentence for each field that occurs twice, in the words of apimachinery (wire contract D29).
 *     For JSON: {@code duplicate field "spec.size"}. For YAML: {@code line 3: key "size" already set in map}.
 * @param strictErrors the error texts for the same fields; for a YAML document, one text contains all sentences
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
