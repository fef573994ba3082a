package dev.chartroom.domain.progress;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The progress of Flux with a release. This is the status that the release reports, except if the release is suspended,
 * is being deleted, or fails again and again.
 *
 * @param observedGeneration the generation that Flux reconciled last; null if the status names none
 * @param conditions the conditions, with their types in the release
 */
public record ReleaseProgress(@Nullable JsonValue observedGeneration, List<JsonObject> conditions) {
    /** The type of the condition that only a suspended release has. helm-controller does not set it. */
    public static final String SUSPENDED = "Suspended";

    static final String OBSERVED = "observedGeneration";

    /** Returns the status that a release, or an object, reports itself. */
    public static ReleaseProgress reported(JsonObject status) {
        return new ReleaseProgress(
                status.get(OBSERVED), status.arrayOrEmpty("conditions").objects());
    }

    /**
     * Returns the progress of a release.
     *
     * @param stalledAfter the number of failures after which the release counts as stalled; 0 for never
     * @param shown maps a generation of the release to the generation that messages name; below 0 if it is unknown
     */
    public static ReleaseProgress of(JsonObject release, long stalledAfter, LongUnaryOperator shown) {
        ReleaseProgress reported = reported(release.objectOrEmpty("status"));
        boolean isSuspended = release.objectOrEmpty("spec").isTrue("suspend");
        ReleaseProgress progress =
                isSuspended ? Suspension.of(release, reported, shown).progress() : reported;
        if (isTerminating(release) && Uninstallation.concernsFlux(release, reported)) {
            return progress.withReady(Uninstallation.ready(release, reported));
        }
        return isSuspended ? progress : FailedRetries.in(release, reported, stalledAfter, shown);
    }

    /** Returns whether the condition Suspended is true. */
    public boolean isSuspended() {
        return condition(SUSPENDED).stringOrEmpty("status").equals("True");
    }

    /** Returns the condition of a type; the empty object if there is none. */
    JsonObject condition(String type) {
        for (JsonObject condition : conditions) {
            if (condition.stringOrEmpty("type").equals(type)) {
                return condition;
            }
        }
        return JsonObject.EMPTY;
    }

    /** Returns the same progress with another condition Ready, as the first condition. */
    public ReleaseProgress withReady(JsonObject ready) {
        List<JsonObject> changed = new ArrayList<>(conditions);
        changed.removeIf(condition -> condition.stringOrEmpty("type").equals(Condition.READY));
        changed.addFirst(ready);
        return new ReleaseProgress(observedGeneration, changed);
    }

    static boolean isTerminating(JsonObject release) {
        return release.objectOrEmpty("metadata").has("deletionTimestamp");
    }

    /** Returns the generation of a release; -1 if it has none. */
    static long generation(JsonObject release) {
        return number(release.objectOrEmpty("metadata"), "generation");
    }

    /** Returns a number; -1 if it is missing. */
    static long number(JsonObject object, String field) {
        return object.get(field) instanceof JsonNumber number ? number.asLong().orElse(-1) : -1;
    }
}
