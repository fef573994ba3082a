package dev.chartroom.domain.json;

import java.util.HexFormat;

/**
 * JSON as text, for what is JSON inside a string: path elements, annotations, messages. The wire form is the work of
 * the JsonCodec port. The text of a value is its {@code toString()}.
 */
public final class JsonText {
    /** How deep values may be nested: more than any object that a client may send, and no strain on a thread's stack. */
    static final int DEPTH = 400;

    private JsonText() {}

    /**
     * Reads one value by RFC 8259, and nothing more lenient. Of a repeated member the last one counts, as in Go.
     *
     * @throws IllegalArgumentException where the text is not JSON or nests deeper than 400 levels; the message says
     *     where
     */
    public static JsonValue parse(String text) {
        return new JsonReader(text).document();
    }

    /** Written in one piece: the texts of what is inside, put together at each level, would be copied as often as it is deep. */
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

    /** A string with its quotes and escapes. */
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
