package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The schemas of a kind's spec in each of its versions, and the conversion between the versions. */
public interface VersionedSchema {
    /** Returns the schemas of a kind with one version. */
    static VersionedSchema only(String version, Schema schema) {
        return new OneVersion(version, schema);
    }

    /** Returns the names of all versions. */
    List<String> names();

    /** Returns the schema of a version's spec; empty if there is no such version. */
    Optional<Schema> schema(String version);

    /**
     * Converts a spec to another version.
     *
     * @param spec a spec in version {@code from}
     * @param before the spec that the result replaces, in version {@code to}; null if there is none. Fields that
     *     version {@code from} cannot express keep the values of this spec
     * @throws ConversionException if a rule cannot convert the spec
     */
    JsonObject convert(JsonObject spec, String from, String to, @Nullable JsonObject before);
}
