package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.Excerpt;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keywords that a schema may have, and the form of their values. */
public final class SchemaKeywords {
    static final String INT_OR_STRING = "x-kubernetes-int-or-string";
    static final String PRESERVE_UNKNOWN_FIELDS = "x-kubernetes-preserve-unknown-fields";
    static final String EMBEDDED_RESOURCE = "x-kubernetes-embedded-resource";
    static final String LIST_TYPE = "x-kubernetes-list-type";
    static final String LIST_MAP_KEYS = "x-kubernetes-list-map-keys";
    static final String MAP_TYPE = "x-kubernetes-map-type";
    private static final int SHOWN = 100;
    private static final String NOT_STRUCTURAL = "must not be used: structural schemas do not support it";

    /** The keywords of JSON Schema that a structural schema must not have, with the remedy for each. */
    private static final Map<String, String> FORBIDDEN = Map.ofEntries(
            Map.entry("$ref", "must not be used: replace it with the schema that it refers to"),
            Map.entry("$schema", "must not be used: a structural schema is always OpenAPI v3; remove it"),
            Map.entry("id", "must not be used: nothing can refer to a structural schema; remove it"),
            Map.entry("$defs", "must not be used: write each schema in the place where it is used"),
            Map.entry("definitions", "must not be used: write each schema in the place where it is used"),
            Map.entry("dependencies", NOT_STRUCTURAL),
            Map.entry("dependentRequired", NOT_STRUCTURAL),
            Map.entry("dependentSchemas", NOT_STRUCTURAL),
            Map.entry("patternProperties", "must not be used: use additionalProperties"),
            Map.entry("propertyNames", NOT_STRUCTURAL),
            Map.entry("unevaluatedProperties", NOT_STRUCTURAL),
            Map.entry("additionalItems", "must not be used: the schema in items applies to all items"),
            Map.entry("prefixItems", "must not be used: the schema in items applies to all items"),
            Map.entry("unevaluatedItems", NOT_STRUCTURAL),
            Map.entry("contains", NOT_STRUCTURAL),
            Map.entry("const", "must not be used: use enum with one value"),
            Map.entry("if", "must not be used: use x-kubernetes-validations"),
            Map.entry("then", "must not be used: use x-kubernetes-validations"),
            Map.entry("else", "must not be used: use x-kubernetes-validations"));

    private static final Map<String, String> HEADER =
            Map.of("apiVersion", "string", "kind", "string", "metadata", "object");

    private static final Map<String, Form> FORMS = Map.ofEntries(
            Map.entry("title", Form.STRING),
            Map.entry("description", Form.STRING),
            Map.entry("format", Form.STRING),
            Map.entry("pattern", Form.STRING),
            Map.entry("nullable", Form.BOOLEAN),
            Map.entry("uniqueItems", Form.BOOLEAN),
            Map.entry("exclusiveMaximum", Form.BOOLEAN),
            Map.entry("exclusiveMinimum", Form.BOOLEAN),
            Map.entry(INT_OR_STRING, Form.BOOLEAN),
            Map.entry(PRESERVE_UNKNOWN_FIELDS, Form.BOOLEAN),
            Map.entry(EMBEDDED_RESOURCE, Form.BOOLEAN),
            Map.entry("maximum", Form.NUMBER),
            Map.entry("minimum", Form.NUMBER),
            Map.entry("multipleOf", Form.NUMBER),
            Map.entry("maxLength", Form.INTEGER),
            Map.entry("minLength", Form.INTEGER),
            Map.entry("maxItems", Form.INTEGER),
            Map.entry("minItems", Form.INTEGER),
            Map.entry("maxProperties", Form.INTEGER),
            Map.entry("minProperties", Form.INTEGER),
            Map.entry("enum", Form.LIST),
            Map.entry("required", Form.STRINGS),
            Map.entry("properties", Form.OBJECT),
            Map.entry("additionalProperties", Form.SCHEMA_OR_BOOLEAN),
            Map.entry("anyOf", Form.SCHEMAS),
            Map.entry("oneOf", Form.SCHEMAS),
            Map.entry("allOf", Form.SCHEMAS),
            Map.entry("not", Form.SCHEMA),
            Map.entry(LIST_TYPE, Form.STRING),
            Map.entry(LIST_MAP_KEYS, Form.STRINGS),
            Map.entry(MAP_TYPE, Form.STRING),
            Map.entry("x-kubernetes-validations", Form.OBJECTS));

    private static final Set<String> FORMED_ELSEWHERE = Set.of("type", "items", "default");

