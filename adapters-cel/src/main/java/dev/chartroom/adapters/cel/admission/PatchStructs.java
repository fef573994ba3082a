package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.program.Structs;
import java.util.Map;

/** Constructs the results of mutating policies. */
final class PatchStructs implements Structs {
    static final String OBJECT = "Object";
    static final String JSON_PATCH = "JSONPatch";

    static boolean isObject(String type) {
        return type.equals(OBJECT) || type.startsWith(OBJECT + ".");
    }

    @Override
    public boolean knows(String type) {
        return type.equals(JSON_PATCH) || isObject(type);
    }

    @Override
    public Object construct(String type, Map<String, Object> fields) {
        return isObject(type) ? new ObjectValue(type, fields) : JsonPatchValue.of(fields);
    }
}
