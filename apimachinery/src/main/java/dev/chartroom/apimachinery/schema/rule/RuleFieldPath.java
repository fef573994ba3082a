package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import org.jspecify.annotations.Nullable;

/** The {@code fieldPath} of a rule: steps {@code .name} or {@code ['name']} from the rule's value to a member. */
final class RuleFieldPath {
    private final String text;
    private final StringBuilder normalized = new StringBuilder();
    private int at;
    private JsonObject schema;

    private RuleFieldPath(String text, JsonObject schema) {
        this.text = text;
        this.schema = schema;
    }

    /**
     * Returns the path as errors show it, relative to the path of the value.
     *
     * @throws IllegalArgumentException if the path is malformed or the schema has no such field
     */
    static String normalize(String path, JsonObject schema) {
        RuleFieldPath parser = new RuleFieldPath(path, schema);
        while (parser.at < path.length()) {
            parser.step();
        }
        return parser.normalized.toString();
    }

    private void step() {
        char first = text.charAt(at++);
        switch (first) {
            case '.' -> enter(name());
            case '[' -> enter(quoted());
            default -> throw new IllegalArgumentException("expected [ or . but got: " + text.substring(at - 1));
        }
    }

    private String name() {
        int start = at;
        while (at < text.length() && ".[]".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private String quoted() {
        int end = at + 1;
        while (end < text.length() && !(text.charAt(end) == '\'' && text.charAt(end - 1) != '\\')) {
            end++;
        }
        if (end + 1 >= text.length() || text.charAt(at) != '\'' || text.charAt(end + 1) != ']') {
            throw new IllegalArgumentException("expected a name in single quotes and ] after [");
        }
        String quoted = text.substring(at + 1, end);
        at = end + 2;
        return unescape(quoted);
    }

    private static String unescape(String quoted) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < quoted.length(); i++) {
            char c = quoted.charAt(i);
            if (c != '\\' || i + 1 == quoted.length()) {
                plain.append(c);
                continue;
            }
            int escape = "abfnrtv'\\".indexOf(quoted.charAt(++i));
            if (escape < 0) {
                throw new IllegalArgumentException("invalid escape char \\" + quoted.charAt(i));
            }
            plain.append("\u0007\b\f\n\r\t\u000b'\\".charAt(escape));
        }
        return plain.toString();
    }

    private void enter(String name) {
        JsonObject properties = schema.objectOrEmpty("properties");
        if (schema.get("properties") instanceof JsonObject) {
            if (!(properties.get(name) instanceof JsonObject property)) {
                throw new IllegalArgumentException("does not refer to a valid field: " + new JsonString(name));
            }
            normalized.append(normalized.isEmpty() ? "" : ".").append(name);
            schema = property;
        } else {
            JsonObject values = schema.object("additionalProperties").orElse(null);
            schema = valuesOf(values, name);
            // As upstream, a dot separates a key at the start of the path from the value's path: spec.[key]
            normalized.append('[').append(name).append(']');
        }
    }

    private static JsonObject valuesOf(@Nullable JsonObject values, String name) {
        if (values == null) {
            throw new IllegalArgumentException("does not refer to a valid field: " + new JsonString(name));
        }
        return values;
    }
}