    private SchemaKeywords() {}

    /** Returns whether a keyword has a meaning. */
    static boolean isKnown(String keyword) {
        return FORMS.containsKey(keyword) || FORMED_ELSEWHERE.contains(keyword);
    }

    private enum Form {
        STRING("a string"),
        BOOLEAN("true or false"),
        NUMBER("a number"),
        INTEGER("an integer"),
        LIST("a list"),
        STRINGS("a list of strings"),
        OBJECTS("a list of objects"),
        SCHEMAS("a list of schemas"),
        OBJECT("an object"),
        SCHEMA("a schema"),
        SCHEMA_OR_BOOLEAN("a schema, true or false");

        private final String title;

        Form(String title) {
            this.title = title;
        }

        private boolean fits(JsonValue value) {
            return switch (this) {
                case STRING -> value instanceof JsonString;
                case BOOLEAN -> value instanceof JsonBoolean;
                case NUMBER -> value instanceof JsonNumber;
                case INTEGER ->
                    value instanceof JsonNumber number && number.asLong().isPresent();
                case LIST -> value instanceof JsonArray;
                case STRINGS -> isListOf(JsonString.class, value);
                case OBJECTS, SCHEMAS -> isListOf(JsonObject.class, value);
                case OBJECT, SCHEMA -> value instanceof JsonObject;
                case SCHEMA_OR_BOOLEAN -> value instanceof JsonObject || value instanceof JsonBoolean;
            };
        }

        private static boolean isListOf(Class<? extends JsonValue> type, JsonValue value) {
            return value instanceof JsonArray(var items) && items.stream().allMatch(type::isInstance);
        }
    }

    static void check(JsonObject schema, String path) {
        schema.members().forEach((keyword, value) -> {
            String refusal = FORBIDDEN.get(keyword);
            if (refusal != null) {
                throw bad(path + "." + keyword, refusal);
            }
            Form form = FORMS.get(keyword);
            if (form != null && value != JsonNull.NULL && !form.fits(value)) {
                throw bad(path + "." + keyword, "must be " + form.title + ", not " + text(value));
            }
        });
        if (schema.isTrue("uniqueItems")) {
            throw bad(path + ".uniqueItems", "must not be true; use x-kubernetes-list-type: set");
        }
        if (schema.get(PRESERVE_UNKNOWN_FIELDS) == JsonBoolean.FALSE) {
            throw bad(path + "." + PRESERVE_UNKNOWN_FIELDS, "must be true or absent");
        }
        if (schema.isTrue(INT_OR_STRING)) {
            refuseBesideIntOrString(schema, path, PRESERVE_UNKNOWN_FIELDS);
            refuseBesideIntOrString(schema, path, EMBEDDED_RESOURCE);
        }
        if (schema.isTrue(EMBEDDED_RESOURCE)) {
            checkEmbeddedResource(schema, path);
        }
    }

    private static void checkEmbeddedResource(JsonObject schema, String path) {
        if (schema.has("additionalProperties")) {
            throw bad(path + ".additionalProperties", "must not be set beside " + EMBEDDED_RESOURCE);
        }
        if (!schema.stringOrEmpty("type").equals("object")) {
            throw bad(path + ".type", "must be object, because " + EMBEDDED_RESOURCE + " is true");
        }
        JsonObject properties = schema.objectOrEmpty("properties");
        if (properties.isEmpty() && !schema.isTrue(PRESERVE_UNKNOWN_FIELDS)) {
            throw bad(
                    path + ".properties",
                    "must not be empty, because " + EMBEDDED_RESOURCE + " is true and " + PRESERVE_UNKNOWN_FIELDS
                            + " is not");
        }
        HEADER.forEach((name, type) -> {
            if (properties.has(name)
                    && !properties.objectOrEmpty(name).stringOrEmpty("type").equals(type)) {
                throw bad(
                        path + ".properties[" + name + "].type",
                        "must be " + type + ", because " + EMBEDDED_RESOURCE + " is true");
            }
        });
    }

    private static void refuseBesideIntOrString(JsonObject schema, String path, String keyword) {
        if (schema.isTrue(keyword)) {
            throw bad(path + "." + keyword, "must not be set beside " + INT_OR_STRING);
        }
    }

    /** Returns a value as messages show it; a long text is truncated. */
    static String text(@Nullable JsonValue value) {
        return Excerpt.of(String.valueOf(value), SHOWN);
    }

    public static IllegalArgumentException bad(String path, String what) {
        return new IllegalArgumentException(path + ": " + what);
    }
}
