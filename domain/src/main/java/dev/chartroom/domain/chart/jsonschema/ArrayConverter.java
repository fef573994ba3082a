package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Converts the keywords for lists. A structural schema has one schema for all items. */
final class ArrayConverter {
    private static final Set<String> LOST = Set.of("contains", "minContains", "maxContains", "unevaluatedItems");
    private static final Set<String> SCALARS = Set.of("string", "integer", "number", "boolean");

    private final Conversion conversion;
    private final NodeConverter nodes;

    ArrayConverter(Conversion conversion, NodeConverter nodes) {
        this.conversion = conversion;
        this.nodes = nodes;
    }

    JsonObject of(Demand demand, JsonObject head, String path, int depth) {
        LOST.stream()
                .filter(demand::has)
                .sorted()
                .forEach(keyword ->
                        conversion.remark(path, keyword + " has no place in a structural schema: not checked"));
        List<JsonObject> clauses = new ArrayList<>(StringLimits.counts(demand, "minItems", "maxItems"));
        JsonObject items = isTuple(demand)
                ? tuple(demand, path, depth, clauses)
                : nodes.convert(items(demand, clauses), path + "[*]", depth + 1);
        JsonObject.Builder schema = head.toBuilder().put("items", items);
        if (demand.all("uniqueItems").contains(JsonBoolean.TRUE)) {
            if (SCALARS.contains(items.stringOrEmpty("type")) && !items.isTrue("nullable")) {
                schema.put("x-kubernetes-list-type", "set");
            } else {
                conversion.remark(path, "uniqueItems is checked for items of one scalar type only: not checked");
            }
        }
        return Structural.with(schema.build(), clauses);
    }

    private List<Located> items(Demand demand, List<JsonObject> clauses) {
        List<Located> items = demand.schemas("items");
        if (items.stream().anyMatch(item -> item.schema() == JsonBoolean.FALSE)) {
            clauses.add(JsonObject.of("maxItems", JsonNumber.of(0)));
            return List.of();
        }
        return items;
    }

    private static boolean isTuple(Demand demand) {
        return demand.has("prefixItems") || demand.all("items").stream().anyMatch(JsonArray.class::isInstance);
    }

    private JsonObject tuple(Demand demand, String path, int depth, List<JsonObject> clauses) {
        for (Part part : demand.parts()) {
            boolean last = part.schema().has("prefixItems")
                    ? part.schema().get("items") == JsonBoolean.FALSE
                    : part.schema().get("additionalItems") == JsonBoolean.FALSE;
            JsonValue places = part.schema().get(part.schema().has("prefixItems") ? "prefixItems" : "items");
            if (last && places instanceof JsonArray(var schemas)) {
                clauses.add(JsonObject.of("maxItems", JsonNumber.of(schemas.size())));
            }
        }
        Optional<Located> same = same(demand);
        if (same.isEmpty()) {
            conversion.remark(
                    path, "has a schema for each item, and a structural schema has one for all: items left open");
        }
        return same.map(item -> nodes.convert(List.of(item), path + "[*]", depth + 1))
                .orElse(Structural.OPEN);
    }

    /**
     * Returns the schema of all items of a tuple, including the items after the tuple; empty if their schemas differ.
     */
    private static Optional<Located> same(Demand demand) {
        List<Part> parts = demand.parts().stream()
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
