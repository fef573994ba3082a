package dev.chartroom.domain.json;

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
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        return text.append('"').toString();
    }
}
