package dev.chartroom.adapters.kubernetes.charts;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Optional;

/** The {@code status.artifact} of a source: the URL of a chart's archive and its digest. */
record Artifact(String url, String digest) {

    /** Reads the artifact of a source; empty if it has none yet. */
    static Optional<Artifact> of(JsonObject source) {
        JsonObject artifact = source.objectOrEmpty("status").objectOrEmpty("artifact");
        Artifact found = new Artifact(artifact.stringOrEmpty("url"), artifact.stringOrEmpty("digest"));
        return found.url.isEmpty() ? Optional.empty() : Optional.of(found);
    }
}
