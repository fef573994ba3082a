package dev.chartroom.bootstrap.transfer;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.List;
import java.util.Map;

/** What of an object is whoever made it said, and can be said to another server; the rest is the server's. */
final class PlainObject {
    /** Owners go by their uid, which is another one elsewhere: a garbage collector would delete what they own. */
    private static final List<String> METADATA = List.of("name", "namespace", "labels", "annotations", "finalizers");

    private static final List<String> SERVER_S = List.of("apiVersion", "kind", "metadata", "status");

    private PlainObject() {}

    /** @param json as a server gives it */
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

    /** What an object is to become that is there already: what the server has of it, and the rest as it is said. */
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
