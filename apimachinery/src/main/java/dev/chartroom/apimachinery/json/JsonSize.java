package dev.chartroom.apimachinery.json;

/** The approximate size of a value as JSON: each character counts as one byte. */
public final class JsonSize {
    private JsonSize() {}

    /** Returns the size in bytes; if it exceeds the limit, any number above the limit. */
    public static long of(JsonValue value, long limit) {
        return switch (value) {
            case JsonObject object -> {
                long size = 2;
                for (var member : object.members().entrySet()) {
                    if (size > limit) {
                        break;
                    }
                    size += member.getKey().length() + 4 + of(member.getValue(), limit - size);
                }
                yield size;
            }
            case JsonArray array -> {
                long size = 2;
                for (JsonValue item : array) {
                    if (size > limit) {
                        break;
                    }
                    size += 1 + of(item, limit - size);
                }
                yield size;
            }
            case JsonString(String text) -> text.length() + 2;
            case JsonNumber number -> number.toString().length();
            case JsonBoolean _ -> 5;
            case JsonNull _ -> 4;
        };
    }
}
