package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.VersionedSchema;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The declared versions of a kind, served or not. One of them is the stored version; every other version is converted
 * to and from the stored version. Immutable. Two instances are equal if their contents are equal.
 */
public final class KindVersions implements VersionedSchema {
    private final String stored;
    private final Map<String, Schema> schemas = new LinkedHashMap<>();
    private final Map<String, VersionConversion> conversions;

    /** Returns the versions of a kind with one version. */
    public static KindVersions only(String version, Schema schema) {
        return new KindVersions(version, schema, Map.of());
    }

    /**
     * @param stored the name of the stored version
     * @param schema the schema of the stored version
     * @param conversions the conversions of all other versions, by their names
     */
    public KindVersions(String stored, Schema schema, Map<String, VersionConversion> conversions) {
        this.stored = stored;
        this.conversions = Map.copyOf(conversions);
        this.schemas.put(stored, schema);
        conversions.forEach((name, conversion) -> schemas.put(name, conversion.schema()));
    }

    /** Returns the name of the version in which objects are stored. */
    public String stored() {
        return stored;
    }

    @Override
    public List<String> names() {
        return List.copyOf(schemas.keySet());
    }

    @Override
    public Optional<Schema> schema(String version) {
        return Optional.ofNullable(schemas.get(version));
    }

    @Override
    public JsonObject convert(JsonObject spec, String from, String to, @Nullable JsonObject before) {
        if (from.equals(to)) {
            return spec;
        }
        VersionConversion source = conversions.get(from);
        VersionConversion target = conversions.get(to);
        JsonObject storedBefore = before == null || target == null ? before : target.toStored(before, null);
        JsonObject hub = source == null ? spec : source.toStored(spec, storedBefore);
        return target == null ? hub : target.fromStored(hub);
    }

    /**
     * Converts paths in the stored version, such as {@code spec.users[*].password}, to the paths of the same values in
     * another version. If several fields replace a stored field, returns the paths of all of them.
     */
    public List<String> paths(List<String> inStored, String version) {
        VersionConversion conversion = conversions.get(version);
        return conversion == null
                ? inStored
                : inStored.stream()
                        .flatMap(path -> conversion.pathsInVersion(path).stream())
                        .distinct()
                        .toList();
    }

    /**
     * Returns whether another definition converts this version with equal rules. The other definition must have this
     * version.
     */
    public boolean convertsAs(KindVersions other, String version) {
        return rules(version).equals(other.rules(version));
    }

    private List<ConversionRule> rules(String version) {
        VersionConversion conversion = conversions.get(version);
        return conversion == null ? List.of() : conversion.rules();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KindVersions that
                && stored.equals(that.stored)
                && schemas.equals(that.schemas)
                && conversions.equals(that.conversions);
    }

    @Override
    public int hashCode() {
        return schemas.hashCode();
    }
}
