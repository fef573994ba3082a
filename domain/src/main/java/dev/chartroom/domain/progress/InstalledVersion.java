package dev.chartroom.domain.progress;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;

/** Reads the version of the chart that is installed, which differs from the attempted one after a failed upgrade. */
public final class InstalledVersion {
    private InstalledVersion() {}

    /**
     * Returns the chart version of the newest deployed revision. Without one, this is the newest superseded revision.
     *
     * @param status the status of a HelmRelease
     * @return the version; empty if no revision was ever deployed
     */
    public static String in(JsonObject status) {
        JsonArray history = status.arrayOrEmpty("history");
        JsonObject deployed = newest(history, "deployed");
        return (deployed.isEmpty() ? newest(history, "superseded") : deployed).stringOrEmpty("chartVersion");
    }

    private static JsonObject newest(JsonArray history, String status) {
        JsonObject newest = JsonObject.EMPTY;
        for (JsonValue value : history) {
            if (value instanceof JsonObject revision
                    && revision.stringOrEmpty("status").equals(status)
                    && (newest.isEmpty() || version(revision) > version(newest))) {
                newest = revision;
            }
        }
        return newest;
    }

    private static long version(JsonObject revision) {
        return ReleaseProgress.number(revision, "version");
    }
}
