package dev.chartroom.core.cost;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Supplier;

/** Counts what the objects of a namespace cost. Objects whose cost cannot be computed count as nothing. */
record CostUsage(ApplicationStore store, Supplier<KindRegistry> registry, JsonCodec codec) {

    /** Returns the sum of a limited cost over all kinds of a group, in the latest state. */
    BigDecimal of(String group, String cost, String namespace) {
        BigDecimal sum = BigDecimal.ZERO;
        for (ApplicationKind kind : registry.get().kinds()) {
            if (kind.group().equals(group)) {
                for (Cost each : kind.costs()) {
                    if (each.name().equals(cost) && each.isLimited()) {
                        sum = sum.add(of(kind, each, namespace));
                    }
                }
            }
        }
        return sum;
    }

    private BigDecimal of(ApplicationKind kind, Cost cost, String namespace) {
        List<ServedApplication> objects =
                store.list(kind, ListRequest.all(namespace)).items();
        BigDecimal sum = BigDecimal.ZERO;
        for (ServedApplication object : objects) {
            Deadline.check();
            sum = sum.add(ObjectCosts.of(kind, spec(object)).find(cost).orElse(BigDecimal.ZERO));
        }
        return sum;
    }

    private JsonObject spec(ServedApplication object) {
        return codec.parse(object.json()) instanceof JsonObject json ? json.objectOrEmpty("spec") : JsonObject.EMPTY;
    }
}
