package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.adapters.kubernetes.client.EncodedList;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encoded watch events of releases as events of the Applications of a group. An event about none of them becomes a
 * bookmark, so that its reader can go on from there.
 */
final class GroupEventReader {
    private static final byte[] NOTHING = {};

    private final ReleasedKinds kinds;
    private final UnreadableReleases unreadable;
    private final JsonCodec codec;
    private final RecentReleases recents;
    private boolean changes;
    private final ReleaseReader releases;
    private final WatchEventReader others;

    /**
     * @param unreadable learns which releases of the group are shown and which are not
     * @param recents learns which releases change
     * @param beginsWithAll whether what comes first is all that there is, none of which has changed
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
        this.releases = new ReleaseReader(codec, unreadable, recents);
        this.others = new WatchEventReader(kinds.getFirst(), codec);
    }

    List<WatchEvent<ServedApplication>> read(byte[] line) {
        return others.event(line)
                .map(event -> isOfRelease(event.stringOrEmpty("type")) ? keep(line, event) : other(event))
                .orElseGet(() -> unreadable(line));
    }

    private List<WatchEvent<ServedApplication>> other(JsonObject event) {
        List<WatchEvent<ServedApplication>> events = others.read(event).stream().toList();
        changes |= events.stream()
                .anyMatch(told -> told instanceof WatchEvent.Bookmark<ServedApplication>(var _, var isEnd) && isEnd);
        return events;
    }

    private List<WatchEvent<ServedApplication>> keep(byte[] line, JsonObject event) {
        JsonObject release = event.objectOrEmpty("object");
        List<WatchEvent<ServedApplication>> events = read(event.stringOrEmpty("type"), release);
        switch (events.getLast()) {
            case WatchEvent.Added<ServedApplication>(var object) -> changed(release, line, object);
            case WatchEvent.Modified<ServedApplication>(var object) -> changed(release, line, object);
            case WatchEvent.Deleted<ServedApplication> _ -> recents.remove(release);
            // It is no Application.
            case WatchEvent.Bookmark<ServedApplication> _,
                    WatchEvent.Failed<ServedApplication> _,
                    WatchEvent.Ended<ServedApplication> _ -> {}
        }
        return events;
    }

    private void changed(JsonObject release, byte[] line, ServedApplication object) {
        if (changes) {
            recents.put(release, line);
            recents.show(object.kind(), release, line.length, () -> object);
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
     * What cannot be read is shown to nobody, so to clients it is gone. Where not even its name can be read, everything has
     * to be read anew.
     */
    private List<WatchEvent<ServedApplication>> unreadable(byte[] line) {
        try {
            Map<String, byte[]> event = EncodedList.members(line);
            byte[] object = event.getOrDefault("object", NOTHING);
            String type =
                    codec.parse(event.getOrDefault("type", NOTHING)) instanceof JsonString(String text) ? text : "";
            if (!isOfRelease(type)) {
                return notRead("its type is " + type);
            }
            Optional<JsonObject> alone = releases.parsed(object);
            if (alone.isPresent()) {
                // It is nested by one level less than in the event.
                return read(type, alone.get());
            }
            JsonObject release = releases.identity(object);
            if (resourceVersion(release).isEmpty()) {
                return notRead("it names no release");
            }
            if (type.equals("DELETED")) {
                unreadable.remove(release);
            } else {
                unreadable.add(release);
            }
            return gone(release);
        } catch (IllegalArgumentException | ApiException e) {
            return notRead(e.getMessage());
        }
    }

    private static List<WatchEvent<ServedApplication>> notRead(@Nullable String why) {
        return List.of(new WatchEvent.Failed<>(ApiError.expired("an event cannot be read: " + why)));
    }

    /** Before, it was none of the group, and so of none of its kinds. */
    private List<WatchEvent<ServedApplication>> added(JsonObject release) {
        return orBookmark(
                releases.application(kinds, release).<WatchEvent<ServedApplication>>map(WatchEvent.Added::new).stream()
                        .toList(),
                release);
    }

    /** Of every other kind whose release it may have been it is no more: its labels may have changed. */
    private List<WatchEvent<ServedApplication>> changed(JsonObject release) {
        List<WatchEvent<ServedApplication>> events = new ArrayList<>();
        Optional<ServedApplication> application = releases.application(kinds, release);
        kinds.namedAs(release)
                .filter(kind ->
                        application.filter(found -> found.kind().equals(kind)).isEmpty())
                .forEach(kind -> events.add(new WatchEvent.Deleted<>(gone(kind, release))));
        application.map(WatchEvent.Modified::new).ifPresent(events::add);
        return orBookmark(events, release);
    }

    /** Whatever its labels said last. */
    private List<WatchEvent<ServedApplication>> gone(JsonObject release) {
        return orBookmark(
                kinds.namedAs(release)
                        .<WatchEvent<ServedApplication>>map(kind -> new WatchEvent.Deleted<>(gone(kind, release)))
                        .toList(),
                release);
    }

    private static List<WatchEvent<ServedApplication>> orBookmark(
            List<WatchEvent<ServedApplication>> events, JsonObject release) {
        return events.isEmpty() ? List.of(new WatchEvent.Bookmark<>(resourceVersion(release), false)) : events;
    }

    /** As little as it takes to say which one is gone: the release may be none that can be read as the kind's. */
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
