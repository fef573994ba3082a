package dev.chartroom.domain.progress;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Marks a release as stalled after many failures of one generation. helm-controller itself does so only if it stops
 * retrying, so a client would wait for a hopeless release as long as Flux retries. The release stays stalled while Flux
 * tries again, until an attempt succeeds. A later wait, such as for the source of the chart, is no failed attempt,
 * although helm-controller resets its count of failures only for some strategies.
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
        Optional<JsonObject> failure = failure(reported, ready);
        long latest = ReleaseProgress.generation(release);
        if (failure.isEmpty()
                || attempted(status, ready) != latest
                || isStatus(reported.condition(Condition.STALLED), "True")) {
            return reported;
        }
        List<JsonObject> conditions = new ArrayList<>(reported.conditions());
        // Clients that use kstatus read Reconciling before Stalled.
        conditions.removeIf(condition -> isOneOf(condition, Condition.RECONCILING, Condition.STALLED));
        String since = failure.get().stringOrEmpty(Condition.SINCE);
        String reason = (isStatus(ready, "False") ? ready : failure.get()).stringOrEmpty("message");
        String message = message(failures, shown.applyAsLong(latest), reason);
        conditions.add(new Condition(Condition.STALLED, "True", latest, since, "RetriesFailed", message).toJson());
        return new ReleaseProgress(JsonNumber.of(latest), conditions);
    }

    /**
     * Returns the condition that describes the failure of the last attempt; empty if it did not fail. While Flux tries
     * again, only the condition of the action is false. A status without such a condition has only Ready.
     */
    private static Optional<JsonObject> failure(ReleaseProgress reported, JsonObject ready) {
        boolean isRetrying =
                isStatus(ready, "Unknown") && ready.stringOrEmpty("reason").equals("Progressing");
        if (!isRetrying && !isStatus(ready, "False")) {
            return Optional.empty();
        }
        JsonObject released = reported.condition("Released");
        JsonObject tested = reported.condition("TestSuccess");
        JsonObject remediated = reported.condition("Remediated");
        if (isStatus(released, "False")) {
            return Optional.of(released);
        }
        if (isStatus(tested, "False")) {
            return Optional.of(tested);
        }
        if (!remediated.isEmpty()) {
            return Optional.of(remediated);
        }
        return released.isEmpty() && !isRetrying ? Optional.of(ready) : Optional.empty();
    }

    private static boolean isStatus(JsonObject condition, String status) {
        return condition.stringOrEmpty("status").equals(status);
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
