package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes the structural schema of a value from all constraints on it. */
final class NodeConverter {
    private static final int MAX_DEPTH = 40;
    private static final Set<String> OBJECT_KEYWORDS = Set.of(
            "properties", "required", "additionalProperties", "patternProperties", "minProperties", "maxProperties");
    private static final Set<String> ARRAY_KEYWORDS =
            Set.of("items", "prefixItems", "minItems", "maxItems", "uniqueItems");

    private final Conversion conversion;
    private final ObjectConverter objects;
    private final ArrayConverter arrays;
    private final UnionConverter unions;
    private final ConditionConverter conditions;

    NodeConverter(Conversion conversion) {
        this.conversion = conversion;
        this.objects = new ObjectConverter(conversion, this);
        this.arrays = new ArrayConverter(conversion, this);
        ClauseConverter clauses = new ClauseConverter(conversion);
        this.unions = new UnionConverter(conversion, clauses);
        this.conditions = new ConditionConverter(conversion, clauses);
    }

    /** Returns the schema of the root of the values. The root is always an object. */
    JsonObject root(JsonValue schema) {
        ValueConstraints constraints = simplified(conversion.constraints(List.of(new Located(schema, Set.of())), ""));
        if (constraints.open() || constraints.impossible()) {
            return Structural.OPEN_OBJECT;
        }
        return typed(constraints, EnumSet.of(JsonType.OBJECT), "", 0)
                .without("default")
                .without("nullable");
    }

    /** Returns the schema of a value that has to fit all the schemas. */
    JsonObject convert(List<Located> schemas, String path, int depth) {
        ValueConstraints declared = conversion.constraints(schemas, path);
        Set<JsonType> types = conversion.types(declared);
        ValueConstraints constraints = simplified(declared);
        if (constraints.impossible()) {
            return Structural.NOTHING;
        }
        if (constraints.open()) {
            return annotated(constraints, Structural.OPEN);
        }
        if (depth > MAX_DEPTH) {
            conversion.remark(path, "is nested more than " + MAX_DEPTH + " levels deep: left open");
            return annotated(constraints, Structural.OPEN);
        }
        if (types.contains(JsonType.NULL) && declared.unions().stream().anyMatch(this::admitsNullTwice)) {
            conversion.remark(path, "null fits more than one alternative of oneOf; oneOf is converted to anyOf");
        }
        if (types.size() == JsonType.values().length) {
            return untyped(constraints, path, depth);
        }
        return annotated(constraints, typed(constraints, types, path, depth));
    }

    private boolean admitsNullTwice(Union union) {
        return union.exclusive()
                && union.alternatives().stream()
                                .filter(alternative -> conversion
                                        .types(conversion.constraintsSilently(List.of(alternative)))
                                        .contains(JsonType.NULL))
                                .count()
                        > 1;
    }

    /** If only one alternative of a union is possible, replaces the union with this alternative. */
    private ValueConstraints simplified(ValueConstraints constraints) {
        ValueConstraints simplified = constraints;
        Set<JsonType> types = conversion.types(simplified);
        types.remove(JsonType.NULL);
        for (Union union : List.copyOf(simplified.unions())) {
            List<Located> possible = union.alternatives().stream()
                    .filter(alternative ->
                            conversion.types(conversion.constraintsSilently(List.of(alternative))).stream()
                                    .anyMatch(types::contains))
                    .toList();
            if (possible.stream().distinct().count() == 1 && (!union.exclusive() || possible.size() == 1)) {
                ValueConstraints onlyAlternative = conversion.constraintsSilently(List.of(possible.getFirst()));
                simplified = simplified(simplified.and(onlyAlternative, union));
            }
        }
        return simplified;
    }

    /** Infers a missing type from the other keywords, as chart authors intend. */
    private JsonObject untyped(ValueConstraints constraints, String path, int depth) {
        Optional<JsonType> inferredType = inferredType(constraints);
        if (inferredType.isPresent()) {
            conversion.remark(path, "has no type; converted as " + TypeNames.withArticle(inferredType.get()));
            Set<JsonType> types = inferredType.get() == JsonType.FRACTION
                    ? EnumSet.of(JsonType.INTEGER, JsonType.FRACTION)
                    : EnumSet.of(inferredType.get());
            return annotated(constraints, typed(constraints, types, path, depth));
        }
        if (constraints.has("type")) {
            conversion.remark(path, "has a type that is not in JSON Schema: left open");
        }
        return annotated(
                constraints, Structural.with(Structural.OPEN, conditions.of(constraints, Structural.OPEN, path)));
    }

