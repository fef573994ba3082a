package dev.chartroom.domain.admission;

import dev.chartroom.domain.json.JsonObject;

/** What becomes of a request where a policy or webhook cannot be asked. */
public enum FailurePolicy {
    FAIL,
    IGNORE;

    /** What a policy or webhook says; to fail where it says nothing. */
    static FailurePolicy of(JsonObject spec) {
        return spec.stringOrEmpty("failurePolicy").equals("Ignore") ? IGNORE : FAIL;
    }
}
