package dev.chartroom.adapters.kubernetes.kinds;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.kind.DefinitionStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads and writes the conditions of a definition in the form of {@code metav1.Condition}. */
final class StatusConditions {
    private StatusConditions() {}

    /** Returns whether all of these conditions are true in a status. */
    static boolean hold(JsonObject status, String... types) {
        Set<String> held = status.arrayOrEmpty("conditions").objects().stream()
                .filter(condition ->
                        condition.stringOrEmpty("status").equals(DefinitionStatus.ConditionStatus.TRUE.text()))
                .map(condition -> condition.stringOrEmpty("type"))
                .collect(Collectors.toSet());
        return held.containsAll(Set.of(types));
    }

    /** Returns whether the headline differs from the conditions of the previous status. */
    static boolean isChanged(JsonObject before, DefinitionStatus.Condition headline) {
        return before.arrayOrEmpty("conditions").objects().stream()
                .noneMatch(known -> known.stringOrEmpty("type").equals(headline.type())
                        && known.stringOrEmpty("status")
                                .equals(headline.status().text())
                        && known.stringOrEmpty("reason").equals(headline.reason())
                        && known.stringOrEmpty("message").equals(headline.message()));
    }

    /**
     * Returns the status of a definition with these conditions, its object count and its generation. Other fields stay.
     * A condition keeps its transition time if its status does not change.
     */
    static JsonObject merged(JsonObject definition, DefinitionStatus status, Instant now) {
        JsonObject before = definition.objectOrEmpty("status");
        JsonValue generation = definition.objectOrEmpty("metadata").get("generation");
        List<JsonObject> known = before.arrayOrEmpty("conditions").objects();
        List<JsonValue> conditions = new ArrayList<>();
        for (DefinitionStatus.Condition condition : status.conditions()) {
            String since = known.stream()
                    .filter(old -> old.stringOrEmpty("type").equals(condition.type())
                            && old.stringOrEmpty("status")
                                    .equals(condition.status().text()))
                    .map(old -> old.stringOrEmpty("lastTransitionTime"))
                    .findFirst()
                    .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
            conditions.add(JsonObject.builder()
                    .put("lastTransitionTime", since)
                    .put("message", condition.message())
                    .putIfPresent("observedGeneration", generation)
                    .put("reason", condition.reason())
                    .put("status", condition.status().text())
                    .put("type", condition.type())
                    .build());
        }
        JsonObject next = before.with("conditions", new JsonArray(conditions));
        if (status.objects().isPresent()) {
            next = next.with("objects", JsonNumber.of(status.objects().getAsLong()));
        }
        return generation == null ? next : next.with("observedGeneration", generation);
    }
}
