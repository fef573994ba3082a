package dev.chartroom.adapters.kubernetes.kinds;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.ports.json.JsonCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Decodes lists and watch events. If an object cannot be decoded, for example because it is nested too deeply, the
 * other objects are decoded nevertheless. A stand-in replaces such an object. The stand-in contains the object's
 * identity and the reason for the failure.
 */
final class ObjectByObjectCodec implements JsonCodec {
    /** The field of a stand-in object that contains the reason why it stands in. No Kubernetes object has a field of
     * this name. */
    static final String UNREADABLE = "chartroom.dev/unreadable";

    private static final List<String> IDENTITY = List.of("name", "creationTimestamp", "resourceVersion");
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] NOTHING = {'{', '}'};

    private final JsonCodec codec;

    /** Returns an object in a form that can be sent: a stand-in loses its extra field. */
    static JsonObject withoutStandIn(JsonObject object) {
        return object.without(UNREADABLE);
    }

    ObjectByObjectCodec(JsonCodec codec) {
        this.codec = codec;
    }

    @Override
    public JsonValue parse(byte[] json) {
        try {
            return codec.parse(json);
        } catch (ApiException e) {
            return cut(json, e);
        }
    }

    @Override
    public JsonValue parseYaml(byte[] yaml) {
        return codec.parseYaml(yaml);
    }

    @Override
    public byte[] encode(JsonValue value) {
        return codec.encode(value);
    }

    private JsonValue cut(byte[] json, ApiException unreadable) {
        try {
            Map<String, byte[]> members = EncodedList.members(json);
            if (members.containsKey("items")) {
                return list(json, members);
            }
            if (members.containsKey("object")) {
                return JsonObject.builder()
                        .put("type", codec.parse(members.getOrDefault("type", NULL)))
                        .put("object", object(members.getOrDefault("object", NULL)))
                        .build();
            }
        } catch (IllegalArgumentException e) {
            unreadable.addSuppressed(e);
        }
        throw unreadable;
    }

    private JsonObject list(byte[] json, Map<String, byte[]> members) {
        List<JsonValue> items = new ArrayList<>();
        byte[] metadata = EncodedList.read(json, item -> items.add(object(item)));
        return JsonObject.builder()
                .put("kind", codec.parse(members.getOrDefault("kind", NULL)))
                .put("metadata", codec.parse(metadata))
                .put("items", new JsonArray(items))
                .build();
    }

    private JsonValue object(byte[] json) {
        try {
            return codec.parse(json);
        } catch (ApiException e) {
            Map<String, byte[]> members = EncodedList.members(json);
            Map<String, byte[]> metadata = EncodedList.members(members.getOrDefault("metadata", NOTHING));
            JsonObject.Builder identity = JsonObject.builder();
            IDENTITY.forEach(name -> identity.put(name, codec.parse(metadata.getOrDefault(name, NULL))));
            return JsonObject.builder()
                    .put("apiVersion", codec.parse(members.getOrDefault("apiVersion", NULL)))
                    .put("kind", codec.parse(members.getOrDefault("kind", NULL)))
                    .put("metadata", identity.build())
                    .put(UNREADABLE, new JsonString(String.valueOf(e.getMessage())))
                    .build();
        }
    }
}
