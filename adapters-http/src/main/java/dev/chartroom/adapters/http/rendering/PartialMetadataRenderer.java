package dev.chartroom.adapters.http.rendering;

import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Renders only an object's metadata (wire contract E6), copied from the object's encoded JSON.
 *
 * @param apiVersion {@code meta.k8s.io/v1} or {@code meta.k8s.io/v1beta1}
 * @param list true if a list was requested; the object of an event is never a list
 */
record PartialMetadataRenderer(String apiVersion, boolean list, JsonCodec codec) implements Renderer {

    @Override
    public byte[] object(ServedApplication application) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            write(apiVersion, application, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Override
    public RenderedList list(ApplicationPage page) {
        JsonObject head = JsonObject.builder()
                .put("kind", "PartialObjectMetadataList")
                .put("apiVersion", apiVersion)
                .build();
        JsonObject metadata = ListEnvelope.metadata(page);
        return page.items().isEmpty()
                // As upstream, which encodes an empty list of metadata as null.
                ? ofJson(codec.encode(head.with("metadata", metadata).with("items", JsonNull.NULL)))
                : new ListEnvelope(codec, head, metadata, "items")
                        .of(page.items(), (item, to) -> write(apiVersion, item, to));
    }

    private static RenderedList ofJson(byte[] json) {
        return new RenderedList() {
            @Override
            public void writeJson(OutputStream out) throws IOException {
                out.write(json);
                out.write('\n');
            }

            @Override
            public void writeYaml(OutputStream out) throws IOException {
                YamlWriter.write(json, out);
            }
        };
    }

    @Override
    public byte[] event(ServedApplication application, boolean first) {
        return object(application);
    }

    @Override
    public byte[] bookmark(JsonObject metadata, boolean first) {
        return codec.encode(partial(apiVersion, metadata));
    }

    /** Returns false for a list, because an event contains a single object. */
    @Override
    public boolean showsEvents() {
        return !list;
    }

    static JsonObject partial(String apiVersion, JsonObject metadata) {
        return JsonObject.builder()
                .put("kind", "PartialObjectMetadata")
                .put("apiVersion", apiVersion)
                .put("metadata", metadata)
                .build();
    }

    /** Writes the JSON of {@link #partial} without decoding the metadata. */
    static void write(String apiVersion, ServedApplication application, OutputStream out) throws IOException {
        out.write(("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":")
                .getBytes(StandardCharsets.US_ASCII));
        application.writeMetadataTo(out);
        out.write('}');
    }
}
