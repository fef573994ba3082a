package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.typed.Comparison;
import dev.chartroom.apimachinery.managedfields.typed.TypedComparison;
import dev.chartroom.apimachinery.managedfields.typed.TypedException;
import java.util.HashMap;
import java.util.Map;

/** The changes of a write, expressed in each version in which a manager wrote earlier. */
final class VersionedChanges {
    private final VersionedTypes types;
    private final String apiVersion;
    private final JsonObject live;
    private final JsonObject next;
    private final FieldSet reset;
    private final Map<String, Comparison> known = new HashMap<>();
    private final Map<String, FieldSet> written = new HashMap<>();
    private final Map<String, FieldSet> changed = new HashMap<>();

    /**
     * @param apiVersion the version of the two objects
     * @param reset the fields that the write cannot change
     * @throws TypedException if the objects cannot be compared
     */
    VersionedChanges(VersionedTypes types, String apiVersion, JsonObject live, JsonObject next, FieldSet reset) {
        this.types = types;
        this.apiVersion = apiVersion;
        this.live = live;
        this.next = next;
        this.reset = reset;
        in(apiVersion);
    }

    /**
     * Returns the fields that the writer takes ownership of, expressed in a version.
     *
     * @throws TypedException if one of the objects cannot be converted
     */
    FieldSet written(String version) {
        return written.computeIfAbsent(version, other -> in(other).written());
    }

    /** Returns the written and the removed fields, expressed in a version. */
    FieldSet changed(String version) {
        return changed.computeIfAbsent(
                version, other -> written(other).union(in(other).removed()));
    }

    private Comparison in(String version) {
        return known.computeIfAbsent(
                version,
                other -> TypedComparison.compare(
                                types.type(other),
                                types.convert(live, apiVersion, other, null),
                                types.convert(next, apiVersion, other, null))
                        .without(reset));
    }
}
