package dev.chartroom.adapters.http.openapi.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The keywords of a schema that contain no other schema, and the values that each keyword can have. Go's decoders
 * reject a whole document because of one value of the wrong type.
 */
final class PublishedKeywords {
    private static final Set<String> LIST_TYPES = Set.of("atomic", "set", "map");
    private static final Set<String> MAP_TYPES = Set.of("atomic", "granular");

    private static final Map<String, Predicate<JsonValue>> STANDARD = new HashMap<>();
    private static final Map<String, Predicate<JsonValue>> KUBERNETES = Map.of(
            Extensions.PRESERVE_UNKNOWN_FIELDS, PublishedKeywords::isTrue,
            Extensions.INT_OR_STRING, PublishedKeywords::isTrue,
            Extensions.EMBEDDED_RESOURCE, PublishedKeywords::isTrue,
            Extensions.LIST_TYPE, value -> isOneOf(LIST_TYPES, value),
            Extensions.MAP_TYPE, value -> isOneOf(MAP_TYPES, value),
            Extensions.LIST_MAP_KEYS, PublishedKeywords::isStrings,
            Extensions.VALIDATIONS, PublishedKeywords::isObjects);

    static {
        List.of("title", "description", "format", "pattern")
                .forEach(name -> STANDARD.put(name, JsonString.class::isInstance));
        List.of("nullable", "uniqueItems", "exclusiveMaximum", "exclusiveMinimum")
                .forEach(name -> STANDARD.put(name, PublishedKeywords::isTrue));
        List.of("maximum", "minimum", "multipleOf").forEach(name -> STANDARD.put(name, JsonNumber.class::isInstance));
        List.of("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties")
                .forEach(name -> STANDARD.put(name, PublishedKeywords::isCount));
        List.of("default", "example").forEach(name -> STANDARD.put(name, value -> true));
        STANDARD.put("enum", value -> value instanceof JsonArray array && !array.isEmpty());
        STANDARD.put("required", PublishedKeywords::isStrings);
    }

    private PublishedKeywords() {}

    /**
     * True for a keyword of OpenAPI with a valid value. A flag is valid only if it is true, because false is its
     * default.
     */
    static boolean isStandard(String name, JsonValue value) {
        return STANDARD.containsKey(name) && STANDARD.get(name).test(value);
    }

    /**
     * True for one of Kubernetes' schema extensions with a valid value, and for every extension that is not Kubernetes'
     * own.
     */
    static boolean isExtension(String name, JsonValue value) {
        return name.startsWith("x-kubernetes-")
                ? KUBERNETES.containsKey(name) && KUBERNETES.get(name).test(value)
                : name.startsWith("x-");
    }

    private static boolean isTrue(JsonValue value) {
        return value == JsonBoolean.TRUE;
    }

    private static boolean isCount(JsonValue value) {
        return value instanceof JsonNumber number
                && number.isIntegral()
                && number.asLong().orElse(-1) >= 0;
    }

    private static boolean isOneOf(Set<String> choices, JsonValue value) {
        return value instanceof JsonString(String text) && choices.contains(text);
    }

    private static boolean isStrings(JsonValue value) {
        return value instanceof JsonArray array
                && !array.isEmpty()
                && array.values().stream().allMatch(JsonString.class::isInstance);
    }

    private static boolean isObjects(JsonValue value) {
        return value instanceof JsonArray array
                && !array.isEmpty()
                && array.values().stream().allMatch(JsonObject.class::isInstance);
    }
}
