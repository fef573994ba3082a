package dev.chartroom.adapters.http.rendering;

import dev.chartroom.domain.json.JsonNull;
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
 * @param list true where a list was asked for, which the object of an event never is
 */
record PartialMetadataRenderer(String apiVersion, boolean list, JsonCodec codec) implements Renderer {

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
        JsonObject metadata = ListEnvelope.metadata(page);
        if (page.items().isEmpty()) {
            // As upstream, whose type has no empty list.
            out.write(codec.encode(head.with("metadata", metadata).with("items", JsonNull.NULL)));
            out.write('\n');
            return;
        }
        ListEnvelope.write(codec, head, metadata, "items", page, this::object, out);
    }

    @Override
    public byte[] event(StoredApplication application, boolean first) {
        return event(application.metadata().toJson());
    }

    @Override
    public byte[] bookmark(JsonObject metadata, boolean first) {
        return event(metadata);
    }

    /** One object is no list of metadata. */
    @Override
    public boolean showsEvents() {
        return !list;
    }

    private byte[] event(JsonObject metadata) {
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
