package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a field.
 *
 * @param json the schema; empty if the field is not declared
 */
record DeclaredField(JsonObject json) {

    static DeclaredField of(Schema schema, RulePath path) {
        List<String> steps = new ArrayList<>(path.scope().steps());
        steps.addAll(path.field().names());
        JsonObject at = schema.json();
        for (String step : steps) {
            at = below(at, step);
        }
        return new DeclaredField(at);
    }

    private static JsonObject below(JsonObject schema, String step) {
        if (step.equals(RuleScope.ITEMS)) {
            return schema.objectOrEmpty("items");
        }
        JsonObject properties = schema.objectOrEmpty("properties");
        return properties.has(step) ? properties.objectOrEmpty(step) : schema.objectOrEmpty("additionalProperties");
    }

    boolean isDeclared() {
        return !json.isEmpty();
    }

    /** Returns the type; empty if the schema does not have exactly one type. */
    String type() {
        return json.stringOrEmpty("type");
    }

    @Nullable
    JsonValue fallback() {
        return json.get("default");
    }
}
