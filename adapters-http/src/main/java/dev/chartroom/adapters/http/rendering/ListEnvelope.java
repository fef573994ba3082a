package dev.chartroom.adapters.http.rendering;

import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The parts of a list around its items (wire contract D34).
 *
 * @param head the members before {@code metadata}, such as kind and apiVersion
 * @param metadata the metadata of the list
 * @param field the name of the member that holds the items
 */
record ListEnvelope(JsonCodec codec, JsonObject head, JsonObject metadata, String field) {

    /** Writes one item. */
    @FunctionalInterface
    interface ItemWriter {
        void write(ServedApplication application, OutputStream out) throws IOException;
    }

    /** Returns the list of these items. Each item is rendered when it is written. */
    RenderedList of(List<ServedApplication> items, ItemWriter writer) {
        return new RenderedList() {
            @Override
            public void writeJson(OutputStream out) throws IOException {
                write(items, writer, out);
                out.write('\n');
            }

            @Override
            public void writeYaml(OutputStream out) throws IOException {
                ServerCapacity.current().ifPresent(share -> share.reserve(largest(items)));
                YamlWriter.writeList(
                        head.with("metadata", metadata),
                        field,
                        items.stream().map(item -> rendered(item, writer)).iterator(),
                        out);
            }
        };
    }

    /**
     * Writes a list as JSON, its items one after the other.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException Timeout if the deadline of the thread passes meanwhile
     */
    void write(List<ServedApplication> items, ItemWriter writer, OutputStream out) throws IOException {
        byte[] start = codec.encode(head.with("metadata", metadata));
        out.write(start, 0, start.length - 1);
        out.write((",\"" + field + "\":[").getBytes(StandardCharsets.US_ASCII));
        boolean first = true;
        for (ServedApplication application : items) {
            Deadline.check();
            if (!first) {
                out.write(',');
            }
            first = false;
            writer.write(application, out);
        }
        out.write("]}".getBytes(StandardCharsets.US_ASCII));
    }

    private static int largest(List<ServedApplication> items) {
        return items.stream().mapToInt(item -> item.json().length).max().orElse(0);
    }

    private static byte[] rendered(ServedApplication item, ItemWriter writer) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try {
            writer.write(item, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return json.toByteArray();
    }

    /** Returns the metadata of a list of whole objects. It has {@code continue} even if no page follows. */
    static JsonObject wholeMetadata(ApplicationPage page) {
        return JsonObject.builder()
                .put("continue", page.continueToken())
                .putAll(metadata(page))
                .build();
    }

    static JsonObject metadata(ApplicationPage page) {
        Long remaining = page.remainingItemCount();
        return JsonObject.builder()
                .put("resourceVersion", page.resourceVersion())
                .putIfPresent("continue", page.continueToken())
                .putIfPresent("remainingItemCount", remaining == null ? null : JsonNumber.of(remaining))
                .build();
    }
}
