package dev.chartroom.domain.progress;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The state of a suspended release. helm-controller reports each generation of it as observed, although it rolls out
 * none of them. It writes the condition Ready only while it reconciles, so the generation of Ready was not suspended.
 */
final class Suspension {
    private static final String MANAGED_SPEC = "f:spec";

    private final JsonObject metadata;
    private final ReleaseProgress reported;
    private final LongUnaryOperator shown;
    private final JsonObject ready;
    private final long latest;
    private final long reconciled;
    /** Whether a change waits to be rolled out, or none was ever rolled out. */
    private final boolean isPending;

    private Suspension(JsonObject release, ReleaseProgress reported, LongUnaryOperator shown) {
        this.metadata = release.objectOrEmpty("metadata");
        this.reported = reported;
        this.shown = shown;
        this.ready = reported.condition(Condition.READY);
        this.latest = ReleaseProgress.generation(release);
        this.reconciled = ReleaseProgress.number(ready, ReleaseProgress.OBSERVED);
        // The suspension adds one generation, and the start of a deletion adds another one.
        long resting = latest - (ReleaseProgress.isTerminating(release) ? 2 : 1);
        this.isPending = reconciled < 0 || reconciled < resting || reconciled > latest;
    }

    static Suspension of(JsonObject release, ReleaseProgress reported, LongUnaryOperator shown) {
        return new Suspension(release, reported, shown);
    }

    /** Returns the progress, in which Flux observed the latest generation only if nothing waits to be rolled out. */
    ReleaseProgress progress() {
        List<JsonObject> conditions = new ArrayList<>(reported.conditions().size() + 1);
        for (JsonObject condition : reported.conditions()) {
            String type = condition.stringOrEmpty("type");
            // Flux leaves Reconciling as it was before the suspension.
            if (!type.equals(Condition.RECONCILING) && !type.equals(ReleaseProgress.SUSPENDED)) {
                conditions.add(isPending ? condition : observed(condition));
            }
        }
        conditions.add(
                new Condition(ReleaseProgress.SUSPENDED, "True", latest, since(), "Suspended", message()).toJson());
        return new ReleaseProgress(JsonNumber.of(isPending ? reconciled : latest), conditions);
    }

    private JsonObject observed(JsonObject condition) {
        return ReleaseProgress.number(condition, ReleaseProgress.OBSERVED) == reconciled
                ? condition.with(ReleaseProgress.OBSERVED, JsonNumber.of(latest))
                : condition;
    }

    private String message() {
        return "Flux does not reconcile the release until it is resumed" + position()
                + ". A deletion leaves the resources of the release behind.";
    }

    private String position() {
        if (!isPending) {
            return "";
        }
        if (reconciled < 0) {
            return "; it has not reconciled any generation yet";
        }
        long last = shown.applyAsLong(reconciled);
        long now = shown.applyAsLong(latest);
        return last < 0 || last == now
                ? ""
                : "; it last reconciled generation " + last + ", and this is generation " + now;
    }

    /** Returns the first write by an owner of the field; if there is none, the closest other time. */
    private String since() {
        String first = "";
        for (JsonObject entry : metadata.arrayOrEmpty("managedFields").objects()) {
            String time = entry.stringOrEmpty("time");
            boolean isOwner =
                    entry.objectOrEmpty("fieldsV1").objectOrEmpty(MANAGED_SPEC).has("f:suspend");
            if (isOwner && !time.isEmpty() && (first.isEmpty() || time.compareTo(first) < 0)) {
                first = time;
            }
        }
        if (!first.isEmpty()) {
            return first;
        }
        String transition = ready.stringOrEmpty(Condition.SINCE);
        return transition.isEmpty() ? metadata.stringOrEmpty("creationTimestamp") : transition;
    }
}
