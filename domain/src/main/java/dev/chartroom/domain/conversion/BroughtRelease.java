package dev.chartroom.domain.conversion;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;

/** What becomes of the release under an object's name, where the object is brought there as it is in another store. */
public sealed interface BroughtRelease {

    /** It is to be what this says, which equals the live one where there is nothing to write. */
    record Written(JsonObject release) implements BroughtRelease {}

    /** It says what the object is by now, or became later, and stays. */
    record Left() implements BroughtRelease {}

    /** It is that of a later object of that name: what is brought is out of date. */
    record Late() implements BroughtRelease {}

    /** It is that of an earlier object of that name, or somebody deleted it: it has to go first. */
    record InTheWay() implements BroughtRelease {}

    /** It is no object's of the kind, or of one that nobody can say to be the same. */
    record Foreign() implements BroughtRelease {}

    /**
     * The release of an object of which there is none.
     *
     * @param application as its store has it, with uid and resource version
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
     * A state that is no newer than what is on record is late, and changes nothing.
     *
     * @param live whatever holds the place of the object's release
     * @param application as its store has it, with uid and resource version
     */
    static BroughtRelease of(ApplicationKind kind, JsonObject live, Application application) {
        return of(kind, live, application, false);
    }

    /** Likewise, but what somebody changed in the release since is put right: the object's state is its store's alone. */
    static BroughtRelease restored(ApplicationKind kind, JsonObject live, Application application) {
        return of(kind, live, application, true);
    }

    /**
     * True where a release says all that an object does; the revision on record aside, which stays behind where nothing
     * changed but the status.
     *
     * @param live whatever holds the place of the object's release
     * @param application as its store has it, with uid and resource version
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

    private static BroughtRelease of(
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
        // The identity first: the managed fields take what room is left in annotations.
        return ReleaseConverter.updatedRelease(kind, identity.addedTo(kind, release), application);
    }
}
