package dev.chartroom.domain.progress;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;

/** The condition Ready of a release that is being deleted. helm-controller leaves it as it was before the deletion. */
public final class Uninstallation {
    /** The finalizer with which helm-controller delays a deletion until it has uninstalled the release. */
    public static final String FLUX_FINALIZER = "finalizers.fluxcd.io";

    private static final String FAILED = "UninstallFailed";

    private Uninstallation() {}

    /** Returns whether Flux has seen the release. Otherwise, it has nothing to uninstall. */
    static boolean concernsFlux(JsonObject release, ReleaseProgress reported) {
        // Flux observes the generation of a suspended release as well, and gives it no condition.
        return !reported.conditions().isEmpty()
                || ReleaseProgress.number(release.objectOrEmpty("status"), ReleaseProgress.OBSERVED) >= 0
                || release.objectOrEmpty("metadata")
                        .arrayOrEmpty("finalizers")
                        .strings()
                        .contains(FLUX_FINALIZER);
    }

    /** Returns the condition Ready of a terminating release. */
    static JsonObject ready(JsonObject release, ReleaseProgress reported) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        List<String> finalizers = metadata.arrayOrEmpty("finalizers").strings();
        String message = finalizers.contains(FLUX_FINALIZER) ? uninstalling(release, reported) : waiting(finalizers);
        return ready(ReleaseProgress.generation(release), metadata.stringOrEmpty("deletionTimestamp"), message);
    }

    /**
     * Returns the condition Ready of a terminating object without a release.
     *
     * @param since the deletion timestamp
     * @param finalizers the remaining finalizers
     */
    public static JsonObject readyWithoutRelease(long generation, String since, List<String> finalizers) {
        return ready(generation, since, waiting(finalizers));
    }

    private static JsonObject ready(long generation, String since, String message) {
        return new Condition(Condition.READY, "False", generation, since, "Uninstalling", message).toJson();
    }

    private static String uninstalling(JsonObject release, ReleaseProgress reported) {
        if (release.objectOrEmpty("spec").isTrue("suspend")) {
            return "The release is suspended, so Flux removes it without an uninstall. Its resources stay.";
        }
        JsonObject released = reported.condition("Released");
        if (released.stringOrEmpty("reason").equals(FAILED)) {
            return released.stringOrEmpty("message");
        }
        JsonObject ready = reported.condition(Condition.READY);
        String deleted = release.objectOrEmpty("metadata").stringOrEmpty("deletionTimestamp");
        // Flux may fail before it reaches Helm, so any failure since the deletion is one of the uninstall. Texts of
        // times in UTC sort by time.
        if (ready.stringOrEmpty("status").equals("False")
                && ready.stringOrEmpty(Condition.SINCE).compareTo(deleted) >= 0) {
            return ready.stringOrEmpty("message");
        }
        return "Flux is uninstalling the release.";
    }

    private static String waiting(List<String> finalizers) {
        return switch (finalizers.size()) {
            case 0 -> "Kubernetes is removing the object.";
            case 1 -> "The deletion waits for the finalizer " + finalizers.getFirst() + ".";
            default -> "The deletion waits for the finalizers " + String.join(", ", finalizers) + ".";
        };
    }
}