    private static Optional<JsonType> inferredType(ValueConstraints constraints) {
        if (constraints.hasAny(OBJECT_KEYWORDS)) {
            return Optional.of(JsonType.OBJECT);
        }
        if (constraints.hasAny(ARRAY_KEYWORDS)) {
            return Optional.of(JsonType.ARRAY);
        }
        if (constraints.hasAny(StringLimits.KEYWORDS)) {
            return Optional.of(JsonType.STRING);
        }
        return constraints.hasAny(NumberLimits.KEYWORDS) ? Optional.of(JsonType.FRACTION) : Optional.empty();
    }

    private JsonObject typed(ValueConstraints constraints, Set<JsonType> declared, String path, int depth) {
        boolean nullable = declared.contains(JsonType.NULL);
        Set<JsonType> types = EnumSet.copyOf(declared);
        types.remove(JsonType.NULL);
        if (types.isEmpty()) {
            return nullOnly(nullable, path);
        }
        Optional<JsonObject> head = TypeNames.head(types, nullable);
        if (head.isEmpty()) {
            conversion.remark(
                    path, "can be " + TypeNames.of(types) + ", but a structural schema has only one type: left open");
            return listed(constraints, Structural.OPEN);
        }
        List<JsonObject> clauses = new ArrayList<>();
        JsonObject schema = head.get();
        if (types.contains(JsonType.OBJECT)) {
            schema = objects.of(constraints, schema, path, depth);
        } else if (types.contains(JsonType.ARRAY)) {
            schema = arrays.of(constraints, schema, path, depth);
        }
        if (types.contains(JsonType.STRING)) {
            clauses.addAll(StringLimits.of(
                    constraints, conversion, dropped -> conversion.remark(path, dropped + ": not checked")));
        }
        if (types.contains(JsonType.INTEGER) || types.contains(JsonType.FRACTION)) {
            clauses.addAll(NumberLimits.of(constraints, !types.contains(JsonType.FRACTION)));
        }
        constraints
                .listed()
                .ifPresent(values ->
                        clauses.addAll(Listing.of(values, types, nullable, reason -> conversion.remark(path, reason))));
        clauses.addAll(unions.of(constraints, schema, Families.of(types, nullable), path));
        clauses.addAll(conditions.of(constraints, schema, path));
        return Structural.with(schema, clauses);
    }

    private JsonObject nullOnly(boolean nullable, String path) {
        if (!nullable) {
            return Structural.NOTHING;
        }
        conversion.remark(path, "can only be null: left open");
        return Structural.OPEN;
    }

    private static JsonObject listed(ValueConstraints constraints, JsonObject schema) {
        return constraints
                .listed()
                .filter(values -> !values.contains(JsonNull.NULL))
                .map(values -> Structural.with(schema, List.of(Structural.enumOf(values))))
                .orElse(schema);
    }

    /** Adds the title, the description, the {@code x-} keywords and the default to the schema. */
    private static JsonObject annotated(ValueConstraints constraints, JsonObject schema) {
        JsonObject.Builder annotated = JsonObject.builder();
        for (String keyword : List.of("title", "description")) {
            constraints
                    .first(keyword)
                    .filter(JsonString.class::isInstance)
                    .ifPresent(text -> annotated.put(keyword, text));
        }
        annotated.putAll(schema);
        for (Part part : constraints.parts()) {
            part.schema().members().forEach((keyword, value) -> {
                if (keyword.startsWith("x-") && !keyword.equals(Structural.INT_OR_STRING) && !annotated.has(keyword)) {
                    annotated.put(keyword, value);
                }
            });
        }
        constraints.first("default").ifPresent(value -> annotated.put("default", value));
        return annotated.build();
    }
}
