package dev.chartroom.ports.admission;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.schema.SchemaDefaulter;

/** Whoever is asked next sees defaults also in what somebody added. */
final class Defaults {
    private Defaults() {}

    static JsonObject added(ApplicationKind kind, JsonObject object) {
        return SchemaDefaulter.ofObject(kind.schema(), object);
    }
}
