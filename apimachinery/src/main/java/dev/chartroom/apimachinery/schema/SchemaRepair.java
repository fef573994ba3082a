package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a schema structural. From the inside out, it removes invalid parts: a default that does not fit, a rule that
 * does not compile, a misplaced keyword. A schema that cannot be repaired is replaced by one that accepts any value.
 */
public final class SchemaRepair {
    /**
     * The maximum number of repairs to one schema, not counting repairs to its inner schemas. A schema with more faults
     * is replaced.
     */
    private static final int MAX_FAULTS = 10;

    /** The keywords that are removed on trial, because the error does not identify the keyword at fault. */
    private static final List<String> SUSPECTS = List.of(
            "default",
            "x-kubernetes-validations",
            SchemaKeywords.LIST_TYPE,
            SchemaKeywords.LIST_MAP_KEYS,
            SchemaKeywords.MAP_TYPE,
            SchemaKeywords.EMBEDDED_RESOURCE);

    /** The keywords whose validity depends on the inner schemas. */
    private static final Set<String> ABOUT_INSIDE = Stream.concat(
                    SUSPECTS.stream(), Stream.of("allOf", "anyOf", "oneOf", "not"))
            .collect(Collectors.toUnmodifiableSet());

    /** These keywords are never removed: without them, the schema would reject or prune values. */
    private static final Set<String> INDISPENSABLE = Set.of(
            "$ref",
            "properties",
            "patternProperties",
            "additionalProperties",
            "items",
            "prefixItems",
            SchemaKeywords.INT_OR_STRING);

    private static final Pattern BLAMED = Pattern.compile("(?:schema\\.)?([^.:\\[]+)");
    private static final JsonObject OPEN = JsonObject.of(SchemaKeywords.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);

    private final SchemaExpressions expressions;
    private final List<Change> changes = new ArrayList<>();

    /**
     * One change of the schema.
     *
     * @param path the path of the value whose schema is changed, such as {@code users.*.name} or {@code hosts[*]};
     *     empty for the whole spec
     * @param sentence describes the change and its reason
     */
    public record Change(String path, String sentence) {
        @Override
        public String toString() {
            return (path.isEmpty() ? "spec" : "spec." + path) + ": " + sentence;
        }
    }

    /** The position of a schema. For a check, an inner schema is wrapped in the schema of a spec. */
    private enum Place {
        ROOT,
        INSIDE;

        JsonObject asSpec(JsonObject schema) {
            return this == ROOT
                    ? schema
                    : JsonObject.builder()
                            .put("type", "object")
                            .put("properties", JsonObject.of("value", schema))
                            .build();
        }

        /**
         * Returns the schema of a spec that has the same faults as this schema. The inner schemas have no faults, so
         * the result omits them unless a keyword depends on them. If the result always contained them, each inner
         * schema would be parsed once for each enclosing schema.
         */
        JsonObject checked(JsonObject schema) {
            return this == ROOT || ABOUT_INSIDE.stream().anyMatch(schema::has)
                    ? asSpec(schema)
                    : asSpec(shallow(schema));
        }

        private static JsonObject shallow(JsonObject schema) {
            JsonObject shallow = schema;
            for (String keyword : List.of("additionalProperties", "items")) {
                shallow = shallow.get(keyword) instanceof JsonObject ? shallow.with(keyword, OPEN) : shallow;
            }
            Map<String, JsonValue> properties = new LinkedHashMap<>();
            schema.objectOrEmpty("properties")
                    .members()
                    .forEach((name, member) -> properties.put(name, member instanceof JsonObject ? OPEN : member));
            return properties.isEmpty() ? shallow : shallow.with("properties", JsonObject.of(properties));
        }
    }

    /** @param next the schema with one fault fewer */
    private record Step(JsonObject next, String sentence) {}

    public SchemaRepair(SchemaExpressions expressions) {
        this.expressions = expressions;
    }

    /** Returns the schema of an object, made structural; the same instance if it already is. */
    public JsonObject repaired(JsonObject schema) {
        if (fault(schema) == null) {
            return schema;
        }
        return repaired(inside(schema, ""), "", Place.ROOT, OPEN.with("type", new JsonString("object")));
    }

