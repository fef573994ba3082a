package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;

/**
 * Checks {@code anyOf}, {@code oneOf}, {@code allOf} and {@code not}. These keywords can narrow the enclosing schema
 * but must not declare anything. The only exception is the idiom for an integer or a string.
 */
final class SchemaQuantifiers {
    private static final List<String> LISTS = List.of("anyOf", "oneOf", "allOf");
    private static final List<String> DECLARING = List.of(
            "type",
            "additionalProperties",
            "default",
            "title",
            "description",
            "nullable",
            SchemaKeywords.INT_OR_STRING,
            SchemaKeywords.PRESERVE_UNKNOWN_FIELDS,
            "x-kubernetes-embedded-resource",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-map-type",
            "x-kubernetes-validations");
    private static final JsonArray INT_OR_STRING = JsonArray.of(
            JsonObject.of("type", new JsonString("integer")), JsonObject.of("type", new JsonString("string")));

    private SchemaQuantifiers() {}

    /** Checks the quantifiers of a schema. The caller has already checked the form of the schema's own keywords. */
    static void check(JsonObject schema, String path) {
        JsonObject own = INT_OR_STRING.equals(schema.get("anyOf")) ? schema.without("anyOf") : schema;
        JsonArray allOf = own.arrayOrEmpty("allOf");
        if (!allOf.isEmpty() && allOf.get(0) instanceof JsonObject first && INT_OR_STRING.equals(first.get("anyOf"))) {
            narrowing(first.without("anyOf"), path + ".allOf[0]", path);
            for (int i = 1; i < allOf.size(); i++) {
                narrowing(allOf.get(i), path + ".allOf[" + i + "]", path);
            }
            own = own.without("allOf");
        }
        quantifiers(own, path, path);
    }

    private static void quantifiers(JsonObject value, String path, String schemaPath) {
        for (String list : LISTS) {
            JsonArray clauses = value.arrayOrEmpty(list);
            for (int i = 0; i < clauses.size(); i++) {
                narrowing(clauses.get(i), path + "." + list + "[" + i + "]", schemaPath);
            }
        }
        if (value.has("not")) {
            narrowing(value.objectOrEmpty("not"), path + ".not", schemaPath);
        }
    }

    /**
     * Checks one clause.
     *
     * @param schemaPath the path of the schema that the clause narrows; declarations belong in that schema
     */
    private static void narrowing(JsonValue clause, String path, String schemaPath) {
        if (!(clause instanceof JsonObject value)) {
            throw SchemaKeywords.bad(path, "must be a schema (an object), not " + SchemaKeywords.text(clause));
        }
        for (String keyword : DECLARING) {
            JsonValue declared = value.get(keyword);
            if (declared != null && declared != JsonNull.NULL && declared != JsonBoolean.FALSE) {
                throw SchemaKeywords.bad(
                        path + "." + keyword,
                        "must not be set in anyOf, oneOf, allOf or not; declare it at " + schemaPath + "." + keyword);
            }
        }
        SchemaKeywords.check(value, path);
        value.objectOrEmpty("properties").members().forEach((name, member) -> {
            String inside = ".properties[" + name + "]";
            if (name.equals("metadata")) {
                throw SchemaKeywords.bad(path + inside, "must not be set in anyOf, oneOf, allOf or not");
            }
            narrowing(member, path + inside, schemaPath + inside);
        });
        JsonValue items = value.get("items");
        if (items != null && items != JsonNull.NULL) {
            narrowing(items, path + ".items", schemaPath + ".items");
        }
        quantifiers(value, path, schemaPath);
    }
}
