package dev.chartroom.domain.conversion;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A release that exists, held against what the template of its kind says now. It gets what the template says anew, but
 * what somebody edited since stays as it is. Whatever is not the template's stays anyway: values, suspend, what others
 * added.
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
        JsonObject said = NewRelease.templated(kind);
        JsonObject saidBefore = recorded == null ? TemplateOwnership.template(kind, live, said) : recorded.template();
        JsonObject merged = live;
        for (ReleasePart part : ReleasePart.of(saidBefore, said)) {
            merged = merged(part, merged, part.in(saidBefore), part.in(said));
        }
        this.next = merged;
    }

    /** @param release of an object of the kind, as it is stored */
    public static TemplatedRelease of(ApplicationKind kind, JsonObject release) {
        return new TemplatedRelease(kind, release);
    }

    private JsonObject merged(ReleasePart part, JsonObject release, JsonObject saidBefore, JsonObject said) {
        JsonObject now = part.in(release);
        if (now.equals(said)) {
            settled |= !saidBefore.equals(said);
            return release;
        }
        if (!now.equals(saidBefore)) {
            kept.addAll(part.changes(now, said));
            return release;
        }
        changes.addAll(part.changes(now, said));
        return part.replaced(release, said);
    }

    /** What an update changes; the record of the template aside. */
    public List<FieldChange> changes() {
        return List.copyOf(changes);
    }

    /** What differs from the template and stays, because somebody edited it. */
    public List<FieldChange> kept() {
        return List.copyOf(kept);
    }

    /**
     * Whether the release has to be updated: because there are changes, or because somebody made it say what the template
     * says anew, which has to be on record before that changes again. Nothing that is being deleted has to.
     */
    public boolean isOutdated() {
        return !isDeleted() && (!changes.isEmpty() || settled);
    }

    /** When a rollout updated the release last; empty where none did. */
    public Optional<Instant> updatedAt() {
        return recorded == null ? Optional.empty() : Optional.ofNullable(recorded.updated());
    }

    /**
     * Whether a rollout updated the release, and it is not Ready with that. Not where somebody changed the release since
     * or has Flux leave it alone: what becomes of it then is no longer the rollout's doing.
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
     * The release to store, with the resource version that it was read with.
     *
     * @param now goes on record
     */
    public JsonObject updated(Instant now) {
        TemplateRecord update = new TemplateRecord(NewRelease.templated(kind), now, awaited());
        return next.with("metadata", update.addedTo(kind, next.objectOrEmpty("metadata")));
    }

    /** The generation that has to become Ready; null where it was not before, so that nobody can blame the update. */
    private @Nullable Long awaited() {
        boolean waits = isAwaited();
        if (ReleaseReadiness.isSuspended(live) || !(waits || ReleaseReadiness.isReady(live))) {
            return null;
        }
        long generation = ReleaseReadiness.generation(live);
        // It counts changes of the spec alone.
        boolean counts = !next.objectOrEmpty("spec").equals(live.objectOrEmpty("spec"));
        return counts ? Long.valueOf(generation + 1) : waits ? Long.valueOf(generation) : null;
    }

    private boolean isDeleted() {
        return live.objectOrEmpty("metadata").has("deletionTimestamp");
    }
}
