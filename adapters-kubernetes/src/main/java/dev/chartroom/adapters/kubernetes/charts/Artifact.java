package dev.chartroom.adapters.kubernetes.charts;

import dev.chartroom.domain.json.JsonObject;
import java.util.Optional;

/** The {@code status.artifact} of a source: where the archive of a chart is, and the digest that it has. */
record Artifact(String url, String digest) {

    /** Empty where the source has none yet. */
    static Optional<Artifact> of(JsonObject source) {
        JsonObject artifact = source.objectOrEmpty("status").objectOrEmpty("artifact");
        Artifact found = new Artifact(artifact.stringOrEmpty("url"), artifact.stringOrEmpty("digest"));
        return found.url.isEmpty() ? Optional.empty() : Optional.of(found);
    }
}
