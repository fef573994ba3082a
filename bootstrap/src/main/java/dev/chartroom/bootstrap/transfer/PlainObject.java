package dev.chartroom.bootstrap.transfer;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Map;

/**
 * Reduces an object to the fields that its author specified and that another server accepts. The server sets all other
 * fields.
 */
final class PlainObject {
    /**
     * Owner references are omitted. They contain the uids of owners. On another server the owners have other uids, so a
     * garbage collector would delete the objects.
     */
    private static final List<String> METADATA = List.of("name", "namespace", "labels", "annotations", "finalizers");

    private static final List<String> SERVER_S = List.of("apiVersion", "kind", "metadata", "status");

    private PlainObject() {}

    /** @param json an object from a server */
    static JsonObject of(JsonObject json) {
        JsonObject.Builder plain = JsonObject.builder()
                .put("apiVersion", json.stringOrEmpty("apiVersion"))
                .put("kind", json.stringOrEmpty("kind"))
                .put("metadata", metadata(json.objectOrEmpty("metadata")));
        for (Map.Entry<String, JsonValue> member : json.members().entrySet()) {
            if (!SERVER_S.contains(member.getKey())) {
                plain.put(member.getKey(), member.getValue());
            }
        }
        return plain.build();
    }

    private static JsonObject metadata(JsonObject metadata) {
        JsonObject.Builder plain = JsonObject.builder();
        METADATA.forEach(name -> plain.putIfPresent(name, metadata.get(name)));
        return plain.build();
    }

    /**
     * Returns the update of an existing object: the server's fields from {@code live}, all other fields from
     * {@code plain}.
     */
    static JsonObject over(JsonObject live, JsonObject plain) {
        JsonObject metadata = live.objectOrEmpty("metadata");
        JsonObject.Builder merged = metadata.toBuilder();
        for (String name : List.of("labels", "annotations", "finalizers")) {
            merged.putIfPresent(name, plain.objectOrEmpty("metadata").get(name));
        }
        JsonObject status = live.objectOrEmpty("status");
        JsonObject next = plain.with("metadata", merged.build());
        return status.isEmpty() ? next : next.with("status", status);
    }
}
