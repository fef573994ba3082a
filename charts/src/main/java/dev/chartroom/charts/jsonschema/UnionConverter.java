package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Converts {@code anyOf} and {@code oneOf} to clauses. For each type of a value, uses only the alternatives that admit
 * the type. Keywords of one type do not restrict other types, so a clause can distinguish an integer from a string
 * without naming types.
 */
final class UnionConverter {
    private final Conversion conversion;
    private final ClauseConverter clauses;

    UnionConverter(Conversion conversion, ClauseConverter clauses) {
        this.conversion = conversion;
        this.clauses = clauses;
    }

    /** @param declared the structural schema of the value, without the clauses that this method returns */
    List<JsonObject> of(ValueConstraints constraints, JsonObject declared, Families families, String path) {
        List<JsonObject> all = new ArrayList<>();
        for (Union union : constraints.unions()) {
            try {
                all.addAll(of(union, declared, families, path));
            } catch (Inexpressible e) {
                conversion.remark(
                        path,
                        union.keyword() + " cannot be expressed in a structural schema (" + e.reason()
                                + "): not checked");
            }
        }
        return all.stream().filter(clause -> !clause.isEmpty()).toList();
    }

    private List<JsonObject> of(Union union, JsonObject declared, Families families, String path) throws Inexpressible {
        List<JsonObject> all = new ArrayList<>();
        boolean loosened = false;
        for (Set<JsonType> family : families.families()) {
            List<JsonObject> either = new ArrayList<>();
            for (Located alternative : union.alternatives()) {
                if (conversion.types(conversion.constraintsSilently(List.of(alternative))).stream()
                        .anyMatch(family::contains)) {
                    either.add(clauses.of(alternative, declared, family, families.alone()));
                }
            }
            boolean loosen = union.exclusive() && either.size() > 1 && !families.alone();
            loosened |= loosen;
            Union kept = loosen ? new Union(false, union.alternatives()) : union;
            all.add(areLists(either) ? list(kept, either) : ClauseConverter.combined(kept, either));
        }
        if (loosened) {
            conversion.remark(path, "oneOf of several types is converted to anyOf");
        }
        return all;
    }

    private static boolean areLists(List<JsonObject> either) {
        return !either.isEmpty()
                && either.stream().allMatch(clause -> clause.names().equals(Set.of("enum")));
    }

    /** Merges the lists of all alternatives into one list. Each alternative is only a list of values. */
    private static JsonObject list(Union union, List<JsonObject> either) {
        List<JsonValue> values = new ArrayList<>();
        either.forEach(clause ->
                values.addAll(new JsonArray(clause.arrayOrEmpty("enum").values())
                        .values().stream().distinct().toList()));
        List<JsonValue> admitted = values.stream()
                .filter(value -> !union.exclusive() || Collections.frequency(values, value) == 1)
                .distinct()
                .toList();
        return Structural.enumOf(admitted);
    }
}
