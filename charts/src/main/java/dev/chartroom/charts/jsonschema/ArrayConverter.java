package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Converts the keywords for lists. A structural schema has one schema for all items. */
final class ArrayConverter {
    private static final Set<String> UNSUPPORTED = Set.of("contains", "minContains", "maxContains", "unevaluatedItems");
    private static final Set<String> SCALARS = Set.of("string", "integer", "number", "boolean");

    private final Conversion conversion;
    private final NodeConverter nodes;

    ArrayConverter(Conversion conversion, NodeConverter nodes) {
        this.conversion = conversion;
        this.nodes = nodes;
    }

    JsonObject of(ValueConstraints constraints, JsonObject head, String path, int depth) {
        UNSUPPORTED.stream()
                .filter(constraints::has)
                .sorted()
                .forEach(keyword ->
                        conversion.remark(path, keyword + " cannot be expressed in a structural schema: not checked"));
        List<JsonObject> clauses = new ArrayList<>(StringLimits.counts(constraints, "minItems", "maxItems"));
        JsonObject items = isTuple(constraints)
                ? tuple(constraints, path, depth, clauses)
                : nodes.convert(items(constraints, clauses), path + "[*]", depth + 1);
        JsonObject.Builder schema = head.toBuilder().put("items", items);
        if (constraints.all("uniqueItems").contains(JsonBoolean.TRUE)) {
            if (SCALARS.contains(items.stringOrEmpty("type")) && !items.isTrue("nullable")) {
                schema.put("x-kubernetes-list-type", "set");
            } else {
                conversion.remark(path, "uniqueItems can be checked only for items of one scalar type: not checked");
            }
        }
        return Structural.with(schema.build(), clauses);
    }

    private List<Located> items(ValueConstraints constraints, List<JsonObject> clauses) {
        List<Located> items = constraints.schemas("items");
        if (items.stream().anyMatch(item -> item.schema() == JsonBoolean.FALSE)) {
            clauses.add(JsonObject.of("maxItems", JsonNumber.of(0)));
            return List.of();
        }
        return items;
    }

    private static boolean isTuple(ValueConstraints constraints) {
        return constraints.has("prefixItems")
                || constraints.all("items").stream().anyMatch(JsonArray.class::isInstance);
    }

    private JsonObject tuple(ValueConstraints constraints, String path, int depth, List<JsonObject> clauses) {
        for (Part part : constraints.parts()) {
            boolean last = part.schema().has("prefixItems")
                    ? part.schema().get("items") == JsonBoolean.FALSE
                    : part.schema().get("additionalItems") == JsonBoolean.FALSE;
            JsonValue places = part.schema().get(part.schema().has("prefixItems") ? "prefixItems" : "items");
            if (last && places instanceof JsonArray(var schemas)) {
                clauses.add(JsonObject.of("maxItems", JsonNumber.of(schemas.size())));
            }
        }
        Optional<Located> commonItemSchema = commonItemSchema(constraints);
        if (commonItemSchema.isEmpty()) {
            conversion.remark(
                    path,
                    "has a schema for each item, but a structural schema has one schema for all items: items left open");
        }
        return commonItemSchema
                .map(item -> nodes.convert(List.of(item), path + "[*]", depth + 1))
                .orElse(Structural.OPEN);
    }

    /**
     * Returns the schema that all items of a tuple have in common; empty if their schemas differ. Items after the tuple
     * are included.
     */
    private static Optional<Located> commonItemSchema(ValueConstraints constraints) {
        List<Part> parts = constraints.parts().stream()
                .filter(part ->
                        part.schema().has("prefixItems") || part.schema().has("items"))
                .toList();
        Part part = parts.getFirst();
        boolean newer = part.schema().has("prefixItems");
        JsonValue rest = part.schema().get(newer ? "items" : "additionalItems");
        List<JsonValue> schemas = new ArrayList<>(
                part.schema().arrayOrEmpty(newer ? "prefixItems" : "items").values());
        if (rest == null || parts.size() > 1) {
            return Optional.empty();
        }
        if (rest != JsonBoolean.FALSE) {
            schemas.add(rest);
        }
        return schemas.stream().distinct().count() == 1
                ? Optional.of(part.within(schemas.getFirst()))
                : Optional.empty();
    }
}
