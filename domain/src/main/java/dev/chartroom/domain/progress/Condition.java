package dev.chartroom.domain.progress;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;

/**
 * A condition that Chartroom computes.
 *
 * @param generation the generation of the release; below 0 if it has none
 * @param since the time of the last transition; empty if it is unknown
 */
record Condition(String type, String status, long generation, String since, String reason, String message) {
    static final String READY = "Ready";
    static final String RECONCILING = "Reconciling";
    static final String STALLED = "Stalled";
    static final String SINCE = "lastTransitionTime";

    JsonObject toJson() {
        return JsonObject.builder()
                .put("type", type)
                .put("status", status)
                .putIfPresent(ReleaseProgress.OBSERVED, generation < 0 ? null : JsonNumber.of(generation))
                .putIfPresent(SINCE, since)
                .put("reason", reason)
                .put("message", message)
                .build();
    }
}
