package dev.chartroom.conformance.cases;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * The kind of a case's objects, as both sides serve it.
 *
 * @param version the version of the requests
 * @param older another served version, if cases use one
 * @param samples the fields of valid objects, besides the metadata: {@code {sample-0}} is the first one, and neighbours
 *     differ if the schema allows that
 */
public record CaseKind(
        String kind, String listKind, String plural, String version, Optional<String> older, List<JsonObject> samples) {
    /** The number of samples that cases use. */
    public static final int SAMPLES = 10;

    public CaseKind {
        samples = List.copyOf(samples);
        if (samples.size() != SAMPLES) {
            throw new IllegalArgumentException("a kind has " + SAMPLES + " samples, not " + samples.size());
        }
    }
}
