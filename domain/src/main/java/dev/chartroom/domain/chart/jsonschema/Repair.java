package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.schema.SchemaExpressions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a schema what keeps it from being structural, from the inside out: a default that does not fit, a rule
 * that does not compile, a keyword of Kubernetes' own in a place where it must not be.
 */
public final class Repair {
    private static final List<String> SUSPECTS = List.of(
            "default",
            "x-kubernetes-validations",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-map-type",
            "x-kubernetes-embedded-resource");

    private final SchemaExpressions expressions;
    private final List<Remark> remarks = new ArrayList<>();

    public Repair(SchemaExpressions expressions) {
        this.expressions = expressions;
    }

    /** The schema of an object, which is structural; the very same where it was. */
    public JsonObject repaired(JsonObject schema) {
        return refusal(schema) == null ? schema : root(schema);
    }

    /** What was taken out and why. */
    public List<Remark> remarks() {
        return List.copyOf(remarks);
    }

    private JsonObject root(JsonObject schema) {
        JsonObject inside = inside(schema, "");
        String refusal = refusal(inside);
        if (refusal == null) {
            return inside;
        }
        for (String suspect : SUSPECTS) {
            if (refusal(inside.without(suspect)) == null) {
                remarks.add(new Remark("", suspect + " is left out: " + refusal));
                return inside.without(suspect);
            }
        }
        remarks.add(new Remark("", "left open: " + refusal));
        return Structural.OPEN_OBJECT;
    }

    private JsonObject inside(JsonObject schema, String path) {
        JsonObject inside = schema;
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        schema.objectOrEmpty("properties")
                .members()
                .forEach((name, member) ->
                        properties.put(name, value(member, path.isEmpty() ? name : path + "." + name)));
        if (!properties.isEmpty()) {
            inside = inside.with("properties", JsonObject.of(properties));
        }
        inside = member(inside, "additionalProperties", path + ".*");
        return member(inside, "items", path + "[*]");
    }

    private JsonObject member(JsonObject schema, String keyword, String path) {
        Optional<JsonObject> inner = schema.object(keyword);
        return inner.isPresent() ? schema.with(keyword, value(inner.get(), path)) : schema;
    }

    private JsonValue value(JsonValue declared, String path) {
        if (!(declared instanceof JsonObject schema) || refusal(holding(schema)) == null) {
            return declared;
        }
        JsonObject inside = inside(schema, path);
        String refusal = refusal(holding(inside));
        if (refusal == null) {
            return inside;
        }
        for (String suspect : SUSPECTS) {
            if (inside.has(suspect) && refusal(holding(inside.without(suspect))) == null) {
                remarks.add(new Remark(path, suspect + " is left out: " + refusal));
                return inside.without(suspect);
            }
        }
        remarks.add(new Remark(path, "left open: " + refusal));
        JsonObject.Builder open = Structural.OPEN.toBuilder();
        schema.string("description").ifPresent(description -> open.put("description", description));
        return open.build();
    }

    private static JsonObject holding(JsonObject schema) {
        return JsonObject.builder()
                .put("type", "object")
                .put("properties", JsonObject.of("value", schema))
                .build();
    }

    /** Why the schema is not structural; null where it is. */
    private @Nullable String refusal(JsonObject schema) {
        try {
            var _ = Schema.of(schema, expressions);
            return null;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage()).replaceAll("schema\\.properties\\[value]\\.?", "");
        }
    }
}
