package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Types whose keywords are the same: a keyword of one family says nothing of values of another.
 *
 * @param families each not empty
 * @param alone whether all values that are admitted are of one family, and none is null: then a clause may speak of all
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

    /** The types that a structural schema declares; all where it declares none. */
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
