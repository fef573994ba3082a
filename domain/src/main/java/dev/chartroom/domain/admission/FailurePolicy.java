package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonObject;

/** The handling of a request if a policy cannot be evaluated or a webhook cannot be called. */
public enum FailurePolicy {
    FAIL,
    IGNORE;

    /** Returns the failure policy of a policy or webhook; the default is to fail. */
    static FailurePolicy of(JsonObject spec) {
        return spec.stringOrEmpty("failurePolicy").equals("Ignore") ? IGNORE : FAIL;
    }
}
