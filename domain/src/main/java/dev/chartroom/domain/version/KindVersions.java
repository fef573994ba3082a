package dev.chartroom.domain.version;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The versions in which a kind is declared, served or not. One of them is stored; every other one is converted to that
 * one and from it. Immutable; two are equal where they say the same.
 */
public final class KindVersions {
    private final String stored;
    private final Map<String, Schema> schemas = new LinkedHashMap<>();
    private final Map<String, VersionConversion> conversions;

    /** A kind with one version. */
    public static KindVersions only(String version, Schema schema) {
        return new KindVersions(version, schema, Map.of());
    }

    /**
     * @param stored the name of the stored version
     * @param schema its schema
     * @param conversions of all other versions, by their names
     */
    public KindVersions(String stored, Schema schema, Map<String, VersionConversion> conversions) {
        this.stored = stored;
        this.conversions = Map.copyOf(conversions);
        this.schemas.put(stored, schema);
        conversions.forEach((name, conversion) -> schemas.put(name, conversion.schema()));
    }

    /** The name of the version in which objects are stored. */
    public String stored() {
        return stored;
    }

    /** The names of all versions. */
    public List<String> names() {
        return List.copyOf(schemas.keySet());
    }

    /** The schema of a version's spec; empty where there is no such version. */
    public Optional<Schema> schema(String version) {
        return Optional.ofNullable(schemas.get(version));
    }

    /**
     * A spec in another version.
     *
     * @param spec of the version {@code from}
     * @param before a spec of the version {@code to} that the result takes the place of: what {@code from} cannot say stays
     *     as it is there; null where there is none
     * @throws ConversionException where a rule has no answer
     */
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
     * Where the values are in a version that are at some paths of the stored one, such as {@code spec.users[*].password}: of
     * a field that is made of several, all of them.
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

    /** Whether a version is converted by the same rules as in another definition that has it, too. */
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
