package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.managedfields.typed.FieldType;
import dev.chartroom.apimachinery.managedfields.typed.FieldTypes;
import dev.chartroom.apimachinery.managedfields.typed.TypedException;
import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types of a kind in each of its versions. An entry records changes in the version in which the manager wrote the
 * object. Versions are identified by {@code apiVersion}, as in the entries.
 */
final class VersionedTypes {
    private final VersionedSchema versions;
    private final Map<String, Version> known = new HashMap<>();

    private record Version(String name, FieldType type) {}

    VersionedTypes(String group, VersionedSchema versions) {
        this.versions = versions;
        versions.names()
                .forEach(name -> versions.schema(name)
                        .ifPresent(schema -> known.put(
                                new GroupVersion(group, name).toString(),
                                new Version(name, FieldTypes.ofObject(schema)))));
    }

    /** Returns whether the kind has this version. */
    boolean has(String apiVersion) {
        return known.containsKey(apiVersion);
    }

    /** @param apiVersion a version of the kind */
    FieldType type(String apiVersion) {
        return version(apiVersion).type();
    }

    private Version version(String apiVersion) {
        Version version = known.get(apiVersion);
        if (version == null) {
            throw new IllegalArgumentException("no such version: " + apiVersion);
        }
        return version;
    }

    /**
     * Converts an object to another version.
     *
     * @param before an object in the version {@code to}, which supplies the fields that {@code object} cannot express;
     *     null if there is none
     * @throws TypedException if the object cannot be converted
     */
    JsonObject convert(JsonObject object, String from, String to, @Nullable JsonObject before) {
        if (from.equals(to)) {
            return object;
        }
        JsonObject converted = object.has("apiVersion") ? object.with("apiVersion", new JsonString(to)) : object;
        if (!(object.get("spec") instanceof JsonObject spec)) {
            return converted;
        }
        try {
            return converted.with(
                    "spec",
                    versions.convert(
                            spec,
                            version(from).name(),
                            version(to).name(),
                            before == null ? null : before.object("spec").orElse(null)));
        } catch (ConversionException e) {
            throw new TypedException("failed to convert to " + to + ": ." + e.field() + ": " + e.getMessage());
        }
    }
}
