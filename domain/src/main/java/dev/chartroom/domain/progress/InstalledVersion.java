package dev.chartroom.domain.progress;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Reads the version of the chart that is installed, which differs from the attempted one after a failed upgrade. */
public final class InstalledVersion {
    private static final String STATUS = "status";
    private static final String CHART_VERSION = "chartVersion";

    private InstalledVersion() {}

    /**
     * Returns the chart version whose resources are in the cluster. This is that of the deployed revision. Without one,
     * it is that of the newest superseded revision. If Helm has begun to uninstall the newest revision, it is the
     * version of that revision, and after the uninstall, there is none.
     *
     * @param status the status of a HelmRelease
     * @return the version; empty if nothing is installed, or if the status does not say what is. helm-controller retains
     *     five revisions of failed upgrades, and after more, it no longer names the deployed one
     */
    public static String in(JsonObject status) {
        List<JsonObject> history = status.arrayOrEmpty("history").objects();
        JsonObject newest = newest(history, _ -> true);
        return switch (newest.stringOrEmpty(STATUS)) {
            case "uninstalled" -> "";
            case "uninstalling" -> newest.stringOrEmpty(CHART_VERSION);
            default -> {
                JsonObject deployed = newest(history, hasStatus("deployed"));
                yield (deployed.isEmpty() ? newest(history, hasStatus("superseded")) : deployed)
                        .stringOrEmpty(CHART_VERSION);
            }
        };
    }

    private static Predicate<JsonObject> hasStatus(String status) {
        return revision -> revision.stringOrEmpty(STATUS).equals(status);
    }

    private static JsonObject newest(List<JsonObject> history, Predicate<JsonObject> selection) {
        return history.stream()
                .filter(selection)
                .max(Comparator.comparingLong(InstalledVersion::version))
                .orElse(JsonObject.EMPTY);
    }

    private static long version(JsonObject revision) {
        return ReleaseProgress.number(revision, "version");
    }
}
