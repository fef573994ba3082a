package dev.chartroom.domain.jsonpath;

import dev.chartroom.domain.json.JsonValue;
import java.util.List;

/** A step does not fit the values that it is applied to. Cheap: it has no stack trace. */
final class PathFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<JsonValue> values;

    /** @param values what upstream returns beside its error, which a filter that asks for existence goes by */
    PathFailure(List<JsonValue> values) {
        super("the path does not fit the value", null, false, false);
        this.values = List.copyOf(values);
    }

    List<JsonValue> values() {
        return values;
    }
}
