package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.jsonpath.JsonPath;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import java.util.Optional;

/** Reads the source of a value: a {@code jsonPath} or an {@code expression}. */
final class ValueSourceReader {
    private final SchemaExpressions expressions;

    ValueSourceReader(SchemaExpressions expressions) {
        this.expressions = expressions;
    }

    /**
     * Returns the source; empty if a problem was noted.
     *
     * @param schema the schema of the object that has the value
     */
    Optional<ValueSource> read(DefinitionFields declared, JsonObject schema) {
        String path = declared.textOr("jsonPath", "");
        String expression = declared.textOr("expression", "");
        if (!path.isEmpty() && !expression.isEmpty()) {
            declared.problem("expression", "must not be set together with jsonPath");
        } else if (!path.isEmpty()) {
            return path(declared, path);
        } else if (!expression.isEmpty()) {
            return expression(declared, schema, expression);
        } else {
            declared.problem("jsonPath", "required unless expression is set");
        }
        return Optional.empty();
    }

    private static Optional<ValueSource> path(DefinitionFields declared, String path) {
        try {
            return Optional.of(ValueSource.of(JsonPath.parse(path)));
        } catch (IllegalArgumentException e) {
            declared.problem("jsonPath", e.getMessage() + ": \"" + path + "\"");
            return Optional.empty();
        }
    }

    private Optional<ValueSource> expression(DefinitionFields declared, JsonObject schema, String expression) {
        try {
            return Optional.of(ValueSource.of(expression, expressions.value(schema, expression)));
        } catch (IllegalArgumentException e) {
            declared.problem("expression", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
