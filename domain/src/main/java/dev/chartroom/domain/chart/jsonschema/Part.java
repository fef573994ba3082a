package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One of the schemas that a value has to fit at once, without what was taken out of it: {@code $ref}, {@code allOf},
 * {@code anyOf} and {@code oneOf}.
 */
record Part(JsonObject schema, Set<String> refs) {

    /** The value of a keyword, unless it is null. */
    Optional<JsonValue> keyword(String name) {
        return Optional.ofNullable(schema.get(name)).filter(value -> value != JsonNull.NULL);
    }

    /** A schema that this one holds. */
    Located within(JsonValue inner) {
        return new Located(inner, refs);
    }

    /** The schemas in the list that the keyword has. */
    List<Located> list(String keyword) {
        return schema.get(keyword) instanceof JsonArray(var schemas)
                ? schemas.stream().map(this::within).toList()
                : List.of();
    }
}
