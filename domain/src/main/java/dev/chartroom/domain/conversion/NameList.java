package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonString;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Encodes and decodes a JSON array of strings as the value of an annotation. */
final class NameList {
    private final String text;
    private int at;

    private NameList(String text) {
        this.text = text;
    }

    static String format(Collection<String> names) {
        return names.stream().map(name -> new JsonString(name).toString()).collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * Returns the names in order; empty if the text is not such an array. Another client can write any text into the
     * annotation.
     */
    static Set<String> parse(String text) {
        NameList list = new NameList(text);
        Set<String> names = list.array();
        return names == null || !list.isAtEnd() ? Set.of() : names;
    }

    private @Nullable Set<String> array() {
        Set<String> names = new LinkedHashSet<>();
        if (!take('[')) {
            return null;
        }
        if (take(']')) {
            return names;
        }
        do {
            String name = take('"') ? string() : null;
            if (name == null) {
                return null;
            }
            names.add(name);
        } while (take(','));
        return take(']') ? names : null;
    }

    /** Reads a string after its opening quote; null if it does not end or has an invalid escape. */
    private @Nullable String string() {
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            if (c != '\\') {
                value.append(c);
            } else if (!escape(value)) {
                return null;
            }
        }
        return null;
    }

    private boolean escape(StringBuilder value) {
        char c = at < text.length() ? text.charAt(at++) : 0;
        switch (c) {
            case '"', '\\', '/' -> value.append(c);
            case 'b' -> value.append('\b');
            case 'f' -> value.append('\f');
            case 'n' -> value.append('\n');
            case 'r' -> value.append('\r');
            case 't' -> value.append('\t');
            case 'u' -> {
                if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
                    return false;
                }
                value.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                at += 4;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean take(char expected) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private boolean isAtEnd() {
        skipSpace();
        return at == text.length();
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
