package dev.chartroom.apimachinery.jsonpath;

import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;

/** Thrown if a step does not fit the values that it is applied to. Cheap: it has no stack trace. */
final class PathFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<JsonValue> values;

    /**
     * @param values the values that upstream returns with its error. A filter without an operator accepts an item if
     *     there are such values
     */
    PathFailure(List<JsonValue> values) {
        super("the path does not fit the value", null, false, false);
        this.values = List.copyOf(values);
    }

    List<JsonValue> values() {
        return values;
    }
}
