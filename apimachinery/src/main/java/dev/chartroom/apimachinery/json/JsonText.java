package dev.chartroom.apimachinery.json;

import java.util.HexFormat;

/**
 * JSON as text, for JSON inside a string: path elements, annotations, messages. The JsonCodec port handles the wire
 * form. The text of a value is its {@code toString()}.
 */
public final class JsonText {
    /** The limit of nesting: deeper than any object that a client can send, and small enough for a thread's stack. */
    static final int DEPTH = 400;

    private JsonText() {}

    /**
     * Parses one value strictly by RFC 8259. If a member is repeated, its last value is used, as in Go.
     *
     * @throws IllegalArgumentException if the text is not JSON or nests deeper than 400 levels; the message contains
     *     the position
     */
    public static JsonValue parse(String text) {
        return new JsonReader(text).document();
    }

    /** Writes into one buffer: concatenating the texts of inner values would copy them once for each level. */
    static String of(JsonValue value) {
        StringBuilder text = new StringBuilder();
        append(value, text);
        return text.toString();
    }

    private static void append(JsonValue value, StringBuilder text) {
        switch (value) {
            case JsonObject object -> {
                String separator = "{";
                for (var member : object.members().entrySet()) {
                    text.append(separator).append(quote(member.getKey())).append(':');
                    append(member.getValue(), text);
                    separator = ",";
                }
                text.append(object.isEmpty() ? "{}" : "}");
            }
            case JsonArray array -> {
                String separator = "[";
                for (JsonValue item : array) {
                    append(item, text.append(separator));
                    separator = ", ";
                }
                text.append(array.isEmpty() ? "[]" : "]");
            }
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> text.append(value);
        }
    }

    /** Returns a string with its quotes and escapes. */
    public static String quote(String value) {
        StringBuilder text = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                case '\r' -> text.append("\\r");
                default -> {
                    if (c < 0x20) {
                        text.append("\\u").append(HexFormat.of().toHexDigits(c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        return text.append('"').toString();
    }
}
