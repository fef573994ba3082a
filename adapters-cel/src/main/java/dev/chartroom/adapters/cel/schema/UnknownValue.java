package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.JsonBacked;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.domain.json.JsonValue;

/** JSON of which the schema says nothing: it can only be compared with its like, and taken as a whole. */
record UnknownValue(JsonValue json) implements OpaqueValue, JsonBacked {
    private static final TypeValue TYPE = new TypeValue("unknown");

    @Override
    public TypeValue type() {
        return TYPE;
    }
}
