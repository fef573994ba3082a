package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;

/** The result of comparing an object in another store, such as PostgreSQL, with the release under the object's name. */
public sealed interface ProjectionOutcome {

    /** The release to write; equal to the live one if there is nothing to write. */
    record Written(JsonObject release) implements ProjectionOutcome {}

    /** The release has this state of the object or a later state, and stays unchanged. */
    record Left() implements ProjectionOutcome {}

    /** The release belongs to a later object of the same name, so the given state is outdated. */
    record Late() implements ProjectionOutcome {}

    /**
     * The release belongs to an earlier object of the same name, or is being deleted. The release must be removed
     * first.
     */
    record InTheWay() implements ProjectionOutcome {}

    /** The release does not belong to an object of the kind, or cannot be identified as the release of this object. */
    record Foreign() implements ProjectionOutcome {}

    /**
     * Returns the release to create for an object that has none.
     *
     * @param application the object from its store, with uid and resource version
     */
    static JsonObject ofNew(ApplicationKind kind, Application application) {
        ObjectMeta metadata = application.metadata();
        JsonObject unmanaged = ReleaseConverter.newRelease(
                kind,
                application.withMetadata(
                        metadata.toBuilder().managedFields(JsonArray.EMPTY).build()));
        return next(kind, unmanaged, application);
    }

    /**
     * Compares an object with a release. If the state of the object is not newer than the recorded state, the release
     * stays unchanged.
     *
     * @param live the release under the object's name, of any origin
     * @param application the object from its store, with uid and resource version
     */
    static ProjectionOutcome of(ApplicationKind kind, JsonObject live, Application application) {
        return of(kind, live, application, false);
    }

    /**
     * Works like {@link #of}, but also reverts direct changes of the release, because the store of the object owns the
     * object's state.
     */
    static ProjectionOutcome restored(ApplicationKind kind, JsonObject live, Application application) {
        return of(kind, live, application, true);
    }

    /**
     * Returns whether a release has the whole state of an object. Ignores the recorded revision, which becomes older
     * than the object's revision if only the status changes.
     *
     * @param live the release under the object's name, of any origin
     * @param application the object from its store, with uid and resource version
     */
    static boolean isUpToDate(ApplicationKind kind, JsonObject live, Application application) {
        RecordedIdentity recorded = RecordedIdentity.on(kind, live).orElse(null);
        return recorded != null
                && restored(kind, live, application) instanceof Written
                && next(
                                kind,
                                live,
                                application,
                                RecordedIdentity.of(application.metadata()).at(recorded.revision()))
                        .equals(live);
    }

    private static ProjectionOutcome of(
            ApplicationKind kind, JsonObject live, Application application, boolean isRestored) {
        if (!ReleaseConverter.isOf(kind, live)) {
            return new Foreign();
        }
        RecordedIdentity given = RecordedIdentity.of(application.metadata());
        JsonObject metadata = live.objectOrEmpty("metadata");
        RecordedIdentity recorded = RecordedIdentity.on(kind, live).orElse(null);
        if (recorded == null) {
            if (!metadata.stringOrEmpty("uid").equals(given.uid())) {
                return new Foreign();
            }
        } else if (!recorded.uid().equals(given.uid())) {
            return recorded.revision() > given.revision() ? new Late() : new InTheWay();
        } else if (recorded.revision() > given.revision() || recorded.revision() == given.revision() && !isRestored) {
            return new Left();
        }
        return metadata.has("deletionTimestamp") && !application.metadata().isTerminating()
                ? new InTheWay()
                : new Written(next(kind, live, application));
    }

    private static JsonObject next(ApplicationKind kind, JsonObject release, Application application) {
        return next(kind, release, application, RecordedIdentity.of(application.metadata()));
    }

    private static JsonObject next(
            ApplicationKind kind, JsonObject release, Application application, RecordedIdentity identity) {
        // The identity is added first. Then the managed fields can use the rest of the space up to the size limit of
        // annotations.
        return ReleaseConverter.projectedRelease(kind, identity.addedTo(kind, release), application);
    }
}
