package dev.chartroom.adapters.http.rendering;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.StoredApplication;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Metadata only (wire contract E6).
 *
 * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
 */
record PartialMetadataRenderer(String apiVersion, JsonCodec codec) implements Renderer {

    @Override
    public byte[] object(StoredApplication application) {
        return codec.encode(partial(apiVersion, application.metadata().toJson()));
    }

    @Override
    public void list(ApplicationPage page, OutputStream out) throws IOException {
        JsonObject head = JsonObject.builder()
                .put("kind", "PartialObjectMetadataList")
                .put("apiVersion", apiVersion)
                .build();
        ListEnvelope.write(codec, head, page, "items", this::object, out);
    }

    @Override
    public byte[] event(StoredApplication application, boolean first) {
        return object(application);
    }

    @Override
    public byte[] bookmark(JsonObject metadata) {
        return codec.encode(partial(apiVersion, metadata));
    }

    static JsonObject partial(String apiVersion, JsonObject metadata) {
        return JsonObject.builder()
                .put("kind", "PartialObjectMetadata")
                .put("apiVersion", apiVersion)
                .put("metadata", metadata)
                .build();
    }
}
