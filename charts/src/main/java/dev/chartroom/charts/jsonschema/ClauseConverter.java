package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the clauses in {@code anyOf}, {@code oneOf}, {@code allOf} and {@code not} of a structural schema. A clause
 * contains no types and no declarations. It expresses the constraints exactly, or the conversion throws
 * {@link Inexpressible}.
 */
final class ClauseConverter {
    /** Keywords that a clause cannot express. */
    private static final Set<String> UNSUPPORTED = Set.of(
            "patternProperties",
            "propertyNames",
            "unevaluatedProperties",
            "dependencies",
            "dependentRequired",
            "dependentSchemas",
            "uniqueItems",
            "contains",
            "prefixItems",
            "unevaluatedItems",
            "if");

    private final Conversion conversion;

    ClauseConverter(Conversion conversion) {
        this.conversion = conversion;
    }

    /**
     * Returns the constraints that a schema imposes on a value. The value is declared with one type and without null.
     */
    JsonObject of(Located schema, JsonObject declared) throws Inexpressible {
        Set<JsonType> types = Families.typesOf(declared);
        Families families = Families.of(types, types.contains(JsonType.NULL));
        if (!families.alone()) {
            throw new Inexpressible("a value of more than one type");
        }
        return of(schema, declared, families.families().getFirst(), true);
    }

    /**
     * Returns the constraints of a schema on the values of one family.
     *
     * @param declared the structural schema of the value
     * @param alone whether values of other types are impossible; if they are possible, the clause must not restrict
     *     them
     */
    JsonObject of(Located schema, JsonObject declared, Set<JsonType> family, boolean alone) throws Inexpressible {
        conversion.spend();
        ValueConstraints constraints = conversion.constraintsSilently(List.of(schema));
        if (constraints.open()) {
            throw new Inexpressible("a reference that is not followed");
        }
        Optional<String> unsupported =
                UNSUPPORTED.stream().filter(constraints::has).sorted().findFirst();
        if (unsupported.isPresent()) {
            throw new Inexpressible(unsupported.get());
        }
        Set<JsonType> admitted = conversion.types(constraints);
        admitted.retainAll(family);
        if (admitted.isEmpty() && !alone) {
            throw new Inexpressible("a value of no type");
        }
        if (admitted.isEmpty()) {
            return Structural.not(JsonObject.EMPTY);
        }
        List<JsonObject> clauses = new ArrayList<>();
        switch (family.iterator().next()) {
            case OBJECT -> object(constraints, declared, alone, clauses);
            case ARRAY -> array(constraints, declared, clauses);
            case STRING -> string(constraints, clauses);
            case INTEGER, FRACTION -> number(constraints, family, admitted, clauses);
            case BOOLEAN, NULL -> {}
        }
        Optional<List<JsonValue>> listed = constraints.listed();
        if (listed.isPresent()) {
            clauses.add(listed(listed.get(), family, alone));
        }
        for (Union union : constraints.unions()) {
            clauses.add(union(union, declared, family, alone));
        }
        for (Located not : constraints.schemas("not")) {
            if (!alone) {
                throw new Inexpressible("not");
            }
            clauses.add(Structural.not(of(not, declared, family, true)));
        }
        return Structural.with(JsonObject.EMPTY, clauses);
    }

    private static JsonObject listed(List<JsonValue> values, Set<JsonType> family, boolean alone) throws Inexpressible {
        List<JsonValue> fitting = values.stream()
                .filter(value -> family.contains(JsonType.of(value)))
                .toList();
        JsonObject clause = alone
                ? Structural.enumOf(fitting)
                : Listing.ofType(fitting, family.iterator().next());
        if (clause.isEmpty()) {
            throw new Inexpressible("a list of values of one of several types");
        }
        return clause;
    }

    private JsonObject union(Union union, JsonObject declared, Set<JsonType> family, boolean alone)
            throws Inexpressible {
        List<JsonObject> clauses = new ArrayList<>();
        for (Located alternative : union.alternatives()) {
            if (conversion.types(conversion.constraintsSilently(List.of(alternative))).stream()
                    .anyMatch(family::contains)) {
                clauses.add(of(alternative, declared, family, alone));
            }
        }
        if (union.exclusive() && clauses.size() > 1 && !alone) {
            throw new Inexpressible("oneOf");
        }
        return combined(union, clauses);
    }

    /**
     * Combines the clauses of a union. A value must fit at least one of them, or exactly one if the union is exclusive.
     */
    static JsonObject combined(Union union, List<JsonObject> clauses) {
        if (clauses.size() == 1) {
            return clauses.getFirst();
        }
        boolean anything = !union.exclusive() && clauses.contains(JsonObject.EMPTY);
        return anything ? JsonObject.EMPTY : JsonObject.of(union.keyword(), new JsonArray(List.copyOf(clauses)));
    }

