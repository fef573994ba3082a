package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.JsonBacked;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.json.JsonValue;

/**
 * JSON that the schema does not describe. Expressions can only compare it with other unknown values and pass it on as a
 * whole.
 */
record UnknownValue(JsonValue json) implements OpaqueValue, JsonBacked {
    private static final TypeValue TYPE = new TypeValue("unknown");

    @Override
    public TypeValue type() {
        return TYPE;
    }
}
