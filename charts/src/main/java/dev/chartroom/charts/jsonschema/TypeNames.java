package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Names of types in structural schemas. */
final class TypeNames {
    private static final Set<JsonType> INT_OR_STRING = EnumSet.of(JsonType.INTEGER, JsonType.STRING);
    private static final Set<JsonType> NUMBER = EnumSet.of(JsonType.INTEGER, JsonType.FRACTION);

    private TypeNames() {}

    /** Returns the keywords that admit exactly these types; empty if there are no such keywords. */
    static Optional<JsonObject> head(Set<JsonType> types, boolean nullable) {
        JsonObject.Builder head = JsonObject.builder();
        if (types.equals(INT_OR_STRING)) {
            head.put(Structural.INT_OR_STRING, true);
        } else if (types.equals(NUMBER)) {
            head.put("type", "number");
        } else if (types.size() == 1) {
            head.put("type", of(types.iterator().next()));
        } else {
            return Optional.empty();
        }
        if (nullable) {
            head.put("nullable", true);
        }
        return Optional.of(head.build());
    }

    static String of(JsonType type) {
        return type == JsonType.FRACTION ? "number" : type.name().toLowerCase(Locale.ROOT);
    }

    static String withArticle(JsonType type) {
        return (type == JsonType.OBJECT || type == JsonType.ARRAY || type == JsonType.INTEGER ? "an " : "a ")
                + of(type);
    }

    static String of(Set<JsonType> types) {
        return types.stream()
                .filter(type -> type != JsonType.INTEGER || !types.contains(JsonType.FRACTION))
                .map(TypeNames::of)
                .collect(Collectors.joining(" or "));
    }
}