    private void string(ValueConstraints constraints, List<JsonObject> clauses) throws Inexpressible {
        List<String> dropped = new ArrayList<>();
        clauses.addAll(StringLimits.of(constraints, conversion, dropped::add));
        if (!dropped.isEmpty()) {
            throw new Inexpressible(dropped.getFirst());
        }
    }

    private static void number(
            ValueConstraints constraints, Set<JsonType> family, Set<JsonType> admitted, List<JsonObject> clauses)
            throws Inexpressible {
        clauses.addAll(NumberLimits.of(constraints, !family.contains(JsonType.FRACTION)));
        if (!admitted.contains(JsonType.INTEGER)) {
            throw new Inexpressible("a number that is not an integer");
        }
        if (!admitted.equals(family) && constraints.listed().isEmpty()) {
            clauses.add(JsonObject.of("multipleOf", JsonNumber.of(1)));
        }
    }

    private void object(ValueConstraints constraints, JsonObject declared, boolean alone, List<JsonObject> clauses)
            throws Inexpressible {
        if (constraints.all("additionalProperties").stream().anyMatch(JsonObject.class::isInstance)) {
            throw new Inexpressible("additionalProperties");
        }
        clauses.addAll(StringLimits.counts(constraints, "minProperties", "maxProperties"));
        if (!constraints.required().isEmpty()) {
            clauses.add(Structural.required(constraints.required()));
        }
        JsonObject properties = declared.objectOrEmpty("properties");
        JsonObject.Builder members = JsonObject.builder();
        for (String name : constraints.members()) {
            JsonObject member = all(constraints.member(name), properties.objectOrEmpty(name));
            if (!member.isEmpty()) {
                members.put(name, member);
            }
        }
        if (!members.build().isEmpty()) {
            clauses.add(JsonObject.of("properties", members.build()));
        }
        List<JsonObject> others = properties.names().stream()
                .filter(name -> !constraints.members().contains(name))
                .map(name -> Structural.required(List.of(name)))
                .toList();
        if (constraints.isClosed() && !others.isEmpty()) {
            if (!alone) {
                throw new Inexpressible("additionalProperties");
            }
            clauses.add(Structural.not(others.size() == 1 ? others.getFirst() : Structural.anyOf(others)));
        }
    }

    private void array(ValueConstraints constraints, JsonObject declared, List<JsonObject> clauses)
            throws Inexpressible {
        if (constraints.all("items").stream()
                .anyMatch(items -> items instanceof JsonArray || items == JsonBoolean.FALSE)) {
            throw new Inexpressible("items");
        }
        clauses.addAll(StringLimits.counts(constraints, "minItems", "maxItems"));
        JsonObject items = all(constraints.schemas("items"), declared.objectOrEmpty("items"));
        if (!items.isEmpty()) {
            clauses.add(JsonObject.of("items", items));
        }
    }

    /**
     * Returns the constraints that all the schemas impose on a member or an item. The declaration of the member or item
     * can admit several types.
     */
    private JsonObject all(List<Located> schemas, JsonObject declared) throws Inexpressible {
        List<JsonObject> clauses = new ArrayList<>();
        for (Located schema : schemas) {
            ValueConstraints constraints = conversion.constraintsSilently(List.of(schema));
            Set<JsonType> types = Families.typesOf(declared);
            Set<JsonType> missing = EnumSet.copyOf(types);
            missing.removeAll(conversion.types(constraints));
            Optional<List<JsonValue>> listed = constraints.listed();
            if (missing.isEmpty() && types.size() == JsonType.values().length && listed.isEmpty()) {
                requireNothing(constraints);
                continue;
            }
            boolean nullable = types.remove(JsonType.NULL);
            Families families = Families.of(types, nullable);
            if (listed.isPresent() && !families.alone()) {
                if (nullable && listed.get().stream().anyMatch(value -> JsonType.of(value) == JsonType.NULL)) {
                    throw new Inexpressible("a list of values with null in it");
                }
                clauses.add(Structural.enumOf(listed.get()));
            } else if (!missing.isEmpty() && !families.alone()) {
                throw new Inexpressible("a value of one of several types");
            } else {
                for (Set<JsonType> family : families.families()) {
                    clauses.add(of(schema, declared, family, families.alone()));
                }
            }
        }
        return Structural.with(JsonObject.EMPTY, clauses);
    }

    private static void requireNothing(ValueConstraints constraints) throws Inexpressible {
        boolean demanding = constraints.parts().stream()
                .flatMap(part -> part.schema().names().stream())
                .anyMatch(keyword ->
                        !Set.of("description", "title", "default").contains(keyword) && !keyword.startsWith("x-"));
        if (demanding || !constraints.unions().isEmpty()) {
            throw new Inexpressible("a value of any type");
        }
    }
}
