package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares an existing release with the current template of its kind. Changes of the template apply, except to parts
 * that were edited directly. Fields that are not in the template always stay: values, suspend, and fields that other
 * clients added.
 */
public final class TemplatedRelease {
    private final ApplicationKind kind;
    private final JsonObject live;
    private final @Nullable TemplateRecord recorded;
    private final List<FieldChange> changes = new ArrayList<>();
    private final List<FieldChange> kept = new ArrayList<>();
    private final JsonObject next;
    private boolean settled;

    private TemplatedRelease(ApplicationKind kind, JsonObject live) {
        this.kind = kind;
        this.live = live;
        this.recorded = TemplateRecord.on(kind, live).orElse(null);
        JsonObject template = NewRelease.templated(kind);
        JsonObject previousTemplate =
                recorded == null ? TemplateOwnership.template(kind, live, template) : recorded.template();
        JsonObject merged = live;
        for (ReleasePart part : ReleasePart.of(previousTemplate, template)) {
            merged = merged(part, merged, part.in(previousTemplate), part.in(template));
        }
        this.next = merged;
    }

    /** @param release a stored release of an object of the kind */
    public static TemplatedRelease of(ApplicationKind kind, JsonObject release) {
        return new TemplatedRelease(kind, release);
    }

    private JsonObject merged(ReleasePart part, JsonObject release, JsonObject previousTemplate, JsonObject template) {
        JsonObject now = part.in(release);
        if (now.equals(template)) {
            settled |= !previousTemplate.equals(template);
            return release;
        }
        if (!now.equals(previousTemplate)) {
            kept.addAll(part.changes(now, template));
            return release;
        }
        changes.addAll(part.changes(now, template));
        return part.replaced(release, template);
    }

    /** Returns the changes that an update makes, except for the change of the template's record. */
    public List<FieldChange> changes() {
        return List.copyOf(changes);
    }

    /** Returns the direct edits: differences from the template that an update keeps. */
    public List<FieldChange> kept() {
        return List.copyOf(kept);
    }

    /**
     * Returns whether the release must be updated: it differs from the template by more than direct edits, or another
     * client already applied a change of the template. An applied change must be recorded before the template changes
     * again. False if the release is being deleted.
     */
    public boolean isOutdated() {
        return !isDeleted() && (!changes.isEmpty() || settled);
    }

    /** Returns when a rollout last updated the release; empty if none did. */
    public Optional<Instant> updatedAt() {
        return recorded == null ? Optional.empty() : Optional.ofNullable(recorded.updated());
    }

    /**
     * Returns whether a rollout updated the release and it is not Ready yet. False if another client has changed or
     * suspended the release since that update: the state of the release is then no longer an effect of the rollout.
     */
    public boolean isAwaited() {
        Long awaited = recorded == null ? null : recorded.awaited();
        return awaited != null
                && awaited == ReleaseReadiness.generation(live)
                && !isDeleted()
                && !ReleaseReadiness.isSuspended(live)
                && !ReleaseReadiness.isReady(live);
    }

    /**
     * Returns the release to store, with the resource version that it was read with.
     *
     * @param now the recorded time of the update
     */
    public JsonObject updated(Instant now) {
        TemplateRecord update = new TemplateRecord(NewRelease.templated(kind), now, awaited());
        return next.with("metadata", update.addedTo(kind, next.objectOrEmpty("metadata")));
    }

    /** Returns the generation in which the release must become Ready; null if the rollout does not wait for this. */
    private @Nullable Long awaited() {
        boolean waits = isAwaited();
        if (ReleaseReadiness.isSuspended(live) || !(waits || ReleaseReadiness.isReady(live))) {
            return null;
        }
        long generation = ReleaseReadiness.generation(live);
        // Only a change of the spec increases the generation.
        boolean counts = !next.objectOrEmpty("spec").equals(live.objectOrEmpty("spec"));
        return counts ? Long.valueOf(generation + 1) : waits ? Long.valueOf(generation) : null;
    }

    private boolean isDeleted() {
        return live.objectOrEmpty("metadata").has("deletionTimestamp");
    }
}
