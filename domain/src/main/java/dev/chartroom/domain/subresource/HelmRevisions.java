package dev.chartroom.domain.subresource;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Comparator;
import java.util.List;

/** The revisions of a release in Helm, as Flux has recorded them in {@code status.history} of the HelmRelease. */
public final class HelmRevisions {
    private HelmRevisions() {}

    /**
     * Returns the revisions, newest first. Each has {@code revision}, {@code status}, {@code chart} with {@code name},
     * {@code version} and {@code appVersion}, {@code firstDeployed} and {@code lastDeployed}. Fields that Flux has not
     * recorded are absent. Flux keeps only the revisions that it may need for a rollback.
     */
    public static List<JsonObject> of(JsonObject release) {
        return release.objectOrEmpty("status").arrayOrEmpty("history").objects().stream()
                .filter(snapshot -> number(snapshot) > 0)
                .sorted(Comparator.comparingLong(HelmRevisions::number).reversed())
                .map(HelmRevisions::revision)
                .toList();
    }

    private static JsonObject revision(JsonObject snapshot) {
        return JsonObject.builder()
                .put("revision", number(snapshot))
                .putIfPresent("status", snapshot.stringOrEmpty("status"))
                .put(
                        "chart",
                        JsonObject.builder()
                                .putIfPresent("name", snapshot.stringOrEmpty("chartName"))
                                .putIfPresent("version", snapshot.stringOrEmpty("chartVersion"))
                                .putIfPresent("appVersion", snapshot.stringOrEmpty("appVersion"))
                                .build())
                .putIfPresent("firstDeployed", snapshot.stringOrEmpty("firstDeployed"))
                .putIfPresent("lastDeployed", snapshot.stringOrEmpty("lastDeployed"))
                .build();
    }

    private static long number(JsonObject snapshot) {
        return snapshot.get("version") instanceof JsonNumber number
                ? number.asLong().orElse(0)
                : 0;
    }
}
