package dev.chartroom.apimachinery.jsonpath;

import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;

/** A sequence of steps. */
record Steps(List<Step> steps) {
    Steps {
        steps = List.copyOf(steps);
    }

    /** @throws PathFailure if a step does not fit the values that it is applied to */
    List<JsonValue> apply(List<JsonValue> values) {
        List<JsonValue> found = values;
        for (Step step : steps) {
            found = step.apply(found);
        }
        return found;
    }
}
