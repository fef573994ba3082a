package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
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
 * prunes or rejects undeclared members, so misspelt fields are detected.
 */
final class ObjectConverter {
    private static final String RULES = "x-kubernetes-validations";

    private final Conversion conversion;
    private final NodeConverter nodes;

    ObjectConverter(Conversion conversion, NodeConverter nodes) {
        this.conversion = conversion;
        this.nodes = nodes;
    }

    JsonObject of(ValueConstraints constraints, JsonObject head, String path, int depth) {
        List<JsonObject> clauses = new ArrayList<>(StringLimits.counts(constraints, "minProperties", "maxProperties"));
        Map<String, List<Located>> members = members(constraints);
        if (constraints.has("unevaluatedProperties") && members.isEmpty()) {
            remarkNotChecked("unevaluatedProperties", path);
        }
        JsonObject schema = members.isEmpty()
                ? map(constraints, head, path, depth, clauses)
                : properties(constraints, head, members, path, depth);
        schema = named(constraints, schema, path);
        if (!constraints.required().isEmpty()) {
            clauses.add(Structural.required(constraints.required()));
        }
        return Structural.with(schema, clauses);
    }

    /**
     * Adds a rule for the names of a map's members. Objects that are not maps get no rule, because a rule cannot
     * iterate over the names of their members.
     */
    private JsonObject named(ValueConstraints constraints, JsonObject schema, String path) {
        if (!constraints.has("propertyNames")) {
            return schema;
        }
        Optional<JsonArray> rules = schema.get("additionalProperties") instanceof JsonObject && !schema.has(RULES)
                ? MemberNameRules.of(conversion.constraintsSilently(constraints.schemas("propertyNames")))
                : Optional.empty();
        if (rules.isEmpty()) {
            remarkNotChecked("propertyNames", path);
        }
        return rules.filter(found -> !found.isEmpty())
                .map(found -> schema.with(RULES, found))
                .orElse(schema);
    }

    private void remarkNotChecked(String keyword, String path) {
        conversion.remark(path, keyword + " cannot be expressed in a structural schema: not checked");
    }

    /**
     * Returns the constraints on each member. If a member is declared only in alternatives and conditions, it has to
     * fit one of the schemas declared there.
     */
    private Map<String, List<Located>> members(ValueConstraints constraints) {
        Map<String, List<Located>> members = new LinkedHashMap<>();
        constraints.members().forEach(name -> members.put(name, constraints.member(name)));
        List<ValueConstraints> alternatives = alternatives(constraints);
        Set<String> elsewhere = new LinkedHashSet<>();
        alternatives.forEach(alternative -> elsewhere.addAll(alternative.members()));
        elsewhere.removeAll(members.keySet());
        for (String name : elsewhere) {
            List<Located> either = new ArrayList<>();
            alternatives.forEach(alternative -> either.addAll(alternative.member(name)));
            List<Located> all = new ArrayList<>(constraints.member(name));
            all.add(anyOf(either));
            members.put(name, all);
        }
        return members;
    }

    /** Returns the constraints of alternatives, conditions and dependencies. Not every value has to fit them. */
    private List<ValueConstraints> alternatives(ValueConstraints constraints) {
        List<ValueConstraints> alternatives = new ArrayList<>();
        List<Located> schemas = new ArrayList<>();
        constraints.unions().forEach(union -> schemas.addAll(union.alternatives()));
        List.of("if", "then", "else").forEach(keyword -> schemas.addAll(constraints.schemas(keyword)));
        for (Part part : constraints.parts()) {
            for (String keyword : List.of("dependentSchemas", "dependencies")) {
                part.schema().objectOrEmpty(keyword).members().values().stream()
                        .filter(JsonObject.class::isInstance)
                        .forEach(schema -> schemas.add(part.within(schema)));
            }
        }
        for (Located schema : schemas) {
            ValueConstraints alternative = conversion.constraintsSilently(List.of(schema));
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
            ValueConstraints constraints, JsonObject head, Map<String, List<Located>> members, String path, int depth) {
        JsonObject.Builder properties = JsonObject.builder();
        members.forEach((name, schemas) ->
                properties.put(name, nodes.convert(schemas, path.isEmpty() ? name : path + "." + name, depth + 1)));
        JsonObject schema = head.with("properties", properties.build());
        boolean others = Stream.concat(Stream.of(constraints), alternatives(constraints).stream())
                .anyMatch(each -> each.all("additionalProperties").stream().anyMatch(JsonObject.class::isInstance));
        if (others || constraints.has("patternProperties")) {
            conversion.remark(
                    path,
                    (others ? "additionalProperties" : "patternProperties")
                            + " together with properties cannot be expressed in a structural schema: other members left open");
            return schema.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
        }
        boolean anything =
                constraints.all("additionalProperties").contains(JsonBoolean.TRUE) && !constraints.isClosed();
        return anything ? schema.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE) : schema;
    }

    private JsonObject map(
            ValueConstraints constraints, JsonObject head, String path, int depth, List<JsonObject> clauses) {
        if (constraints.has("patternProperties")) {
            return patterns(constraints, head, path, depth);
        }
        if (constraints.isClosed()) {
            clauses.add(JsonObject.of("maxProperties", JsonNumber.of(0)));
            return head.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
        }
        List<Located> values = constraints.schemas("additionalProperties").stream()
                .filter(schema -> schema.schema() instanceof JsonObject)
                .toList();
        return values.isEmpty()
                ? head.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE)
                : head.with("additionalProperties", nodes.convert(values, path + ".*", depth + 1));
    }

    /** Converts {@code patternProperties} to a map if other names are forbidden or the patterns match every name. */
    private JsonObject patterns(ValueConstraints constraints, JsonObject head, String path, int depth) {
        Set<String> names = new LinkedHashSet<>();
        List<Located> schemas = new ArrayList<>();
        boolean inOnePart = constraints.parts().stream()
                        .filter(part -> part.schema().has("patternProperties"))
                        .count()
                == 1;
        for (Part part : constraints.parts()) {
            part.schema().objectOrEmpty("patternProperties").members().forEach((pattern, schema) -> {
                names.add(pattern);
                schemas.add(part.within(schema));
            });
        }
        boolean all = names.stream().allMatch(Set.of("", ".*", "^.*$", ".+", "^.+$")::contains);
        boolean alike = schemas.stream().map(Located::schema).distinct().count() == 1;
        if (!inOnePart || !alike || !(all || constraints.isClosed())) {
            conversion.remark(
                    path,
                    "patternProperties can be expressed in a structural schema only if all members have the same schema: left open");
            return head.with(Structural.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
        }
        JsonObject map =
                head.with("additionalProperties", nodes.convert(List.of(schemas.getFirst()), path + ".*", depth + 1));
        return all ? map : map.with(RULES, MemberNameRules.matching(names));
    }
}
