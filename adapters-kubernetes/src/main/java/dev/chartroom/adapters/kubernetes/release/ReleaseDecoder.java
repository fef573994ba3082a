package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts encoded releases to Applications. */
final class ReleaseDecoder {
    private static final System.Logger LOG = System.getLogger(ReleaseDecoder.class.getName());
    private static final Comparator<ServedApplication> ORDER =
            Comparator.comparing(application -> application.namespacedName());

    private static final byte[] NOTHING = {};

    private final JsonCodec codec;
    private final @Nullable UnreadableReleases unreadable;
    private final RecentReleases recents;

    ReleaseDecoder(JsonCodec codec) {
        this(codec, null, new RecentReleases(0));
    }

    /**
     * @param unreadable records which releases of a group are shown and which are not; null if no caller needs this
     *     record
     * @param recents may contain the objects of releases
     */
    ReleaseDecoder(JsonCodec codec, @Nullable UnreadableReleases unreadable, RecentReleases recents) {
        this.codec = codec;
        this.unreadable = unreadable;
        this.recents = recents;
    }

    /** @throws ApiException InternalError if the JSON is not an object or cannot be decoded */
    JsonObject object(byte[] json) {
        JsonValue value;
        try {
            value = codec.parse(json);
        } catch (ApiException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        throw unreadable("it is not an object");
    }

    /** Reads a page of a list. Omits releases that cannot be read or are no Applications of the kind. */
    ApplicationPage page(ApplicationKind kind, byte[] list) {
        try {
            return page(new ReleasedKinds(List.of(kind)), new ByteArrayInputStream(list));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a page of a list. Omits releases that cannot be read or are no Applications of the kinds. */
    ApplicationPage page(ReleasedKinds kinds, InputStream list) throws IOException {
        List<ServedApplication> items = new ArrayList<>();
        JsonObject metadata;
        try {
            metadata = object(
                    EncodedList.read(list, item -> application(kinds, item).ifPresent(items::add)));
        } catch (IllegalArgumentException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
        items.sort(ORDER);
        return new ApplicationPage(
                metadata.stringOrEmpty("resourceVersion"),
                items,
                metadata.stringOrEmpty("continue"),
                metadata.get("remainingItemCount") instanceof JsonNumber number
                        ? Long.valueOf(number.asLong().orElse(0))
                        : null);
    }

    /**
     * Returns the Application of a release; empty if the release is of another kind or cannot be read (wire contract
     * D39).
     */
    Optional<ServedApplication> application(ApplicationKind kind, JsonObject release) {
        try {
            return ReleaseConverter.isOf(kind, release)
                    ? Optional.of(
                            new StoredApplication(kind, ReleaseConverter.toApplication(kind, release), codec).served())
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            LOG.log(
                    Level.WARNING,
                    () -> "Chartroom omits an unreadable release of a "
                            + kind.names().kind(),
                    e);
            return Optional.empty();
        }
    }

    /** Returns the Application of a release; empty if the release is of none of the kinds or cannot be read. */
    Optional<ServedApplication> application(ReleasedKinds kinds, JsonObject release) {
        Optional<ServedApplication> application = kinds.of(release)
                .map(kind ->
                        Optional.ofNullable(recents.findServed(kind, release)).or(() -> application(kind, release)))
                .flatMap(Optional::stream)
                .findFirst();
        if (unreadable != null && application.isPresent()) {
            unreadable.remove(release);
        } else if (unreadable != null) {
            unreadable.add(release);
        }
        return application;
    }

    /**
     * Returns the identity of an unreadable release: its name, namespace and resource version, as far as they can be
     * read.
     */
    JsonObject identity(byte[] release) {
        JsonObject.Builder known = JsonObject.builder();
        try {
            Map<String, byte[]> metadata =
                    EncodedList.members(EncodedList.members(release).getOrDefault("metadata", NOTHING));
            for (String name : List.of("name", "namespace", "resourceVersion")) {
                known.put(name, codec.parse(metadata.getOrDefault(name, NOTHING)));
            }
        } catch (IllegalArgumentException | ApiException e) {
            LOG.log(Level.DEBUG, "Chartroom cannot read the name of a release", e);
        }
        return JsonObject.of("metadata", known.build());
    }

    /** Decodes a release; empty if it is nested too deeply or is not an object. */
    Optional<JsonObject> parsed(byte[] release) {
        try {
            return codec.parse(release) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        } catch (ApiException e) {
            LOG.log(Level.WARNING, "Chartroom omits an unreadable release", e);
            return Optional.empty();
        }
    }

    private Optional<ServedApplication> application(ReleasedKinds kinds, byte[] release) {
        Optional<JsonObject> parsed = parsed(release);
        if (parsed.isEmpty() && unreadable != null) {
            unreadable.add(identity(release));
        }
        return parsed.flatMap(object -> application(kinds, object));
    }

    private static ApiException unreadable(String why) {
        return new ApiException(ApiError.internal("the stored release cannot be read: " + why));
    }
}
