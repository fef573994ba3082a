package dev.chartroom.adapters.http.rendering;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.adapters.memory.MemoryApplicationStore;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** A store with two objects, and helpers that render them and parse the result. */
final class Rendered {
    static final ApplicationKind KIND = Kinds.redis();
    static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");
    static final JsonObject BOOKMARK = Json.object("""
            {"resourceVersion":"77","annotations":{"k8s.io/initial-events-end":"true"}}
            """);

    private final ApplicationStore store =
            new MemoryApplicationStore(Json.CODEC, PendingChanges.ofHeap(), Clock.fixed(CREATED, ZoneOffset.UTC));
    final ServedApplication cart = stored("cart", Json.object("{\"name\":\"é\"}"));
    final ServedApplication basket = stored("basket", Json.object("{\"replicas\":3}"));

    private int large;

    private ServedApplication stored(String name, JsonObject spec) {
        ObjectMeta metadata = ObjectMeta.of("shop", name).toBuilder()
                .labels(Map.of("team", "a"))
                .annotations(Map.of("note", "\"quoted\""))
                .finalizers(List.of("example.com/wait"))
                .ownerReferences(JsonArray.of(Json.object("{\"kind\":\"Tenant\",\"name\":\"t\"}")))
                .managedFields(JsonArray.of(Json.object("{\"manager\":\"kubectl\"}")))
                .build();
        return store.create(
                        KIND,
                        new Application(KIND.gvk(), metadata, spec, JsonObject.EMPTY),
                        new WriteOptions(false, "test"))
                .served();
    }

    /** Stores one more object, whose spec has about this many bytes. */
    ServedApplication large(int bytes) {
        return stored("large-" + large++, JsonObject.of("name", new JsonString("x".repeat(bytes))));
    }

    /** Lists all objects, basket before cart. */
    ApplicationPage everything() {
        return store.list(KIND, ListRequest.all("shop"));
    }

    static Renderer renderer(Representation representation, IncludeObject includeObject) {
        Clock clock = Clock.fixed(CREATED.plus(Duration.ofHours(49)), ZoneOffset.UTC);
        return new Renderers(Json.CODEC, clock).of(KIND, representation, includeObject);
    }

    static JsonObject list(Renderer renderer, ApplicationPage page) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            renderer.list(page).writeJson(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Json.object(out.toByteArray());
    }

    static JsonObject typed(String apiVersion, String kind, JsonObject metadata) {
        return JsonObject.builder()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("metadata", metadata)
                .build();
    }
}
