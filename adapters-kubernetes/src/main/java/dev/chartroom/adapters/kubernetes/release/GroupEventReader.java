package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts encoded watch events of releases to events of the Applications of a group. An event that concerns none of
 * these Applications becomes a bookmark, so that the reader can resume after the event.
 */
final class GroupEventReader {
    private static final byte[] NOTHING = {};

    private final ReleasedKinds kinds;
    private final UnreadableReleases unreadable;
    private final JsonCodec codec;
    private final RecentReleases recents;
    private boolean changes;
    private final ReleaseDecoder releases;
    private final WatchEventReader others;

    /**
     * @param unreadable records which releases of the group are shown and which are not
     * @param recents records the releases that change
     * @param beginsWithAll whether the watch begins with one event for each existing release; these initial events are
     *     not changes
     */
    GroupEventReader(
            List<ApplicationKind> kinds,
            JsonCodec codec,
            UnreadableReleases unreadable,
            RecentReleases recents,
            boolean beginsWithAll) {
        this.recents = recents;
        this.changes = !beginsWithAll;
        this.kinds = new ReleasedKinds(kinds);
        this.codec = codec;
        this.unreadable = unreadable;
        this.releases = new ReleaseDecoder(codec, unreadable, recents);
        this.others = new WatchEventReader(kinds.getFirst(), codec);
    }

    List<WatchEvent<ServedApplication>> read(byte[] line) {
        return others.event(line)
                .map(event -> isOfRelease(event.stringOrEmpty("type")) ? readAndCache(line, event) : other(event))
                .orElseGet(() -> unreadable(line));
    }

    private List<WatchEvent<ServedApplication>> other(JsonObject event) {
        List<WatchEvent<ServedApplication>> events = others.read(event).stream().toList();
        changes |= events.stream()
                .anyMatch(converted ->
                        converted instanceof WatchEvent.Bookmark<ServedApplication>(var _, var isEnd) && isEnd);
        return events;
    }

    private List<WatchEvent<ServedApplication>> readAndCache(byte[] line, JsonObject event) {
        JsonObject release = event.objectOrEmpty("object");
        List<WatchEvent<ServedApplication>> events = read(event.stringOrEmpty("type"), release);
        switch (events.getFirst()) {
            case WatchEvent.Added<ServedApplication>(var object) -> changed(release, line, object);
            case WatchEvent.Modified<ServedApplication>(var object) -> changed(release, line, object);
            case WatchEvent.Deleted<ServedApplication> _ -> recents.remove(release);
            // The release is not an Application.
            case WatchEvent.Bookmark<ServedApplication> _,
                    WatchEvent.Failed<ServedApplication> _,
                    WatchEvent.Ended<ServedApplication> _ -> {}
        }
        return events;
    }

    private void changed(JsonObject release, byte[] line, ServedApplication object) {
        if (changes) {
            recents.put(release, line);
            recents.putServed(object.kind(), release, line.length, () -> object);
        }
    }

    private static boolean isOfRelease(String type) {
        return switch (type) {
            case "ADDED", "MODIFIED", "DELETED" -> true;
            default -> false;
        };
    }

    private List<WatchEvent<ServedApplication>> read(String type, JsonObject release) {
        return switch (type) {
            case "ADDED" -> added(release);
            case "MODIFIED" -> changed(release);
            default -> {
                unreadable.remove(release);
                yield gone(release);
            }
        };
    }

    /**
     * Handles an event that cannot be decoded. Clients get a deletion, because they cannot see the event's release. If
     * the type of the event or the identity of the release cannot be read, the watch fails and everything is listed
     * again.
     */
    private List<WatchEvent<ServedApplication>> unreadable(byte[] line) {
        try {
            Map<String, byte[]> event = EncodedList.members(line);
            byte[] object = event.getOrDefault("object", NOTHING);
            String type =
                    codec.parse(event.getOrDefault("type", NOTHING)) instanceof JsonString(String text) ? text : "";
            if (!isOfRelease(type)) {
                return failed("its type is " + type);
            }
            Optional<JsonObject> alone = releases.parsed(object);
            if (alone.isPresent()) {
                // Without the event around it, the release has one nesting level less.
                return read(type, alone.get());
            }
            JsonObject release = releases.identity(object);
            if (resourceVersion(release).isEmpty()) {
                return failed("it names no release");
            }
            if (type.equals("DELETED")) {
                unreadable.remove(release);
            } else {
                unreadable.add(release);
            }
            return gone(release);
        } catch (IllegalArgumentException | ApiException e) {
            return failed(e.getMessage());
        }
    }

    private static List<WatchEvent<ServedApplication>> failed(@Nullable String why) {
        return List.of(new WatchEvent.Failed<>(ApiError.expired("an event cannot be read: " + why)));
    }

    /** Returns the events for a new release of the group. Until now, the release belonged to no kind of the group. */
    private List<WatchEvent<ServedApplication>> added(JsonObject release) {
        return orBookmark(
                releases.application(kinds, release).<WatchEvent<ServedApplication>>map(WatchEvent.Added::new).stream()
                        .toList(),
                release);
    }

    /**
     * Returns the events for a changed release. Its labels may have changed. So every kind that fits the release's
     * name, except its current kind, gets a deletion. The event for the current kind comes first, because readers learn
     * the new resource version from the first event. The deletions rarely matter: in most cases, the release belonged
     * to no other kind before.
     */
    private List<WatchEvent<ServedApplication>> changed(JsonObject release) {
        List<WatchEvent<ServedApplication>> events = new ArrayList<>();
        Optional<ServedApplication> application = releases.application(kinds, release);
        application.map(WatchEvent.Modified::new).ifPresent(events::add);
        kinds.namedAs(release)
                .filter(kind ->
                        application.filter(found -> found.kind().equals(kind)).isEmpty())
                .forEach(kind -> events.add(new WatchEvent.Deleted<>(gone(kind, release))));
        return orBookmark(events, release);
    }

    /**
     * Returns a deletion for each kind that fits the name of the release, regardless of the release's last labels. The
     * first deletion is for the kind that the labels name.
     */
    private List<WatchEvent<ServedApplication>> gone(JsonObject release) {
        return orBookmark(
                kinds.namedAs(release)
                        .sorted(Comparator.comparing(kind -> !ReleaseConverter.isOf(kind, release)))
                        .<WatchEvent<ServedApplication>>map(kind -> new WatchEvent.Deleted<>(gone(kind, release)))
                        .toList(),
                release);
    }

    private static List<WatchEvent<ServedApplication>> orBookmark(
            List<WatchEvent<ServedApplication>> events, JsonObject release) {
        return events.isEmpty() ? List.of(new WatchEvent.Bookmark<>(resourceVersion(release), false)) : events;
    }

    /**
     * Returns only the identity of the deleted object, because the release might not be readable as an object of this
     * kind.
     */
    private ServedApplication gone(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        String name =
                metadata.stringOrEmpty("name").substring(kind.release().prefix().length());
        ObjectMeta which = ObjectMeta.builder()
                .namespace(metadata.stringOrEmpty("namespace"))
                .name(name)
                .resourceVersion(resourceVersion(release))
                .build();
        return new StoredApplication(kind, new Application(kind.gvk(), which, null, JsonObject.EMPTY), codec).served();
    }

    private static String resourceVersion(JsonObject release) {
        return release.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
    }
}
