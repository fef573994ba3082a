package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Building blocks of structural schemas. */
public final class Structural {
    public static final String INT_OR_STRING = "x-kubernetes-int-or-string";
    public static final String PRESERVE_UNKNOWN_FIELDS = "x-kubernetes-preserve-unknown-fields";

    /** The schema of any value. */
    public static final JsonObject OPEN = JsonObject.of(PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);

    /** The schema of any object. */
    public static final JsonObject OPEN_OBJECT = JsonObject.builder()
            .put("type", "object")
            .put(PRESERVE_UNKNOWN_FIELDS, true)
            .build();

    /** The schema that no value fits. */
    static final JsonObject NOTHING = OPEN_OBJECT.with("not", JsonObject.EMPTY);

    private Structural() {}

    /** Adds each clause to the schema itself if the schema lacks the clause's keywords, otherwise to {@code allOf}. */
    static JsonObject with(JsonObject schema, Collection<JsonObject> clauses) {
        JsonObject all = schema;
        List<JsonValue> rest = new ArrayList<>();
        for (JsonObject clause : clauses.stream().distinct().toList()) {
            boolean fits = clause.names().stream().noneMatch(all::has);
            if (fits) {
                all = all.toBuilder().putAll(clause).build();
            } else {
                rest.add(clause);
            }
        }
        return rest.isEmpty() ? all : all.with("allOf", allOf(all, rest));
    }

    static JsonObject enumOf(Collection<? extends JsonValue> values) {
        return JsonObject.of("enum", new JsonArray(List.copyOf(values)));
    }

    static JsonObject anyOf(List<JsonObject> clauses) {
        return JsonObject.of("anyOf", new JsonArray(List.copyOf(clauses)));
    }

    static JsonObject not(JsonObject clause) {
        return JsonObject.of("not", clause);
    }

    static JsonObject required(Collection<String> names) {
        return JsonObject.of("required", JsonArray.ofStrings(names));
    }

    /** Returns a schema that admits the values that both schemas admit. */
    static JsonObject both(JsonObject one, JsonObject other) {
        return with(one, List.of(other));
    }

    static JsonString type(String name) {
        return new JsonString(name);
    }

    private static JsonArray allOf(JsonObject schema, List<JsonValue> clauses) {
        List<JsonValue> all = new ArrayList<>(schema.arrayOrEmpty("allOf").values());
        all.addAll(clauses);
        return new JsonArray(all);
    }
}