    /** Returns the changes in the order in which they were made. */
    public List<Change> changes() {
        return List.copyOf(changes);
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
        if (!(declared instanceof JsonObject schema)) {
            return declared;
        }
        JsonObject.Builder open = OPEN.toBuilder();
        schema.string("description").ifPresent(description -> open.put("description", description));
        return repaired(inside(schema, path), path, Place.INSIDE, open.build());
    }

    /**
     * Returns the schema without its own faults.
     *
     * @param schema a schema whose inner schemas have no faults
     * @param open the schema that replaces this one if it cannot be repaired
     */
    private JsonObject repaired(JsonObject schema, String path, Place place, JsonObject open) {
        JsonObject repaired = schema;
        String fault = fault(place.checked(repaired));
        for (int i = 0; fault != null; i++) {
            Step step = i == MAX_FAULTS ? null : step(repaired, fault, place);
            if (step == null) {
                changes.add(new Change(path, "left open: " + fault));
                return open;
            }
            changes.add(new Change(path, step.sentence() + ": " + fault));
            repaired = step.next();
            fault = fault(place.checked(repaired));
        }
        return repaired;
    }

    /** Returns the next repair; null if there is none. */
    private @Nullable Step step(JsonObject schema, String fault, Place place) {
        JsonObject pruned = withPrunedDefault(schema, place);
        if (!pruned.equals(schema) && fault(place.checked(pruned)) == null) {
            return new Step(pruned, "default is pruned");
        }
        for (String suspect : SUSPECTS) {
            if (schema.has(suspect) && fault(place.checked(schema.without(suspect))) == null) {
                return new Step(schema.without(suspect), suspect + " is left out");
            }
        }
        Matcher blamed = BLAMED.matcher(fault);
        String keyword = blamed.lookingAt() ? blamed.group(1) : "";
        if (keyword.equals("type")) {
            JsonObject typed = typed(schema);
            return typed.equals(schema) ? null : new Step(typed, type(typed) + " is accepted");
        }
        return schema.has(keyword) && !INDISPENSABLE.contains(keyword)
                ? new Step(schema.without(keyword), keyword + " is left out")
                : null;
    }

    /** Returns the schema with its default pruned of unknown fields. */
    private JsonObject withPrunedDefault(JsonObject schema, Place place) {
        JsonValue value = schema.get("default");
        JsonObject spec = place.asSpec(schema.without("default"));
        if (value == null || fault(spec) != null) {
            return schema;
        }
        SchemaNode node = Schema.of(spec, expressions).root().member("value");
        return node == null ? schema : schema.with("default", SchemaPruner.pruned(node, value));
    }

    /** Returns the schema with the type that its keywords imply. If they imply no type, the result accepts any type. */
    private static JsonObject typed(JsonObject schema) {
        if (schema.get("type") instanceof JsonArray types) {
            List<String> names = new ArrayList<>(types.strings());
            JsonObject nullable = names.remove("null") ? schema.with("nullable", JsonBoolean.TRUE) : schema;
            if (names.size() == 1 && names.size() < types.size()) {
                return nullable.with("type", new JsonString(names.getFirst()));
            }
            if (Set.copyOf(names).equals(Set.of("integer", "string"))) {
                return nullable.without("type").with(SchemaKeywords.INT_OR_STRING, JsonBoolean.TRUE);
            }
        }
        if (!schema.has("type") && (schema.has("properties") || schema.has("additionalProperties"))) {
            return schema.with("type", new JsonString("object"));
        }
        if (!schema.has("type") && schema.has("items")) {
            return schema.with("type", new JsonString("array"));
        }
        return schema.without("type").with(SchemaKeywords.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
    }

    private static String type(JsonObject schema) {
        return schema.string("type")
                .map(type -> "the type " + type)
                .orElse(schema.isTrue(SchemaKeywords.INT_OR_STRING) ? "an integer or a string" : "any type");
    }

    /** Returns the reason why the schema is not structural; null if the schema is structural. */
    private @Nullable String fault(JsonObject schema) {
        try {
            var _ = Schema.of(schema, expressions);
            return null;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage()).replaceAll("schema\\.properties\\[value]\\.?", "");
        }
    }
}
