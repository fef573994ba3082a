package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/** What a write changed, as it looks in each version that somebody wrote before. */
final class VersionedChanges {
    private final VersionedTypes types;
    private final String apiVersion;
    private final JsonObject live;
    private final JsonObject next;
    private final FieldSet reset;
    private final Comparison own;
    private final Map<String, Comparison> known = new HashMap<>();

    /**
     * @param apiVersion of the two objects
     * @param reset what the write cannot change
     * @throws TypedException where the objects cannot be compared
     */
    VersionedChanges(VersionedTypes types, String apiVersion, JsonObject live, JsonObject next, FieldSet reset) {
        this.types = types;
        this.apiVersion = apiVersion;
        this.live = live;
        this.next = next;
        this.reset = reset;
        this.own = in(apiVersion);
    }

    /** In the version of the write. */
    Comparison own() {
        return own;
    }

    /** @throws TypedException where one of the objects cannot be converted */
    Comparison in(String version) {
        return known.computeIfAbsent(
                version,
                other -> TypedComparison.compare(
                                types.type(other),
                                types.convert(live, apiVersion, other, null),
                                types.convert(next, apiVersion, other, null))
                        .without(reset));
    }
}
