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
                .filter(snapshot -> number(snapshot, "version") > 0)
                .sorted(Comparator.<JsonObject>comparingLong(snapshot -> number(snapshot, "version"))
                        .reversed())
                .map(HelmRevisions::revision)
                .toList();
    }

    private static JsonObject revision(JsonObject snapshot) {
        return JsonObject.builder()
                .put("revision", number(snapshot, "version"))
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

    /** Returns the number of a revision that {@link #of} returned. */
    public static long number(JsonObject revision) {
        return number(revision, "revision");
    }

    private static long number(JsonObject object, String field) {
        return object.get(field) instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
    }
}
