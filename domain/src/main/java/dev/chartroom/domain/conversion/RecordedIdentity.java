package dev.chartroom.domain.conversion;

import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonText;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which object of another store a release was made for, as an annotation of the release says: a kube-apiserver gives every
 * release a uid and a creation timestamp of its own, and lets nobody choose them.
 *
 * @param uid of the object, never empty
 * @param creationTimestamp of the object; null where it has none
 * @param revision the object's resource version in that store, as it was when the release was made to say the same
 * @param generation the object's at that time, which is the one that the release's own latest stands for; 0 where it has none
 * @param deletionTimestamp since when the object is being deleted; null where it is not
 */
public record RecordedIdentity(
        String uid,
        @Nullable Instant creationTimestamp,
        long revision,
        long generation,
        @Nullable Instant deletionTimestamp) {
    private static final String UID = "uid";
    private static final String CREATED = "creationTimestamp";
    private static final String REVISION = "revision";
    private static final String GENERATION = "generation";
    private static final String DELETED = "deletionTimestamp";

    /**
     * The identity of an object.
     *
     * @param metadata as its store has it, with uid and resource version
     */
    static RecordedIdentity of(ObjectMeta metadata) {
        return new RecordedIdentity(
                metadata.uid(),
                metadata.creationTimestamp(),
                Long.parseLong(metadata.resourceVersion()),
                metadata.generation(),
                metadata.deletionTimestamp());
    }

    /** What a release has on record; empty where that is nothing, or nothing that can be read. */
    public static Optional<RecordedIdentity> on(ApplicationKind kind, JsonObject release) {
        return in(kind, release.objectOrEmpty("metadata"));
    }

    /** Likewise, of the metadata of a release. */
    static Optional<RecordedIdentity> in(ApplicationKind kind, JsonObject metadata) {
        String text = metadata.objectOrEmpty("annotations").stringOrEmpty(key(kind));
        try {
            return !text.isEmpty() && JsonText.parse(text) instanceof JsonObject json && json.has(UID)
                    ? Optional.of(of(json)).filter(identity -> !identity.uid.isEmpty())
                    : Optional.empty();
        } catch (IllegalArgumentException | DateTimeParseException _) {
            // Somebody else may have written it.
            return Optional.empty();
        }
    }

    private static RecordedIdentity of(JsonObject json) {
        return new RecordedIdentity(
                json.stringOrEmpty(UID),
                time(json, CREATED),
                Long.parseLong(json.stringOrEmpty(REVISION)),
                json.get(GENERATION) instanceof JsonNumber number
                        ? number.asLong().orElse(0)
                        : 0,
                time(json, DELETED));
    }

    private static @Nullable Instant time(JsonObject json, String field) {
        String text = json.stringOrEmpty(field);
        return text.isEmpty() ? null : Instant.parse(text);
    }

    RecordedIdentity at(long otherRevision) {
        return new RecordedIdentity(uid, creationTimestamp, otherRevision, generation, deletionTimestamp);
    }

    /** A release with this on record. */
    JsonObject addedTo(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject annotations = metadata.objectOrEmpty("annotations").with(key(kind), new JsonString(text()));
        return release.with("metadata", metadata.with("annotations", annotations));
    }

    /** What clients see of a release with this on record. Only what is being deleted itself was deleted at some time. */
    ObjectMeta shownOn(ObjectMeta release) {
        ObjectMeta.Builder shown = release.toBuilder().uid(uid);
        if (creationTimestamp != null) {
            shown.creationTimestamp(creationTimestamp);
        }
        if (deletionTimestamp != null && release.isTerminating()) {
            shown.deletionTimestamp(deletionTimestamp);
        }
        return shown.build();
    }

    private String text() {
        return JsonObject.builder()
                .put(UID, uid)
                .putIfPresent(CREATED, text(creationTimestamp))
                .put(REVISION, Long.toString(revision))
                .putIfPresent(GENERATION, generation == 0 ? null : JsonNumber.of(generation))
                .putIfPresent(DELETED, text(deletionTimestamp))
                .build()
                .toString();
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : ObjectMeta.timestamp(time);
    }

    private static String key(ApplicationKind kind) {
        return kind.group() + "/application.identity";
    }
}
