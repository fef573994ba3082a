package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The identity of the object to which a release belongs, if that object is in another store. An annotation of the
 * release records it. The record is necessary because a kube-apiserver gives every release its own uid and creation
 * timestamp, which clients cannot set.
 *
 * @param uid the uid of the object, never empty
 * @param creationTimestamp the object's creation timestamp; null if it has none
 * @param revision the object's resource version in its store when the release was written
 * @param generation the object's generation at that time, which corresponds to the release's latest generation; 0 if
 *     the object has none
 * @param deletionTimestamp the time when the deletion of the object began; null if it is not being deleted
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
     * Returns the identity of an object.
     *
     * @param metadata the metadata from its store, with uid and resource version
     */
    static RecordedIdentity of(ObjectMeta metadata) {
        return new RecordedIdentity(
                metadata.uid(),
                metadata.creationTimestamp(),
                ResourceVersion.numberOf(metadata.resourceVersion()),
                metadata.generation(),
                metadata.deletionTimestamp());
    }

    /** Returns the record of a release; empty if it is missing or unreadable. */
    public static Optional<RecordedIdentity> on(ApplicationKind kind, JsonObject release) {
        return in(kind, release.objectOrEmpty("metadata"));
    }

    /** Returns the record in the metadata of a release. */
    static Optional<RecordedIdentity> in(ApplicationKind kind, JsonObject metadata) {
        String text = metadata.objectOrEmpty("annotations").stringOrEmpty(key(kind));
        try {
            return !text.isEmpty() && JsonText.parse(text) instanceof JsonObject json && json.has(UID)
                    ? Optional.of(of(json)).filter(identity -> !identity.uid.isEmpty())
                    : Optional.empty();
        } catch (IllegalArgumentException | DateTimeParseException _) {
            // Another client can write any text into the annotation.
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

    /** Returns a release with this record. */
    JsonObject addedTo(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject annotations = metadata.objectOrEmpty("annotations").with(key(kind), new JsonString(text()));
        return release.with("metadata", metadata.with("annotations", annotations));
    }

    /**
     * Returns the metadata that clients see for a release with this record. The deletion timestamp is shown only if the
     * release is being deleted.
     */
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
