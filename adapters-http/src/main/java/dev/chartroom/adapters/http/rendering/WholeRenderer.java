package dev.chartroom.adapters.http.rendering;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;

/** Renders whole objects: the bytes that the store encoded. */
record WholeRenderer(ApplicationKind kind, JsonCodec codec) implements Renderer {

    @Override
    public byte[] object(ServedApplication application) {
        return application.json();
    }

    @Override
    public RenderedList list(ApplicationPage page) {
        JsonObject head = JsonObject.builder()
                .put("kind", kind.names().listKind())
                .put("apiVersion", kind.gvk().apiVersion())
                .build();
        return new ListEnvelope(codec, head, ListEnvelope.wholeMetadata(page), "items")
                .of(page.items(), (item, to) -> to.write(item.json()));
    }

    @Override
    public byte[] event(ServedApplication application, boolean first) {
        return application.json();
    }

    @Override
    public byte[] bookmark(JsonObject metadata, boolean first) {
        return codec.encode(bookmark(kind, metadata));
    }

    static JsonObject bookmark(ApplicationKind kind, JsonObject metadata) {
        return JsonObject.builder()
                .put("kind", kind.gvk().kind())
                .put("apiVersion", kind.gvk().apiVersion())
                .put("metadata", metadata)
                .build();
    }
}
