package dev.chartroom.apimachinery.managedfields.set;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Optional;

/** Encodes and decodes path elements of FieldsV1: {@code f:name}, {@code k:{"key":"x"}}, {@code v:"x"}, {@code i:0}. */
final class PathElementCodec {
    private PathElementCodec() {}

    static String encode(PathElement element) {
        return switch (element) {
            case PathElement.Field(String name) -> "f:" + name;
            case PathElement.Key(JsonObject keys) -> "k:" + GoText.jsonIterator(keys);
            case PathElement.Value(JsonValue value) -> "v:" + GoText.jsonIterator(value);
            case PathElement.Index(int index) -> "i:" + index;
        };
    }

    /**
     * Decodes a path element. Its numbers are float64, as upstream decodes them.
     *
     * @return empty for an unknown kind of element, which upstream skips
     * @throws IllegalArgumentException if it is malformed
     */
    static Optional<PathElement> decode(String text) {
        if (text.length() < 2 || text.charAt(1) != ':') {
            throw new IllegalArgumentException("missing colon: " + text);
        }
        String content = text.substring(2);
        return switch (text.charAt(0)) {
            case 'f' -> Optional.of(new PathElement.Field(content));
            case 'v' -> Optional.of(new PathElement.Value(floats(JsonText.parse(content))));
            case 'i' -> Optional.of(new PathElement.Index(Integer.parseInt(content)));
            case 'k' -> {
                if (!(floats(JsonText.parse(content)) instanceof JsonObject keys)) {
                    throw new IllegalArgumentException("not an object: " + text);
                }
                yield Optional.of(PathElement.Key.of(keys));
            }
            default -> Optional.empty();
        };
    }

    private static JsonValue floats(JsonValue value) {
        return switch (value) {
            case JsonNumber number -> Float64.of(number);
            case JsonArray array -> array.map(PathElementCodec::floats);
            case JsonObject object -> {
                JsonObject.Builder floats = JsonObject.builder();
                object.members().forEach((name, member) -> floats.put(name, floats(member)));
                yield floats.build();
            }
            case JsonString _, JsonBoolean _, JsonNull _ -> value;
        };
    }
}
