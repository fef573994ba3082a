package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.progress.ReleaseProgress;
import dev.chartroom.domain.progress.Uninstallation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes the status of an object in another store, such as PostgreSQL, from the status of its release. Translates
 * observed generations, because the release and the object each have their own generation.
 */
public final class ProjectedStatus {
    private static final String OBSERVED = "observedGeneration";
    private static final String CONDITIONS = "conditions";
    private static final JsonNumber NEVER = JsonNumber.of(-1);

    private final long latest;
    private final RecordedIdentity recorded;

    private ProjectedStatus(JsonObject release, RecordedIdentity recorded) {
        this.latest = ReleaseReadiness.generation(release);
        this.recorded = recorded;
    }

    /**
     * Returns the new status.
     *
     * @param application the object from its store
     * @return the new status; the current status if the release is not known to belong to the object
     */
    public static JsonObject of(ApplicationKind kind, JsonObject release, Application application) {
        RecordedIdentity recorded = RecordedIdentity.on(kind, release).orElse(null);
        if (recorded == null || !recorded.uid().equals(application.metadata().uid())) {
            return application.status();
        }
        ProjectedStatus projected = new ProjectedStatus(release, recorded);
        JsonObject before = application.status();
        return projected.translated(
                kind.status().of(release, generation -> projected.shown(generation, before)), before);
    }

    /**
     * Returns the status of an object whose release is gone: a terminating object waits only for its own finalizers.
     */
    public static JsonObject withoutRelease(Application application) {
        ObjectMeta metadata = application.metadata();
        Instant deleted = metadata.deletionTimestamp();
        if (deleted == null) {
            return application.status();
        }
        JsonObject ready = Uninstallation.readyWithoutRelease(
                metadata.generation(), ObjectMeta.timestamp(deleted), metadata.finalizers());
        List<JsonObject> conditions =
                ReleaseProgress.reported(application.status()).withReady(ready).conditions();
        return application.status().with(CONDITIONS, new JsonArray(List.copyOf(conditions)));
    }

    /** Returns the object's generation for one of the release, as {@link #observed} does; -1 if it is unknown. */
    private long shown(long generation, JsonObject before) {
        return observed(JsonNumber.of(generation), before.get(OBSERVED)) instanceof JsonNumber number
                ? number.asLong().orElse(-1)
                : -1;
    }

    private JsonObject translated(JsonObject status, JsonObject before) {
        JsonValue observed = observed(status.get(OBSERVED), before.get(OBSERVED));
        JsonObject translated = status.with(OBSERVED, observed == null ? NEVER : observed);
        Map<String, JsonObject> known = new HashMap<>();
        before.arrayOrEmpty(CONDITIONS)
                .objects()
                .forEach(other -> known.putIfAbsent(other.stringOrEmpty("type"), other));
        List<JsonValue> conditions = new ArrayList<>();
        for (JsonObject condition : status.arrayOrEmpty(CONDITIONS).objects()) {
            conditions.add(condition(condition, known.get(condition.stringOrEmpty("type"))));
        }
        return conditions.isEmpty() ? translated : translated.with(CONDITIONS, new JsonArray(conditions));
    }

    private JsonObject condition(JsonObject condition, @Nullable JsonObject before) {
        if (!condition.has(OBSERVED)) {
            return condition;
        }
        JsonValue observed = observed(condition.get(OBSERVED), before == null ? null : before.get(OBSERVED));
        return observed == null ? condition.without(OBSERVED) : condition.with(OBSERVED, observed);
    }

    /**
     * Returns the generation of the object that Flux observed: the recorded generation if Flux observed the latest
     * generation of the release, otherwise the generation in the current status.
     */
    private @Nullable JsonValue observed(@Nullable JsonValue ofRelease, @Nullable JsonValue before) {
        long generation =
                ofRelease instanceof JsonNumber number ? number.asLong().orElse(-1) : -1;
        if (generation < 0) {
            return NEVER;
        }
        return generation >= latest && recorded.generation() > 0 ? JsonNumber.of(recorded.generation()) : before;
    }
}
