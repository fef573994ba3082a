package dev.chartroom.core.simulation;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.progress.ReleaseProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The release that an object would have in a cluster. Its status is that of helm-controller, and passes through the
 * definition's own mapping. So the object has the status that it would have in a cluster.
 *
 * <pre>
 * PENDING --- begun ---> RUNNING --- finished ---> SETTLED
 *    ^                      |                         |
 *    +----------------------+---- the spec changes ---+
 * </pre>
 *
 * <p>The phase results from the status alone, so a restart continues where the server stopped.
 */
record SimulatedRelease(ApplicationKind kind, Application object) {
    /** The end of each message. It tells users that there is no Flux. */
    static final String NOTE = " (simulated: dev mode installs nothing)";

    private static final String READY = "Ready";
    /** The definition can give this condition another name. */
    private static final String RELEASED = "Released";

    private static final String OBSERVED = "observedGeneration";

    enum Phase {
        /** The current generation has not been reconciled. */
        PENDING,
        /** The reconciliation of the current generation has begun. */
        RUNNING,
        /** There is nothing to do. This includes suspended objects, and those with a status that a client wrote. */
        SETTLED
    }

    /**
     * A step of the simulation.
     *
     * @param reason the reason of the condition Ready
     */
    record Step(JsonObject status, String reason, String message) {}

    Phase phase() {
        ObjectMeta metadata = object.metadata();
        JsonObject status = object.status();
        if (metadata.isTerminating() || ReleaseProgress.reported(status).isSuspended()) {
            return Phase.SETTLED;
        }
        JsonObject ready = condition(READY);
        if (number(ready) == metadata.generation()) {
            boolean isRunning = ready.stringOrEmpty("status").equals("Unknown")
                    && ready.stringOrEmpty("message").endsWith(NOTE);
            return isRunning ? Phase.RUNNING : Phase.SETTLED;
        }
        return number(status) == metadata.generation() ? Phase.SETTLED : Phase.PENDING;
    }

    /** Returns the status at the start of an installation or an upgrade. */
    Step begun(Instant now) {
        SimulatedHistory history = SimulatedHistory.in(object.status());
        boolean isInstall = history.latest() == 0;
        String message = "Running '" + (isInstall ? "install" : "upgrade") + "' action with timeout of "
                + (isInstall
                        ? kind.release().settings().installTimeout()
                        : kind.release().settings().upgradeTimeout())
                + NOTE;
        List<JsonValue> conditions = new ArrayList<>();
        conditions.add(condition("Reconciling", "True", "Progressing", message, now));
        conditions.add(condition(READY, "Unknown", "Progressing", message, now));
        JsonObject released = condition(kind.status().conditions().getOrDefault(RELEASED, RELEASED));
        if (!released.isEmpty()) {
            conditions.add(released.with("type", new JsonString(RELEASED)));
        }
        JsonValue before = object.status().get(OBSERVED);
        return new Step(
                status(conditions, history, before == null ? JsonNumber.of(-1) : before), "Progressing", message);
    }

    /** Returns the status after a successful installation or upgrade. */
    Step finished(Instant now) {
        SimulatedHistory before = SimulatedHistory.in(object.status());
        boolean isInstall = before.latest() == 0;
        SimulatedChart chart = SimulatedChart.of(kind.release().chart());
        SimulatedHistory history = before.deployed(kind, object.metadata(), chart, now);
        String reason = isInstall ? "InstallSucceeded" : "UpgradeSucceeded";
        String message = "Helm " + (isInstall ? "install" : "upgrade") + " succeeded for release "
                + object.metadata().namespace() + "/"
                + kind.release().releaseName(object.metadata().name()) + ".v" + history.latest() + " with chart "
                + chart.name() + "@" + chart.version() + NOTE;
        List<JsonValue> conditions = List.of(
                condition(READY, "True", reason, message, now), condition(RELEASED, "True", reason, message, now));
        return new Step(
                status(conditions, history, JsonNumber.of(object.metadata().generation())), reason, message);
    }

    /** Maps the status of the release as in a cluster, and adds the history, which the definition may leave out. */
    private JsonObject status(List<JsonValue> conditions, SimulatedHistory history, JsonValue observed) {
        JsonObject release = ReleaseConverter.newRelease(kind, object);
        JsonObject metadata = release.objectOrEmpty("metadata")
                .with("generation", JsonNumber.of(object.metadata().generation()));
        JsonObject status = JsonObject.builder()
                .put(OBSERVED, observed)
                .putIfPresent("lastAttemptedRevision", history.chartVersion())
                .put("conditions", new JsonArray(conditions))
                .put(SimulatedHistory.FIELD, history.toJson())
                .build();
        JsonObject mapped = kind.status().of(release.with("metadata", metadata).with("status", status));
        return mapped.has(SimulatedHistory.FIELD) || history.revisions().isEmpty()
                ? mapped
                : mapped.with(SimulatedHistory.FIELD, history.toJson());
    }

    private JsonObject condition(String type, String value, String reason, String message, Instant now) {
        return JsonObject.builder()
                .put("type", type)
                .put("status", value)
                .put(OBSERVED, object.metadata().generation())
                .put("lastTransitionTime", ObjectMeta.timestamp(now))
                .put("reason", reason)
                .put("message", message)
                .build();
    }

    private JsonObject condition(String type) {
        return object.status().arrayOrEmpty("conditions").objects().stream()
                .filter(condition -> condition.stringOrEmpty("type").equals(type))
                .findFirst()
                .orElse(JsonObject.EMPTY);
    }

    /** Returns the observed generation of a status or a condition; -1 if it has none. */
    private static long number(JsonObject observed) {
        return observed.get(OBSERVED) instanceof JsonNumber number
                ? number.asLong().orElse(-1)
                : -1;
    }
}
