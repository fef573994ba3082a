package dev.chartroom.ports.admission;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.schema.SchemaDefaulter;

/** Adds the defaults of parts that a hook has added, so that the next hook sees them. */
final class HookDefaults {
    private HookDefaults() {}

    static JsonObject added(ApplicationKind kind, JsonObject object) {
        return SchemaDefaulter.ofObject(kind.schema(), object);
    }
}
