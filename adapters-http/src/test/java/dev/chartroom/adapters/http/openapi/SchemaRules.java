package dev.chartroom.adapters.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Map;
import java.util.Set;

/** The rules for published schemas, written independently of the code that enforces them. */
final class SchemaRules {
    private static final Set<String> TYPES = Set.of("object", "array", "string", "integer", "number", "boolean");
    private static final Set<String> BOTH = Set.of(
            "$ref",
            "type",
            "format",
            "title",
            "description",
            "example",
            "enum",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "multipleOf",
            "maxProperties",
            "minProperties",
            "required",
            "items",
            "properties",
            "additionalProperties");
    private static final Set<String> ONLY_IN_V3 = Set.of("default", "nullable", "allOf", "anyOf", "oneOf", "not");

    private SchemaRules() {}

    static void assertPublishableInV3(Map<String, JsonObject> schemas) {
        schemas.forEach((path, schema) -> {
            assertThat(schema.names())
                    .as(path)
                    .allMatch(name -> BOTH.contains(name) || ONLY_IN_V3.contains(name) || name.startsWith("x-"));
            assertCommonRules(path, schema);
        });
    }

    static void assertPublishableInV2(Map<String, JsonObject> schemas) {
        schemas.forEach((path, schema) -> {
            assertThat(schema.names())
                    .as(path)
                    .allMatch(name -> BOTH.contains(name) || name.startsWith("x-kubernetes-"));
            if (schema.isTrue("x-kubernetes-preserve-unknown-fields")) {
                assertThat(schema.names()).as(path).doesNotContain("type", "properties", "items");
            }
            assertCommonRules(path, schema);
        });
    }

    private static void assertCommonRules(String path, JsonObject schema) {
        assertThat(schema.get("additionalProperties") instanceof JsonBoolean)
                .as(path)
                .isFalse();
        if (schema.has("type")) {
            assertThat(TYPES).as(path).contains(schema.stringOrEmpty("type"));
        }
        boolean constraint = path.matches(".*/(allOf\\d+|anyOf\\d+|oneOf\\d+|not).*");
        if (schema.stringOrEmpty("type").equals("array") && !constraint) {
            assertThat(schema.object("items")).as(path).isPresent();
        }
        if (schema.stringOrEmpty("x-kubernetes-list-type").equals("map")) {
            assertThat(schema.arrayOrEmpty("x-kubernetes-list-map-keys").values())
                    .as(path)
                    .isNotEmpty();
        }
    }
}
