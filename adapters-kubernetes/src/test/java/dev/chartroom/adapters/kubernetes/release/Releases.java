package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Releases as an API server returns them. */
final class Releases {
    private Releases() {}

    static Application application(String name) {
        return new Application(Kinds.redis().gvk(), ObjectMeta.of("team-a", name), Kinds.replicas(3), JsonObject.EMPTY);
    }

    static JsonObject redis(String name, String resourceVersion) {
        return stored(Kinds.redis(), application(name), resourceVersion);
    }

    static JsonObject stored(ApplicationKind kind, Application application, String resourceVersion) {
        JsonObject release = ReleaseConverter.newRelease(kind, application);
        JsonObject metadata = release.objectOrEmpty("metadata").toBuilder()
                .put("uid", "uid-" + application.metadata().name())
                .put("resourceVersion", resourceVersion)
                .put("generation", 1)
                .put("creationTimestamp", "2026-01-02T03:04:05Z")
                .build();
        return release.with("metadata", metadata);
    }

    static JsonObject withMetadata(JsonObject release, String field, String value) {
        return release.with("metadata", release.objectOrEmpty("metadata").with(field, new JsonString(value)));
    }

    static JsonObject withLabel(JsonObject release, String label, String value) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return release.with(
                "metadata",
                metadata.with("labels", metadata.objectOrEmpty("labels").with(label, new JsonString(value))));
    }

    static String list(String metadata, JsonObject... items) {
        return "{\"apiVersion\":\"helm.toolkit.fluxcd.io/v2\",\"items\":"
                + Stream.of(items).map(JsonObject::toString).collect(Collectors.joining(",", "[", "]"))
                + ",\"kind\":\"HelmReleaseList\",\"metadata\":" + metadata + "}";
    }

    static String event(String type, JsonObject object) {
        return JsonObject.builder()
                .put("type", type)
                .put("object", object)
                .build()
                .toString();
    }

    static String status(int code, String reason, String message) {
        return JsonObject.builder()
                .put("kind", "Status")
                .put("message", message)
                .put("reason", reason)
                .put("code", code)
                .build()
                .toString();
    }
}
