package dev.chartroom.apimachinery.jsonpath;

import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A path into a value. Immutable; two paths are equal if their texts are equal. */
public final class JsonPath {
    private final String text;
    private final Steps steps;

    private JsonPath(String text, Steps steps) {
        this.text = text;
        this.steps = steps;
    }

    /**
     * Parses a path that begins with a dot, such as {@code .status.conditions[?(@.type=="Ready")].status}.
     *
     * @throws IllegalArgumentException if it is not a path; the message says why
     */
    public static JsonPath parse(String text) {
        if (!text.startsWith(".")) {
            throw new IllegalArgumentException("must be a simple json path starting with .");
        }
        return new JsonPath(text, new PathParser(text).steps());
    }

    /** Returns the first value that is found; empty if there is none, or if the path does not fit the value. */
    public Optional<JsonValue> first(JsonValue root) {
        try {
            return steps.apply(List.of(root)).stream().findFirst();
        } catch (PathFailure _) {
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonPath that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the path as it was written. */
    @Override
    public String toString() {
        return text;
    }
}
