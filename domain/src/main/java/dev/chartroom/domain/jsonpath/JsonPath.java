package dev.chartroom.domain.jsonpath;

import dev.chartroom.domain.json.JsonValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A path into a value. Immutable; two are equal where they are written the same. */
public final class JsonPath {
    private final String text;
    private final Steps steps;

    private JsonPath(String text, Steps steps) {
        this.text = text;
        this.steps = steps;
    }

    /**
     * Reads a path that begins with a dot, such as {@code .status.conditions[?(@.type=="Ready")].status}.
     *
     * @throws IllegalArgumentException where it is none; the message says why
     */
    public static JsonPath parse(String text) {
        if (!text.startsWith(".")) {
            throw new IllegalArgumentException("must be a simple json path starting with .");
        }
        return new JsonPath(text, new PathParser(text).steps());
    }

    /** The first value that is found; empty where there is none, or where the path does not fit the value. */
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

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
