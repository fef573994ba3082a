package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reads the progress of Flux from a release. */
final class ReleaseReadiness {
    private ReleaseReadiness() {}

    /** Returns whether the release is Ready and Flux observed its current generation. */
    static boolean isReady(JsonObject release) {
        JsonObject status = release.objectOrEmpty("status");
        return number(status.get("observedGeneration")) >= generation(release)
                && status.arrayOrEmpty("conditions").objects().stream()
                        .anyMatch(condition -> condition.stringOrEmpty("type").equals("Ready")
                                && condition.stringOrEmpty("status").equals("True"));
    }

    /** Returns whether the release is suspended. Flux does not reconcile a suspended release. */
    static boolean isSuspended(JsonObject release) {
        return release.objectOrEmpty("spec").isTrue("suspend");
    }

    static long generation(JsonObject release) {
        return number(release.objectOrEmpty("metadata").get("generation"));
    }

    private static long number(@Nullable JsonValue value) {
        return value instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
    }
}
