package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Families are groups of types that share keywords. A keyword of one family does not restrict values of another family.
 *
 * @param families the families, none of which is empty
 * @param alone whether all admitted values belong to one family and are not null; if so, a clause may restrict all
 *     values
 */
record Families(List<Set<JsonType>> families, boolean alone) {
    private static final List<Set<JsonType>> KNOWN = List.of(
            EnumSet.of(JsonType.OBJECT),
            EnumSet.of(JsonType.ARRAY),
            EnumSet.of(JsonType.STRING),
            EnumSet.of(JsonType.INTEGER, JsonType.FRACTION),
            EnumSet.of(JsonType.BOOLEAN));

    static Families of(Set<JsonType> types, boolean nullable) {
        List<Set<JsonType>> families = new ArrayList<>();
        for (Set<JsonType> known : KNOWN) {
            Set<JsonType> family = EnumSet.copyOf(known);
            family.retainAll(types);
            if (!family.isEmpty()) {
                families.add(family);
            }
        }
        return new Families(families, families.size() == 1 && !nullable);
    }

    /** Returns the types that a structural schema declares; all types if it declares none. */
    static Set<JsonType> typesOf(JsonObject structural) {
        Set<JsonType> types = structural.isTrue(Structural.INT_OR_STRING)
                ? EnumSet.of(JsonType.INTEGER, JsonType.STRING)
                : structural
                        .string("type")
                        .map(Structural::type)
                        .map(JsonType::named)
                        .orElseGet(JsonType::all);
        if (structural.isTrue("nullable")) {
            types.add(JsonType.NULL);
        }
        return types;
    }
}
