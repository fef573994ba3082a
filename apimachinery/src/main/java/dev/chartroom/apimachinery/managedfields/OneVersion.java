package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The schema of a kind with one version. */
record OneVersion(String name, Schema only) implements VersionedSchema {
    @Override
    public List<String> names() {
        return List.of(name);
    }

    @Override
    public Optional<Schema> schema(String version) {
        return version.equals(name) ? Optional.of(only) : Optional.empty();
    }

    @Override
    public JsonObject convert(JsonObject spec, String from, String to, @Nullable JsonObject before) {
        return spec;
    }
}
