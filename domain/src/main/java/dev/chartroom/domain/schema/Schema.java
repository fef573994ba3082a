package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A structural schema (OpenAPI v3 as CustomResourceDefinitions restrict it) of a {@code spec}. Immutable; two are equal
 * where they were declared equal.
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
     * Reads a schema. The empty one admits any object. Unlike in a CustomResourceDefinition, the root may leave out its
     * type, and {@code additionalProperties} may be a boolean beside {@code properties}, as in schemas of chart values.
     * Whatever keyword is unknown is ignored.
     *
     * @param openApiV3Schema the schema of a spec, a JSON object
     * @param expressions compiles its patterns and rules, each once
     * @throws IllegalArgumentException where it is not structural; the message says where, and what to do about it
     */
    public static Schema of(JsonObject openApiV3Schema, SchemaExpressions expressions) {
        SchemaNode root = new SchemaParser(expressions).parse(openApiV3Schema);
        return new Schema(openApiV3Schema, root, expressions.rules(openApiV3Schema));
    }

    /** Likewise, with {@link SchemaExpressions#JDK}. */
    public static Schema of(JsonObject openApiV3Schema) {
        return of(openApiV3Schema, SchemaExpressions.JDK);
    }

    /** Whether a keyword means something in a schema; whatever else is ignored. */
    public static boolean knows(String keyword) {
        return SchemaKeywords.isKnown(keyword);
    }

    /** The schema as it was declared. */
    public JsonObject json() {
        return json;
    }

    SchemaNode root() {
        return root;
    }

    /** {@link SchemaRules#NONE} where it has none. */
    SchemaRules rules() {
        return rules;
    }

    /** True if it has rules, whose evaluation may take longer than the length of a value lets expect. */
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
