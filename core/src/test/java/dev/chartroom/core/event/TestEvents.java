package dev.chartroom.core.event;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.event.Occurrences;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Events and releases for tests. */
final class TestEvents {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    static final String NAMESPACE = "team-a";

    private TestEvents() {}

    /** Returns a release with the uid {@code uid-NAME}, and an inventory of objects with these ids. */
    static JsonObject release(ApplicationKind kind, String namespace, String name, String... inventory) {
        Application application =
                new Application(kind.gvk(), ObjectMeta.of(namespace, name), JsonObject.EMPTY, JsonObject.EMPTY);
        JsonObject release = ReleaseConverter.newRelease(kind, application);
        List<JsonObject> entries = Stream.of(inventory)
                .map(id -> JsonObject.of("id", new JsonString(id)))
                .toList();
        JsonArray array = JsonArray.of(entries.toArray(JsonObject[]::new));
        return release.with("metadata", release.objectOrEmpty("metadata").with("uid", new JsonString("uid-" + name)))
                .with("status", JsonObject.of("inventory", JsonObject.of("entries", array)));
    }

    static EventSubject release(String name, String uid) {
        return new EventSubject(ReleaseConverter.API_VERSION, ReleaseConverter.KIND, NAMESPACE, name, uid);
    }

    static EventSubject deployment(String name) {
        return new EventSubject("apps/v1", "Deployment", NAMESPACE, name, "");
    }

    static ClusterEvent event(String uid, EventSubject subject, long count) {
        return event(uid, subject, "helm-controller", new Occurrences(NOW, NOW, count));
    }

    static ClusterEvent event(String uid, EventSubject subject, String reporter, Occurrences occurrences) {
        return new ClusterEvent(
                uid, subject, "Warning", "Failed", "it failed", "helm-controller", reporter, occurrences);
    }
}
