package dev.chartroom.apimachinery.json;

import java.util.ArrayList;
import java.util.List;

/** A JSON Pointer (RFC 6901): the unescaped reference tokens; no tokens for the whole document. */
public record JsonPointer(List<String> tokens) {
    public JsonPointer {
        tokens = List.copyOf(tokens);
    }

    /**
     * Parses the string form.
     *
     * @throws IllegalArgumentException if the text is not empty and does not start with a slash, or has an invalid
     *     escape
     */
    public static JsonPointer parse(String text) {
        if (text.isEmpty()) {
            return new JsonPointer(List.of());
        }
        if (text.charAt(0) != '/') {
            throw new IllegalArgumentException("JSON pointer must be empty or begin with \"/\": " + text);
        }
        List<String> tokens = new ArrayList<>();
        for (String token : text.substring(1).split("/", -1)) {
            tokens.add(unescape(token));
        }
        return new JsonPointer(tokens);
    }

    public boolean isRoot() {
        return tokens.isEmpty();
    }

    /** Returns whether this pointer equals the other one or points to a value that contains it. */
    public boolean isPrefixOf(JsonPointer other) {
        return tokens.size() <= other.tokens.size() && tokens.equals(other.tokens.subList(0, tokens.size()));
    }

    /** Returns the index that a token names, in its shortest form; -1 if a list of this size has no such item. */
    public static int index(String token, int size) {
        if (token.isEmpty() || token.length() > 9 || !token.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        int index = Integer.parseInt(token);
        return index < size && Integer.toString(index).equals(token) ? index : -1;
    }

    private static String unescape(String token) {
        for (int i = token.indexOf('~'); i >= 0; i = token.indexOf('~', i + 1)) {
            if (i + 1 >= token.length() || (token.charAt(i + 1) != '0' && token.charAt(i + 1) != '1')) {
                throw new IllegalArgumentException("JSON pointer has a \"~\" that escapes nothing: " + token);
            }
        }
        return token.replace("~1", "/").replace("~0", "~");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        tokens.forEach(token -> text.append('/').append(token.replace("~", "~0").replace("/", "~1")));
        return text.toString();
    }
}
