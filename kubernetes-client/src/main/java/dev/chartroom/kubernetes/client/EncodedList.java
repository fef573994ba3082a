package dev.chartroom.kubernetes.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Splits an encoded Kubernetes list into its items without decoding them. An item that cannot be decoded does not
 * affect the others (wire contract D39). Even a long list is never decoded into a single tree in memory. Of a stream,
 * only one item is in memory at a time.
 */
public final class EncodedList {
    private static final byte[] NONE = {};
    private static final int BUFFER = 64 << 10;
    private static final int NO_VALUE = -1;

    /** The bytes that were not read yet; null if all are in {@link #json}, which is then never changed. */
    private final @Nullable InputStream rest;

    private byte[] json;
    private int at;
    /** The end of the bytes in {@link #json} that were read. */
    private int end;
    /** The start of the value that is being read, whose bytes must remain in the buffer. */
    private int value = NO_VALUE;

    private EncodedList(byte[] json) {
        this.json = json;
        this.end = json.length;
        this.rest = null;
    }

    private EncodedList(InputStream list) {
        this.json = new byte[BUFFER];
        this.rest = list;
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
        } catch (IOException e) {
            throw new IllegalStateException("an array has no errors", e);
        }
    }

    /**
     * Passes each element of {@code items} to the consumer, as soon as it has arrived.
     *
     * @return the list's {@code metadata}, empty if there is none
     * @throws IOException if the stream fails
     * @throws IllegalArgumentException if the document is truncated or is not a JSON object
     */
    public static byte[] read(InputStream list, Consumer<byte[]> items) throws IOException {
        return new EncodedList(list).members(items);
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
        } catch (IOException e) {
            throw new IllegalStateException("an array has no errors", e);
        }
        return members;
    }

    private byte[] members(Consumer<byte[]> items) throws IOException {
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

    private void elements(Consumer<byte[]> items) throws IOException {
        expect('[');
        if (take(']')) {
            return;
        }
        do {
            items.accept(value());
        } while (take(','));
        expect(']');
    }

    private byte[] value() throws IOException {
        peek();
        value = at;
        skip();
        byte[] bytes = Arrays.copyOfRange(json, value, at);
        value = NO_VALUE;
        return bytes;
    }

    /** Skips one value. */
    private void skip() throws IOException {
        byte first = peek();
        if (first == '"') {
            string();
        } else if (first == '{' || first == '[') {
            nested();
        } else {
            while (isMore() && ",]}: \t\r\n".indexOf(json[at]) < 0) {
                at++;
            }
        }
    }

    private void nested() throws IOException {
        int depth = 0;
        do {
            switch (current()) {
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

    private void string() throws IOException {
        at++;
        for (byte next = current(); next != '"'; next = current()) {
            at++;
            if (next == '\\') {
                current();
                at++;
            }
        }
        at++;
    }

    private boolean take(char expected) throws IOException {
        if (peek() == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char expected) throws IOException {
        if (!take(expected)) {
            throw new IllegalArgumentException("expected " + expected + " at byte " + at);
        }
    }

    private byte peek() throws IOException {
        byte next = current();
        while (next == ' ' || next == '\t' || next == '\r' || next == '\n') {
            at++;
            next = current();
        }
        return next;
    }

    private byte current() throws IOException {
        if (!isMore()) {
            throw new IllegalArgumentException("the document is cut off");
        }
        return json[at];
    }

    /** Returns whether there is another byte; reads more bytes if necessary. */
    private boolean isMore() throws IOException {
        return at < end || fill();
    }

    private boolean fill() throws IOException {
        if (rest == null) {
            return false;
        }
        if (end == json.length) {
            makeRoom();
        }
        int read = rest.read(json, end, json.length - end);
        end += Math.max(read, 0);
        return read > 0;
    }

    /** Moves the kept bytes to the start of the buffer, or of one of twice the size if they fill half of it. */
    private void makeRoom() {
        int from = value == NO_VALUE ? at : value;
        int kept = end - from;
        byte[] roomy = kept > json.length / 2 ? new byte[2 * json.length] : json;
        System.arraycopy(json, from, roomy, 0, kept);
        json = roomy;
        at -= from;
        value = value == NO_VALUE ? NO_VALUE : 0;
        end = kept;
    }
}
