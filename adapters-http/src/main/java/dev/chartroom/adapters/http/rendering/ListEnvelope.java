package dev.chartroom.adapters.http.rendering;

import dev.chartroom.domain.deadline.Deadline;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What stands around the items of a list (wire contract D34).
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

    /**
     * Writes a list, its items one after the other.
     *
     * @throws dev.chartroom.domain.status.ApiException Timeout if the deadline of the thread passes meanwhile
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

    /** The metadata of a list of whole objects: {@code continue} is there even where nothing follows. */
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
