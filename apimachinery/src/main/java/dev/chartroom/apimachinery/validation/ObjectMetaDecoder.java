package dev.chartroom.apimachinery.validation;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.go.GoTime;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.BoundedReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes metadata and encodes it again, like a kube-apiserver. Fields that are empty or not in metav1.ObjectMeta are
 * dropped. A field of the wrong type is an error of Go's JSON decoder.
 */
public final class ObjectMetaDecoder {
    private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

    private final BoundedReport<String> unknownFields = BoundedReport.ofTexts();
    private final List<String> fields = new ArrayList<>();
    private @Nullable String problem;

    private ObjectMetaDecoder() {}

    /**
     * The decoded metadata.
     *
     * @param unknownFields the paths of the dropped unknown fields inside the metadata, such as
     *     {@code ownerReferences[0].foo}
     */
    public record Decoded(JsonObject value, List<String> unknownFields) {
        public Decoded {
            unknownFields = List.copyOf(unknownFields);
        }
    }

    /**
     * Decodes metadata.
     *
     * @throws IllegalArgumentException if a field has the wrong type or a time is malformed; the message is Go's
     */
    public static Decoded decode(JsonValue metadata) {
        ObjectMetaDecoder decoder = new ObjectMetaDecoder();
        JsonValue value = decoder.decode(GoShape.OBJECT_META, metadata, "", "");
        if (decoder.problem != null) {
            throw new IllegalArgumentException(decoder.problem);
        }
        return new Decoded(
                value instanceof JsonObject object ? object : JsonObject.EMPTY, decoder.unknownFields.entries());
    }

    /**
     * Decodes one value.
     *
     * @param struct the name of the enclosing Go struct; empty if there is none
     * @return the encoded value; null if nothing is encoded
     */
    private @Nullable JsonValue decode(GoShape shape, JsonValue value, String struct, String path) {
        return switch (shape) {
            case GoShape.Required _ when value == JsonNull.NULL -> new JsonString("");
            case GoShape.Raw _ when value != JsonNull.NULL -> value;
            case GoShape _ when value == JsonNull.NULL -> null;
            case GoShape.Text _ when value instanceof JsonString(String text) -> text.isEmpty() ? null : value;
            case GoShape.Required _ when value instanceof JsonString -> value;
            case GoShape.Truth _ when value instanceof JsonBoolean -> value;
            case GoShape.Whole whole when value instanceof JsonNumber number -> whole(whole, number, struct);
            case GoShape.Time _ when value instanceof JsonString(String text) -> time(text);
            case GoShape.Time _ -> throw new IllegalArgumentException(mismatch(shape, value, struct));
            case GoShape.Texts _ when value instanceof JsonObject object -> texts(object, struct);
            case GoShape.Items items when value instanceof JsonArray array -> items(items.item(), array, struct, path);
            case GoShape.Struct members when value instanceof JsonObject object -> members(members, object, path);
            default -> {
                note(mismatch(shape, value, struct));
                yield null;
            }
        };
    }

    private @Nullable JsonValue whole(GoShape.Whole shape, JsonNumber number, String struct) {
        String text = GoText.json(number);
        try {
            long whole = Long.parseLong(text);
            return whole == 0 && !shape.pointer() ? null : JsonNumber.of(whole);
        } catch (NumberFormatException _) {
            note("json: cannot unmarshal number " + text + place(struct) + " of type int64");
            return null;
        }
    }

    private static @Nullable JsonValue time(String text) {
        Instant time = GoTime.parse(text);
        return time.equals(ZERO) ? null : new JsonString(ObjectMeta.timestamp(time));
    }

    private @Nullable JsonValue texts(JsonObject object, String struct) {
        JsonObject.Builder texts = JsonObject.builder();
        for (Map.Entry<String, JsonValue> member : sorted(object)) {
            switch (member.getValue()) {
                case JsonString text -> texts.put(member.getKey(), text);
                case JsonNull _ -> texts.put(member.getKey(), "");
                case JsonNumber _, JsonBoolean _, JsonArray _, JsonObject _ ->
                    note(mismatch(GoShape.STRING, member.getValue(), struct));
            }
        }
        JsonObject built = texts.build();
        return built.isEmpty() ? null : built;
    }

    private @Nullable JsonValue items(GoShape item, JsonArray array, String struct, String path) {
        List<JsonValue> items = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            JsonValue value =
                    item instanceof GoShape.Struct && array.get(i) == JsonNull.NULL ? JsonObject.EMPTY : array.get(i);
            JsonValue decoded = decode(item, value, struct, path + "[" + i + "]");
            items.add(decoded == null ? JsonObject.EMPTY : decoded);
        }
        return items.isEmpty() ? null : new JsonArray(items);
    }

    private JsonObject members(GoShape.Struct struct, JsonObject object, String path) {
        JsonObject.Builder members = JsonObject.builder();
        struct.fields().forEach((name, shape) -> {
            if (shape instanceof GoShape.Required && !object.has(name)) {
                members.put(name, "");
            }
        });
        for (Map.Entry<String, JsonValue> member : sorted(object)) {
            String name = member.getKey();
            GoShape shape = struct.fields().get(name);
            String inside = path.isEmpty() ? name : path + "." + name;
            if (shape == null) {
                unknownFields.add(() -> inside);
            } else {
                fields.addLast(name);
                members.putIfPresent(name, decode(shape, member.getValue(), struct.name(), inside));
                fields.removeLast();
            }
        }
        return members.build();
    }

    /** Returns the members sorted, because upstream decodes them in this order. */
    private static List<Map.Entry<String, JsonValue>> sorted(JsonObject object) {
        return object.members().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(GoText.ORDER))
                .toList();
    }

    /** Records only the first field of the wrong type. */
    private void note(String found) {
        problem = problem == null ? found : problem;
    }

    private String mismatch(GoShape shape, JsonValue value, String struct) {
        return "json: cannot unmarshal " + GoText.kind(value) + place(struct) + " of type " + shape.goName();
    }

    private String place(String struct) {
        return fields.isEmpty() ? " into Go value" : " into Go struct field " + struct + "." + String.join(".", fields);
    }
}
