package dev.chartroom.adapters.http.rendering;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import java.time.Clock;

/** Creates the renderer for a representation. */
public record Renderers(JsonCodec codec, Clock clock) {

    public Renderer of(ApplicationKind kind, Representation representation, IncludeObject includeObject) {
        return switch (representation) {
            case Representation.Whole _ -> new WholeRenderer(kind, codec);
            case Representation.AsTable(String version) ->
                new TableRenderer(kind, "meta.k8s.io/" + version, includeObject, codec, clock);
            case Representation.PartialMetadata(String version, boolean list) ->
                new PartialMetadataRenderer("meta.k8s.io/" + version, list, codec);
        };
    }
}
