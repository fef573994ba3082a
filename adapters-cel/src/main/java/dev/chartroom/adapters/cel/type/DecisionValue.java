package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;

/**
 * The decision of an authorizer check.
 *
 * @param error empty if the authorizer did not fail
 */
public record DecisionValue(boolean allowed, String reason, String error) implements OpaqueValue {
    @Override
    public TypeValue type() {
        return RuntimeTypes.value(RuntimeTypes.DECISION);
    }

    @Override
    public Object equalTo(Object other) {
        return CelError.NO_SUCH_OVERLOAD;
    }

    public boolean errored() {
        return !error.isEmpty();
    }
}
