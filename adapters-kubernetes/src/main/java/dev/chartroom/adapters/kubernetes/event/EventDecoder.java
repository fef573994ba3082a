package dev.chartroom.adapters.kubernetes.event;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.ports.json.JsonCodec;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes Events one by one. A user can create an Event that cannot be decoded, for example one that is nested too
 * deeply. It must not affect the Events of others.
 */
record EventDecoder(JsonCodec codec) {
    private static final System.Logger LOG = System.getLogger(EventDecoder.class.getName());
    private static final byte[] NOTHING = {'{', '}'};

    /** Returns an Event; empty if it cannot be decoded. */
    Optional<JsonObject> event(byte[] json) {
        try {
            return codec.parse(json) instanceof JsonObject event ? Optional.of(event) : Optional.empty();
        } catch (ApiException e) {
            LOG.log(System.Logger.Level.DEBUG, "Chartroom ignores an unreadable Event", e);
            return Optional.empty();
        }
    }

    /**
     * Returns a watch event. Of an Event that cannot be decoded, it contains only the resource version. If that cannot
     * be decoded either, returns an object without a type.
     */
    JsonObject change(byte[] line) {
        return event(line).orElseGet(() -> reduced(line));
    }

    private JsonObject reduced(byte[] line) {
        try {
            Map<String, byte[]> change = EncodedList.members(line);
            JsonObject version = JsonObject.of("resourceVersion", member(metadata(change), "resourceVersion"));
            return JsonObject.builder()
                    .put("type", member(change, "type"))
                    .put("object", JsonObject.of("metadata", version))
                    .build();
        } catch (IllegalArgumentException | ApiException e) {
            LOG.log(System.Logger.Level.DEBUG, "Chartroom cannot read the position of a watch of Events", e);
            return JsonObject.EMPTY;
        }
    }

    private static Map<String, byte[]> metadata(Map<String, byte[]> change) {
        Map<String, byte[]> event = EncodedList.members(change.getOrDefault("object", NOTHING));
        return EncodedList.members(event.getOrDefault("metadata", NOTHING));
    }

    private JsonValue member(Map<String, byte[]> members, String name) {
        return codec.parse(members.getOrDefault(name, NOTHING));
    }
}
