package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses a declared schema into nodes and rejects one that is not structural. */
final class SchemaParser {
    private static final Set<String> TYPES = Set.of("object", "array", "string", "integer", "number", "boolean");

    private final SchemaExpressions expressions;
    private final ConstraintParser constraints;

    SchemaParser(SchemaExpressions expressions) {
        this.expressions = expressions;
        this.constraints = new ConstraintParser(expressions);
    }

    SchemaNode parse(JsonObject schema) {
        SchemaKeywords.check(schema, "schema");
        checkRoot(schema);
        return structure(
                schema.isEmpty() ? JsonObject.of(SchemaKeywords.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE) : schema,
                "schema");
    }

    /** Parses a schema. The caller has already checked the form of the schema's own keywords. */
    private SchemaNode structure(JsonObject schema, String path) {
        SchemaQuantifiers.check(schema, path);
        ListTypeKeywords.check(schema, path);
        Map<String, SchemaNode> properties = properties(schema, path);
        SchemaNode additionalProperties = additionalProperties(schema, path);
        SchemaNode items = items(schema, path);
        return SchemaNode.of(
                schema.isTrue("nullable"),
                new SchemaNode.Extensions(
                        schema.isTrue(SchemaKeywords.PRESERVE_UNKNOWN_FIELDS),
                        schema.isTrue(SchemaKeywords.EMBEDDED_RESOURCE),
                        ListTypeKeywords.listType(schema)),
                properties,
                additionalProperties,
                items,
                constraints.parse(schema, path, properties, additionalProperties, items));
    }

    /**
     * Parses the schema of a member or an item. Unlike the root schema, this schema needs a type and can have a
     * default.
     */
    private SchemaNode node(JsonValue declared, String path) {
        if (!(declared instanceof JsonObject schema)) {
            throw SchemaKeywords.bad(path, "must be a schema (an object), not " + SchemaKeywords.text(declared));
        }
        SchemaKeywords.check(schema, path);
        checkType(schema, path);
        SchemaNode node = structure(schema, path);
        JsonValue value = ConstraintParser.keyword(schema, "default");
        if (value == null) {
            return node;
        }
        checkDefault(node, schema, path + ".default");
        return node.withDefault(value);
    }

    private static void checkRoot(JsonObject schema) {
        if (ConstraintParser.keyword(schema, "type") != null
                && !schema.stringOrEmpty("type").equals("object")) {
            throw SchemaKeywords.bad(
                    "schema.type",
                    "must be object, not " + SchemaKeywords.text(schema.get("type")) + ", because a spec is an object");
        }
        if (schema.isTrue(SchemaKeywords.INT_OR_STRING)) {
            throw SchemaKeywords.bad(
                    "schema." + SchemaKeywords.INT_OR_STRING, "must not be set, because a spec is an object");
        }
    }

    private static void checkType(JsonObject schema, String path) {
        JsonValue type = ConstraintParser.keyword(schema, "type");
        if (type instanceof JsonString(String name)) {
            if (!TYPES.contains(name)) {
                throw SchemaKeywords.bad(
                        path + ".type",
                        "must be object, array, string, integer, number or boolean, not \"" + name + "\""
                                + (name.equals("null") ? "; for a value that may be null, set nullable" : ""));
            }
        } else if (type != null) {
            throw SchemaKeywords.bad(
                    path + ".type",
                    "must be one type, not " + SchemaKeywords.text(type)
                            + "; for a value that may be null, set nullable; for an integer or a string, set "
                            + SchemaKeywords.INT_OR_STRING);
        } else if (!schema.isTrue(SchemaKeywords.INT_OR_STRING)
                && !schema.isTrue(SchemaKeywords.PRESERVE_UNKNOWN_FIELDS)) {
            throw SchemaKeywords.bad(
                    path + ".type",
                    "must be set, unless " + SchemaKeywords.INT_OR_STRING + " or "
                            + SchemaKeywords.PRESERVE_UNKNOWN_FIELDS + " is true");
        }
    }

    private Map<String, SchemaNode> properties(JsonObject schema, String path) {
        Map<String, SchemaNode> properties = new LinkedHashMap<>();
        schema.objectOrEmpty("properties")
                .members()
                .forEach((name, declared) -> properties.put(name, node(declared, path + ".properties[" + name + "]")));
        return properties;
    }

    private @Nullable SchemaNode additionalProperties(JsonObject schema, String path) {
        boolean alone = schema.objectOrEmpty("properties").isEmpty();
        return switch (ConstraintParser.keyword(schema, "additionalProperties")) {
            case JsonObject declared when alone -> node(declared, path + ".additionalProperties");
            case JsonObject _ ->
                throw SchemaKeywords.bad(
                        path + ".additionalProperties",
                        "must not be a schema beside properties: a value is either an object of known members or a map");
            case JsonBoolean allowed -> allowed.value() || alone ? SchemaNode.OPAQUE : null;
            case null, default -> null;
        };
    }

    private @Nullable SchemaNode items(JsonObject schema, String path) {
        JsonValue items = ConstraintParser.keyword(schema, "items");
        if (items instanceof JsonArray) {
            throw SchemaKeywords.bad(path + ".items", "must be one schema for all items, not a list of schemas");
        }
        if (items == null && schema.stringOrEmpty("type").equals("array")) {
            throw SchemaKeywords.bad(path + ".items", "must be set, because the type is array");
        }
        return items == null ? null : node(items, path + ".items");
    }

    /**
     * Checks that the default would be valid if a client submitted it. Unlike upstream, the default is first completed
     * with the defaults that the schema contains.
     */
    private void checkDefault(SchemaNode node, JsonObject schema, String path) {
        JsonValue value = SchemaDefaulter.withDefaults(node, Objects.requireNonNull(schema.get("default")));
        Location at = Location.of(path);
        List<String> unknown = SchemaPruner.unknownFields(node, value, at);
        if (!unknown.isEmpty()) {
            throw SchemaKeywords.bad(path, "must not have unknown fields: " + String.join(", ", unknown));
        }
        List<FieldError> errors =
                new ArrayList<>(node.constraints().check(at, value, null).errors());
        errors.addAll(EmbeddedResources.check(node, at, value));
        if (errors.isEmpty()) {
            errors.addAll(rulesOf(schema).check(path, value, null));
        }
        if (!errors.isEmpty()) {
            FieldError first = errors.getFirst();
            throw SchemaKeywords.bad(
                    first.field().equals(FieldError.NO_FIELD) ? path : first.field(),
                    "must be valid: " + first.message());
        }
    }

    /**
     * Returns the rules of a schema with a default. A rule that does not compile is ignored here, because
     * {@link Schema#of} later reports it with its path.
     */
    private SchemaRules rulesOf(JsonObject schema) {
        try {
            return expressions.rules(schema);
        } catch (IllegalArgumentException _) {
            return SchemaRules.NONE;
        }
    }
}
