package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Converts the keywords for objects. In a structural schema an object has known members, is a map, or is open. If a
 * schema declares members and does not mention other members, the result admits no other members. Kubernetes then
 * prunes or rejects undeclared members, which detects misspelt fields.
 */
final class ObjectConverter {
    private static final String RULES = "x-kubernetes-validations";

    private final Conversion conversion;
    private final NodeConverter nodes;

    ObjectConverter(Conversion conversion, NodeConverter nodes) {
        this.conversion = conversion;
        this.nodes = nodes;
    }

    JsonObject of(Demand demand, JsonObject head, String path, int depth) {
        List<JsonObject> clauses = new ArrayList<>(StringLimits.counts(demand, "minProperties", "maxProperties"));
        Map<String, List<Located>> members = members(demand);
        if (demand.has("unevaluatedProperties") && members.isEmpty()) {
            lost("unevaluatedProperties", path);
        }
        JsonObject schema = members.isEmpty()
                ? map(demand, head, path, depth, clauses)
                : properties(demand, head, members, path, depth);
        schema = named(demand, schema, path);
        if (!demand.required().isEmpty()) {
            clauses.add(Structural.required(demand.required()));
        }
        return Structural.with(schema, clauses);
    }

    /** Adds a rule for the names of a map; a rule cannot iterate over the names of other objects. */
    private JsonObject named(Demand demand, JsonObject schema, String path) {
        if (!demand.has("propertyNames")) {
            return schema;
        }
        Optional<JsonArray> rules = schema.get("additionalProperties") instanceof JsonObject && !schema.has(RULES)
                ? MemberNameRules.of(conversion.glance(demand.schemas("propertyNames")))
                : Optional.empty();
        if (rules.isEmpty()) {
            lost("propertyNames", path);
        }
        return rules.filter(found -> !found.isEmpty())
                .map(found -> schema.with(RULES, found))
                .orElse(schema);
    }

    private void lost(String keyword, String path) {
        conversion.remark(path, keyword + " has no place in a structural schema: not checked");
    }

    /**
     * Returns the demands on each member. If only alternatives and conditions declare a member, the member has to fit
     * one of their schemas.
     */
    private Map<String, List<Located>> members(Demand demand) {
        Map<String, List<Located>> members = new LinkedHashMap<>();
        demand.members().forEach(name -> members.put(name, demand.member(name)));
        List<Demand> alternatives = alternatives(demand);
        Set<String> elsewhere = new LinkedHashSet<>();
        alternatives.forEach(alternative -> elsewhere.addAll(alternative.members()));
        elsewhere.removeAll(members.keySet());
        for (String name : elsewhere) {
            List<Located> either = new ArrayList<>();
            alternatives.forEach(alternative -> either.addAll(alternative.member(name)));
            List<Located> all = new ArrayList<>(demand.member(name));
            all.add(anyOf(either));
            members.put(name, all);
        }
        return members;
    }

    /** Returns the demands of alternatives, conditions and dependencies, which not every value has to fit. */
    private List<Demand> alternatives(Demand demand) {
        List<Demand> alternatives = new ArrayList<>();
        List<Located> schemas = new ArrayList<>();
        demand.unions().forEach(union -> schemas.addAll(union.alternatives()));
        List.of("if", "then", "else").forEach(keyword -> schemas.addAll(demand.schemas(keyword)));
        for (Part part : demand.parts()) {
            for (String keyword : List.of("dependentSchemas", "dependencies")) {
                part.schema().objectOrEmpty(keyword).members().values().stream()
                        .filter(JsonObject.class::isInstance)
                        .forEach(schema -> schemas.add(part.within(schema)));
            }
        }
        for (Located schema : schemas) {
            Demand alternative = conversion.glance(List.of(schema));
            alternatives.add(alternative);
            alternatives.addAll(alternatives(alternative));
        }
        return alternatives;
    }

    private static Located anyOf(List<Located> schemas) {
        Set<String> refs = new LinkedHashSet<>();
        schemas.forEach(schema -> refs.addAll(schema.refs()));
        List<JsonValue> distinct =
                schemas.stream().map(Located::schema).distinct().toList();
        return new Located(
                distinct.size() == 1 ? distinct.getFirst() : JsonObject.of("anyOf", new JsonArray(distinct)), refs);
    }

    private JsonObject properties(
            Demand demand, JsonObject head, Map<String, List<Located>> members, String path, int depth) {
        JsonObject.Builder properties = JsonObject.builder();
        members.forEach((name, schemas) ->
                properties.put(name, nodes.convert(schemas, path.isEmpty() ? name : path + "." + name, depth + 1)));
        JsonObject schema = head.with("properties", properties.build());
        boolean others = Stream.concat(Stream.of(demand), alternatives(demand).stream())
                .anyMatch(each -> each.all("additionalProperties").stream().anyMatch(JsonObject.class::isInstance));
        if (others || demand.has("patternProperties")) {
            conversion.remark(
                    path,
                    (others ? "additionalProperties" : "patternProperties")
                            + " beside properties has no place in a structural schema: other members left open");
            return schema.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
        }
        boolean anything = demand.all("additionalProperties").contains(JsonBoolean.TRUE) && !demand.isClosed();
        return anything ? schema.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE) : schema;
    }

    private JsonObject map(Demand demand, JsonObject head, String path, int depth, List<JsonObject> clauses) {
        if (demand.has("patternProperties")) {
            return patterns(demand, head, path, depth);
        }
        if (demand.isClosed()) {
            clauses.add(JsonObject.of("maxProperties", JsonNumber.of(0)));
            return head.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
        }
        List<Located> values = demand.schemas("additionalProperties").stream()
                .filter(schema -> schema.schema() instanceof JsonObject)
                .toList();
        return values.isEmpty()
                ? head.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE)
                : head.with("additionalProperties", nodes.convert(values, path + ".*", depth + 1));
    }

    /** Converts {@code patternProperties} to a map if other names are forbidden or the patterns match every name. */
    private JsonObject patterns(Demand demand, JsonObject head, String path, int depth) {
        Set<String> names = new LinkedHashSet<>();
        List<Located> schemas = new ArrayList<>();
        boolean inOnePart = demand.parts().stream()
                        .filter(part -> part.schema().has("patternProperties"))
                        .count()
                == 1;
        for (Part part : demand.parts()) {
            part.schema().objectOrEmpty("patternProperties").members().forEach((pattern, schema) -> {
                names.add(pattern);
                schemas.add(part.within(schema));
            });
        }
        boolean all = names.stream().allMatch(Set.of("", ".*", "^.*$", ".+", "^.+$")::contains);
        boolean alike = schemas.stream().map(Located::schema).distinct().count() == 1;
        if (!inOnePart || !alike || !(all || demand.isClosed())) {
            conversion.remark(
                    path,
                    "patternProperties has no place in a structural schema unless they are all that there is:"
                            + " left open");
            return head.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
        }
        JsonObject map =
                head.with("additionalProperties", nodes.convert(List.of(schemas.getFirst()), path + ".*", depth + 1));
        return all ? map : map.with(RULES, MemberNameRules.matching(names));
    }
}
