package dev.chartroom.kubernetes.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Splits an encoded Kubernetes list into its items without decoding them. An item that cannot be decoded does not
 * affect the others (wire contract D39). Even a long list is never decoded into a single tree in memory.
 */
public final class EncodedList {
    private static final byte[] NONE = {};
    private final byte[] json;
    private int at;

    private EncodedList(byte[] json) {
        this.json = json;
    }

    /**
     * Passes each element of {@code items} to the consumer, in order.
     *
     * @return the list's {@code metadata}, empty if there is none
     * @throws IllegalArgumentException if the document is truncated or is not a JSON object
     */
    public static byte[] read(byte[] list, Consumer<byte[]> items) {
        try {
            return new EncodedList(list).members(items);
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the list is cut off", e);
        }
    }

    /**
     * Returns the members of an object, each still encoded. Use this method for an object that cannot be decoded as a
     * whole.
     *
     * @throws IllegalArgumentException if the document is truncated or is not a JSON object
     */
    public static Map<String, byte[]> members(byte[] object) {
        Map<String, byte[]> members = new HashMap<>();
        try {
            EncodedList reader = new EncodedList(object);
            reader.expect('{');
            if (!reader.take('}')) {
                do {
                    String quoted = new String(reader.value(), StandardCharsets.UTF_8);
                    reader.expect(':');
                    members.put(quoted.substring(1, quoted.length() - 1), reader.value());
                } while (reader.take(','));
                reader.expect('}');
            }
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the object is cut off", e);
        }
        return members;
    }

    private byte[] members(Consumer<byte[]> items) {
        byte[] metadata = NONE;
        expect('{');
        if (take('}')) {
            return metadata;
        }
        do {
            String name = new String(value(), StandardCharsets.UTF_8);
            expect(':');
            if (name.equals("\"items\"") && peek() == '[') {
                elements(items);
            } else if (name.equals("\"metadata\"")) {
                metadata = value();
            } else {
                skip();
            }
        } while (take(','));
        expect('}');
        return metadata;
    }

    private void elements(Consumer<byte[]> items) {
        expect('[');
        if (take(']')) {
            return;
        }
        do {
            items.accept(value());
        } while (take(','));
        expect(']');
    }

    private byte[] value() {
        peek();
        int start = at;
        skip();
        return Arrays.copyOfRange(json, start, at);
    }

    /** Skips one value. */
    private void skip() {
        byte first = peek();
        if (first == '"') {
            string();
        } else if (first == '{' || first == '[') {
            nested();
        } else {
            while (at < json.length && ",]}: \t\r\n".indexOf(json[at]) < 0) {
                at++;
            }
        }
    }

    private void nested() {
        int depth = 0;
        do {
            switch (json[at]) {
                case '"' -> {
                    string();
                    continue;
                }
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {}
            }
            at++;
        } while (depth > 0);
    }

    private void string() {
        at++;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    private boolean take(char expected) {
        if (peek() == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char expected) {
        if (!take(expected)) {
            throw new IllegalArgumentException("expected " + expected + " at byte " + at);
        }
    }

    private byte peek() {
        while (json[at] == ' ' || json[at] == '\t' || json[at] == '\r' || json[at] == '\n') {
            at++;
        }
        return json[at];
    }
}
