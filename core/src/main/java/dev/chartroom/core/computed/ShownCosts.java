package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.core.cost.ObjectCosts;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.kind.ApplicationKind;

/** The costs of an object in an answer. A cost that cannot be computed has no value. */
final class ShownCosts {
    private ShownCosts() {}

    /** @param spec the spec in the stored version, with or without defaults */
    static JsonArray of(ApplicationKind kind, JsonObject spec) {
        ObjectCosts costs = ObjectCosts.of(kind.stored(), spec);
        return new JsonArray(kind.stored().costs().stream()
                .<JsonValue>map(cost -> shown(cost, costs, kind.group()))
                .toList());
    }

    private static JsonObject shown(Cost cost, ObjectCosts costs, String group) {
        return JsonObject.builder()
                .put("name", cost.name())
                .putIfPresent("description", cost.description())
                .putIfPresent("value", costs.find(cost).map(JsonNumber::of).orElse(null))
                .putIfPresent("resource", cost.isLimited() ? cost.resource(group) : "")
                .build();
    }
}
