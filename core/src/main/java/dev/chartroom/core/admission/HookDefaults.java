package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.domain.kind.ApplicationKind;

/** Adds the defaults of parts that a hook has added, so that the next hook sees them. */
final class HookDefaults {
    private HookDefaults() {}

    static JsonObject added(ApplicationKind kind, JsonObject object) {
        return SchemaDefaulter.ofObject(kind.schema(), object);
    }
}
