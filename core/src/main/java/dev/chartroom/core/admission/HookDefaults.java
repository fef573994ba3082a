package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * Adds the schema's defaults to the parts of an object that a hook has added. The next hook then sees these defaults.
 */
final class HookDefaults {
    private HookDefaults() {}

    static JsonObject added(ApplicationKind kind, JsonObject object) {
        return SchemaDefaulter.ofObject(kind.schema(), object);
    }
}
