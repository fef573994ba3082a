package dev.chartroom.core.simulation;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The revisions of a simulated release, newest first, in the form of a HelmRelease's {@code status.history}.
 *
 * @param revisions at most {@link #LIMIT}
 */
record SimulatedHistory(List<JsonObject> revisions) {
    static final String FIELD = "history";

    /** The number of revisions that are kept if the definition does not limit them further. */
    private static final int LIMIT = 10;

    private static final String REVISION = "version";
    private static final String STATUS = "status";

    /** Reads the history from the status of an object. A field of this name with other contents counts as empty. */
    static SimulatedHistory in(JsonObject status) {
        return new SimulatedHistory(status.arrayOrEmpty(FIELD).objects().stream()
                .filter(revision -> number(revision) > 0 && revision.has("chartVersion"))
                .toList());
    }

    /** Returns the number of the newest revision; 0 if there is none. */
    long latest() {
        return revisions.stream().mapToLong(SimulatedHistory::number).max().orElse(0);
    }

    /** Returns the history after another installation or upgrade. */
    SimulatedHistory deployed(ApplicationKind kind, ObjectMeta object, SimulatedChart chart, Instant now) {
        JsonString at = new JsonString(ObjectMeta.timestamp(now));
        List<JsonObject> next = new ArrayList<>();
        next.add(JsonObject.builder()
                .put("name", kind.release().releaseName(object.name()))
                .put("namespace", object.namespace())
                .put(REVISION, latest() + 1)
                .put(STATUS, "deployed")
                .put("chartName", chart.name())
                .put("chartVersion", chart.version())
                .put("firstDeployed", firstDeployed(at))
                .put("lastDeployed", at)
                .build());
        revisions.forEach(before -> next.add(before.with(STATUS, new JsonString("superseded"))));
        long limit = kind.release().settings().maxHistory();
        return new SimulatedHistory(List.copyOf(next.subList(
                0, (int) Math.min(next.size(), limit > 0 ? Math.min(limit, LIMIT) : LIMIT))));
    }

    private JsonValue firstDeployed(JsonString now) {
        JsonValue first = revisions.isEmpty() ? null : revisions.getFirst().get("firstDeployed");
        return first == null ? now : first;
    }

    /** Returns the chart version of the newest revision; empty if there is no revision. */
    String chartVersion() {
        return revisions.isEmpty() ? "" : revisions.getFirst().stringOrEmpty("chartVersion");
    }

    JsonArray toJson() {
        return new JsonArray(List.copyOf(revisions));
    }

    private static long number(JsonObject revision) {
        return revision.get(REVISION) instanceof JsonNumber number
                ? number.asLong().orElse(0)
                : 0;
    }
}
