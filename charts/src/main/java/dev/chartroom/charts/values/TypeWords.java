package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The words that comments use for types. */
final class TypeWords {
    private TypeWords() {}

    /** Returns the type of JSON Schema; empty if the word is unknown or ambiguous. */
    static Optional<String> type(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "string", "str", "tpl", "tpl/string" -> Optional.of("string");
            case "int", "integer" -> Optional.of("integer");
            case "float", "number", "double" -> Optional.of("number");
            case "bool", "boolean" -> Optional.of("boolean");
            case "list", "array" -> Optional.of("array");
            case "object", "dict", "map" -> Optional.of("object");
            default -> Optional.empty();
        };
    }

    static JsonObject schema(String type, boolean nullable) {
        return JsonObject.of("type", nullable ? JsonArray.ofStrings(List.of(type, "null")) : new JsonString(type));
    }
}
