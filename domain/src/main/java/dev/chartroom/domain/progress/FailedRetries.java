package dev.chartroom.domain.progress;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Marks a release as stalled after many failures of one generation. helm-controller itself does so only if it stops
 * retrying, so a client would wait for a hopeless release as long as Flux retries.
 */
final class FailedRetries {
    private FailedRetries() {}

    /** Returns the progress with the condition Stalled, or the reported progress if Flux failed less often. */
    static ReleaseProgress in(
            JsonObject release, ReleaseProgress reported, long stalledAfter, LongUnaryOperator shown) {
        JsonObject status = release.objectOrEmpty("status");
        long failures = ReleaseProgress.number(status, "failures");
        if (stalledAfter == 0 || failures < stalledAfter) {
            return reported;
        }
        JsonObject ready = reported.condition(Condition.READY);
        long latest = ReleaseProgress.generation(release);
        if (attempted(status, ready) != latest
                || !ready.stringOrEmpty("status").equals("False")
                || reported.condition(Condition.STALLED).stringOrEmpty("status").equals("True")) {
            return reported;
        }
        List<JsonObject> conditions = new ArrayList<>(reported.conditions());
        // Clients that use kstatus read Reconciling before Stalled.
        conditions.removeIf(condition -> isOneOf(condition, Condition.RECONCILING, Condition.STALLED));
        String since = ready.stringOrEmpty(Condition.SINCE);
        String message = message(failures, shown.applyAsLong(latest), ready.stringOrEmpty("message"));
        conditions.add(new Condition(Condition.STALLED, "True", latest, since, "RetriesFailed", message).toJson());
        return new ReleaseProgress(JsonNumber.of(latest), conditions);
    }

    private static long attempted(JsonObject status, JsonObject ready) {
        String field = "lastAttemptedGeneration";
        return status.has(field)
                ? ReleaseProgress.number(status, field)
                : ReleaseProgress.number(ready, ReleaseProgress.OBSERVED);
    }

    private static boolean isOneOf(JsonObject condition, String type, String other) {
        String actual = condition.stringOrEmpty("type");
        return actual.equals(type) || actual.equals(other);
    }

    private static String message(long failures, long generation, String reason) {
        return "Flux failed " + failures + (failures == 1 ? " time" : " times")
                + (generation < 0 ? "" : " for generation " + generation) + ", and goes on trying: " + reason;
    }
}
