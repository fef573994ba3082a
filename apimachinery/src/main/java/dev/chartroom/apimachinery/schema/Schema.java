package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A structural schema (OpenAPI v3 as CustomResourceDefinitions restrict it) of a {@code spec}. Immutable; two schemas
 * are equal if their JSON is equal.
 */
public final class Schema {
    private final JsonObject json;
    private final SchemaNode root;
    private final SchemaRules rules;

    private Schema(JsonObject json, SchemaNode root, SchemaRules rules) {
        this.json = json;
        this.root = root;
        this.rules = rules;
    }

    /**
     * Reads a schema. The empty schema admits any object. Unlike in a CustomResourceDefinition, the root may omit its
     * type, and {@code additionalProperties} may be a boolean beside {@code properties}, as in schemas of chart values.
     * Unknown keywords are ignored.
     *
     * @param openApiV3Schema the schema of a spec, a JSON object
     * @param expressions compiles the patterns and rules of the schema
     * @throws IllegalArgumentException if the schema is not structural; the message contains the path and the remedy
     */
    public static Schema of(JsonObject openApiV3Schema, SchemaExpressions expressions) {
        SchemaNode root = new SchemaParser(expressions).parse(openApiV3Schema);
        return new Schema(openApiV3Schema, root, expressions.rules(openApiV3Schema));
    }

    /** Reads a schema with {@link SchemaExpressions#JDK}. */
    public static Schema of(JsonObject openApiV3Schema) {
        return of(openApiV3Schema, SchemaExpressions.JDK);
    }

    /** Returns whether a keyword has a meaning in a schema. Other keywords are ignored or rejected. */
    public static boolean knows(String keyword) {
        return SchemaKeywords.isKnown(keyword);
    }

    /** Returns the schema as it was declared. */
    public JsonObject json() {
        return json;
    }

    SchemaNode root() {
        return root;
    }

    /** Returns the rules; {@link SchemaRules#NONE} if there are none. */
    SchemaRules rules() {
        return rules;
    }

    /** Returns whether the schema has rules. Their evaluation may take long even for a short value. */
    public boolean hasRules() {
        return !SchemaRules.NONE.equals(rules);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Schema that && json.equals(that.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
