package dev.chartroom.domain.jsonpath;

import dev.chartroom.domain.json.JsonValue;
import java.util.List;

/** One step after the other. */
record Steps(List<Step> steps) {
    Steps {
        steps = List.copyOf(steps);
    }

    /** @throws PathFailure where one does not fit what it is applied to */
    List<JsonValue> apply(List<JsonValue> values) {
        List<JsonValue> found = values;
        for (Step step : steps) {
            found = step.apply(found);
        }
        return found;
    }
}
