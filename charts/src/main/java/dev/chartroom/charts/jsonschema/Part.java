package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One of several schemas, all of which a value has to fit. {@code $ref}, {@code allOf}, {@code anyOf} and {@code oneOf}
 * were removed from the schema.
 */
record Part(JsonObject schema, Set<String> refs) {

    /** Returns the value of a keyword; empty if the keyword is missing or its value is null. */
    Optional<JsonValue> keyword(String name) {
        return Optional.ofNullable(schema.get(name)).filter(value -> value != JsonNull.NULL);
    }

    /** Returns a schema inside this schema, with the same references. */
    Located within(JsonValue inner) {
        return new Located(inner, refs);
    }

    /** Returns the schemas in the list that is the value of the keyword. */
    List<Located> list(String keyword) {
        return schema.get(keyword) instanceof JsonArray(var schemas)
                ? schemas.stream().map(this::within).toList()
                : List.of();
    }
}
