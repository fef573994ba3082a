package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a declared schema into nodes, and refuses one that is not structural. */
final class SchemaParser {
    private SchemaParser() {}

    static SchemaNode parse(JsonObject schema) {
        SchemaKeywords.check(schema, "schema");
        return schema.isEmpty() ? SchemaNode.ANY_OBJECT : structure(schema, "schema", rootType(schema));
    }

    /** The schema of a value, whose own keywords are known to be of the right form. */
    private static SchemaNode structure(JsonObject schema, String path, SchemaType type) {
        SchemaQuantifiers.check(schema, path);
        return SchemaNode.of(
                type,
                schema.isTrue("nullable"),
                properties(schema, path),
                additionalProperties(schema, path),
                items(schema, path));
    }

    /** The schema of a member or an item, which unlike the root needs a type and may have a default. */
    private static SchemaNode node(JsonValue declared, String path) {
        if (!(declared instanceof JsonObject schema)) {
            throw SchemaKeywords.bad(
                    path, "must be a schema, which is an object, not " + SchemaKeywords.text(declared));
        }
        SchemaKeywords.check(schema, path);
        SchemaNode node = structure(schema, path, type(schema, path));
        JsonValue value = keyword(schema, "default");
        if (value == null) {
            return node;
        }
        checkDefault(node, value, path + ".default");
        return node.withDefault(value);
    }

    private static SchemaType rootType(JsonObject schema) {
        if (keyword(schema, "type") != null && !schema.stringOrEmpty("type").equals("object")) {
            throw SchemaKeywords.bad(
                    "schema.type",
                    "must be object, because a spec is one, not " + SchemaKeywords.text(schema.get("type")));
        }
        if (schema.isTrue(SchemaKeywords.INT_OR_STRING)) {
            throw SchemaKeywords.bad(
                    "schema." + SchemaKeywords.INT_OR_STRING, "must not be set, because a spec is an object");
        }
        return SchemaType.OBJECT;
    }

    private static SchemaType type(JsonObject schema, String path) {
        JsonValue type = keyword(schema, "type");
        if (type instanceof JsonString(String name)) {
            SchemaType known = SchemaType.ofKeyword(name)
                    .orElseThrow(() -> SchemaKeywords.bad(
                            path + ".type",
                            "must be object, array, string, integer, number or boolean, not \"" + name + "\""
                                    + (name.equals("null") ? "; for a value that may be null, set nullable" : "")));
            return schema.isTrue(SchemaKeywords.INT_OR_STRING) ? SchemaType.INT_OR_STRING : known;
        }
        if (type != null) {
            throw SchemaKeywords.bad(
                    path + ".type",
                    "must be one type, not " + SchemaKeywords.text(type)
                            + "; for a value that may be null, set nullable," + " for an integer or a string, set "
                            + SchemaKeywords.INT_OR_STRING);
        }
        if (schema.isTrue(SchemaKeywords.INT_OR_STRING)) {
            return SchemaType.INT_OR_STRING;
        }
        if (schema.isTrue(SchemaKeywords.PRESERVE_UNKNOWN_FIELDS)) {
            return SchemaType.ANY;
        }
        throw SchemaKeywords.bad(
                path + ".type",
                "must be set, or else " + SchemaKeywords.INT_OR_STRING + " or "
                        + SchemaKeywords.PRESERVE_UNKNOWN_FIELDS);
    }

    private static Map<String, SchemaNode> properties(JsonObject schema, String path) {
        Map<String, SchemaNode> properties = new LinkedHashMap<>();
        schema.objectOrEmpty("properties")
                .members()
                .forEach((name, declared) -> properties.put(name, node(declared, path + ".properties[" + name + "]")));
        return properties;
    }

    private static @Nullable SchemaNode additionalProperties(JsonObject schema, String path) {
        if (!(keyword(schema, "additionalProperties") instanceof JsonObject declared)) {
            return null;
        }
        if (!schema.objectOrEmpty("properties").isEmpty()) {
            throw SchemaKeywords.bad(
                    path + ".additionalProperties",
                    "must not be a schema beside properties: a value is either an object of known members or a map");
        }
        return node(declared, path + ".additionalProperties");
    }

    private static @Nullable SchemaNode items(JsonObject schema, String path) {
        JsonValue items = keyword(schema, "items");
        if (items instanceof JsonArray) {
            throw SchemaKeywords.bad(path + ".items", "must be one schema for all items, not a list of schemas");
        }
        if (items == null && schema.stringOrEmpty("type").equals("array")) {
            throw SchemaKeywords.bad(path + ".items", "must be set, because the type is array");
        }
        return items == null ? null : node(items, path + ".items");
    }

    private static void checkDefault(SchemaNode node, JsonValue value, String path) {
        if (value == JsonNull.NULL && node.nullable()) {
            return;
        }
        if (!node.type().admits(value)) {
            throw SchemaKeywords.bad(
                    path,
                    "must be of the type that the schema has, " + node.type() + ", not " + SchemaKeywords.text(value));
        }
        if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> {
                SchemaNode schema = node.member(name);
                if (schema != null) {
                    checkDefault(schema, member, path + "." + name);
                }
            });
        } else if (value instanceof JsonArray array && node.items() != null) {
            for (int i = 0; i < array.size(); i++) {
                checkDefault(node.items(), array.get(i), path + "[" + i + "]");
            }
        }
    }

    /** The value of a keyword; as in Go, null counts as absent. */
    private static @Nullable JsonValue keyword(JsonObject schema, String name) {
        JsonValue value = schema.get(name);
        return value == JsonNull.NULL ? null : value;
    }
}
