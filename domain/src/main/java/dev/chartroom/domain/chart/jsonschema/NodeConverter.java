package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes the structural schema of a value from all demands on it. */
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

    /** Returns the schema of all values, which is always an object. */
    JsonObject root(JsonValue schema) {
        Demand demand = settled(conversion.demand(List.of(new Located(schema, Set.of())), ""));
        if (demand.open() || demand.impossible()) {
            return Structural.OPEN_OBJECT;
        }
        return typed(demand, EnumSet.of(JsonType.OBJECT), "", 0)
                .without("default")
                .without("nullable");
    }

    /** Returns the schema of a value that has to fit all the schemas. */
    JsonObject convert(List<Located> schemas, String path, int depth) {
        Demand declared = conversion.demand(schemas, path);
        Set<JsonType> types = conversion.types(declared);
        Demand demand = settled(declared);
        if (demand.impossible()) {
            return Structural.NOTHING;
        }
        if (demand.open()) {
            return annotated(demand, Structural.OPEN);
        }
        if (depth > MAX_DEPTH) {
            conversion.remark(path, "is nested more than " + MAX_DEPTH + " levels deep: left open");
            return annotated(demand, Structural.OPEN);
        }
        if (types.contains(JsonType.NULL) && declared.unions().stream().anyMatch(this::admitsNullTwice)) {
            conversion.remark(path, "null fits more than one alternative of oneOf, which is taken for anyOf");
        }
        if (types.size() == JsonType.values().length) {
            return untyped(demand, path, depth);
        }
        return annotated(demand, typed(demand, types, path, depth));
    }

    private boolean admitsNullTwice(Union union) {
        return union.exclusive()
                && union.alternatives().stream()
                                .filter(alternative -> conversion
                                        .types(conversion.glance(List.of(alternative)))
                                        .contains(JsonType.NULL))
                                .count()
                        > 1;
    }

    /** Replaces each union that leaves no choice by its only possible alternative. */
    private Demand settled(Demand demand) {
        Demand settled = demand;
        Set<JsonType> types = conversion.types(settled);
        types.remove(JsonType.NULL);
        for (Union union : List.copyOf(settled.unions())) {
            List<Located> possible = union.alternatives().stream()
                    .filter(alternative -> conversion.types(conversion.glance(List.of(alternative))).stream()
                            .anyMatch(types::contains))
                    .toList();
            if (possible.stream().distinct().count() == 1 && (!union.exclusive() || possible.size() == 1)) {
                Demand one = conversion.glance(List.of(possible.getFirst()));
                settled = settled(settled.and(one, union));
            }
        }
        return settled;
    }

    /** Infers a missing type from the other keywords, as chart authors intend. */
    private JsonObject untyped(Demand demand, String path, int depth) {
        Optional<JsonType> meant = meant(demand);
        if (meant.isPresent()) {
            conversion.remark(path, "has no type; taken for " + TypeNames.withArticle(meant.get()));
            Set<JsonType> types = meant.get() == JsonType.FRACTION
                    ? EnumSet.of(JsonType.INTEGER, JsonType.FRACTION)
                    : EnumSet.of(meant.get());
            return annotated(demand, typed(demand, types, path, depth));
        }
        if (demand.has("type")) {
            conversion.remark(path, "has a type that JSON Schema does not know: left open");
        }
        return annotated(demand, Structural.with(Structural.OPEN, conditions.of(demand, Structural.OPEN, path)));
    }

    private static Optional<JsonType> meant(Demand demand) {
        if (demand.hasAny(OBJECT_KEYWORDS)) {
            return Optional.of(JsonType.OBJECT);
        }
        if (demand.hasAny(ARRAY_KEYWORDS)) {
            return Optional.of(JsonType.ARRAY);
        }
        if (demand.hasAny(StringLimits.KEYWORDS)) {
            return Optional.of(JsonType.STRING);
        }
        return demand.hasAny(NumberLimits.KEYWORDS) ? Optional.of(JsonType.FRACTION) : Optional.empty();
    }

    private JsonObject typed(Demand demand, Set<JsonType> declared, String path, int depth) {
        boolean nullable = declared.contains(JsonType.NULL);
        Set<JsonType> types = EnumSet.copyOf(declared);
        types.remove(JsonType.NULL);
        if (types.isEmpty()) {
            return nothingBut(nullable, path);
        }
        Optional<JsonObject> head = TypeNames.head(types, nullable);
        if (head.isEmpty()) {
            conversion.remark(
                    path, "may be " + TypeNames.of(types) + ", and a structural schema has one type: left open");
            return listed(demand, Structural.OPEN);
        }
        List<JsonObject> clauses = new ArrayList<>();
        JsonObject schema = head.get();
        if (types.contains(JsonType.OBJECT)) {
            schema = objects.of(demand, schema, path, depth);
        } else if (types.contains(JsonType.ARRAY)) {
            schema = arrays.of(demand, schema, path, depth);
        }
        if (types.contains(JsonType.STRING)) {
            clauses.addAll(
                    StringLimits.of(demand, conversion, dropped -> conversion.remark(path, dropped + ": not checked")));
        }
        if (types.contains(JsonType.INTEGER) || types.contains(JsonType.FRACTION)) {
            clauses.addAll(NumberLimits.of(demand, !types.contains(JsonType.FRACTION)));
        }
        demand.listed()
                .ifPresent(values ->
                        clauses.addAll(Listing.of(values, types, nullable, reason -> conversion.remark(path, reason))));
        clauses.addAll(unions.of(demand, schema, Families.of(types, nullable), path));
        clauses.addAll(conditions.of(demand, schema, path));
        return Structural.with(schema, clauses);
    }

    private JsonObject nothingBut(boolean nullable, String path) {
        if (!nullable) {
            return Structural.NOTHING;
        }
        conversion.remark(path, "may be null only: left open");
        return Structural.OPEN;
    }

    private static JsonObject listed(Demand demand, JsonObject schema) {
        return demand.listed()
                .filter(values -> !values.contains(JsonNull.NULL))
                .map(values -> Structural.with(schema, List.of(Structural.enumOf(values))))
                .orElse(schema);
    }

    /** Adds the title, the description, the {@code x-} keywords and the default to the schema. */
    private static JsonObject annotated(Demand demand, JsonObject schema) {
        JsonObject.Builder annotated = JsonObject.builder();
        for (String keyword : List.of("title", "description")) {
            demand.first(keyword).filter(JsonString.class::isInstance).ifPresent(text -> annotated.put(keyword, text));
        }
        annotated.putAll(schema);
        for (Part part : demand.parts()) {
            part.schema().members().forEach((keyword, value) -> {
                if (keyword.startsWith("x-") && !keyword.equals(Structural.INT_OR_STRING) && !annotated.has(keyword)) {
                    annotated.put(keyword, value);
                }
            });
        }
        demand.first("default").ifPresent(value -> annotated.put("default", value));
        return annotated.build();
    }
}
