package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import java.util.Optional;
import java.util.Set;

/**
 * The object of Flux's that fetches a chart, wherever it is.
 *
 * @param apiVersion of {@code source.toolkit.fluxcd.io}
 * @param kind OCIRepository, HelmChart or ExternalArtifact
 */
public record SourceRef(String apiVersion, String kind, String namespace, String name) {
    private static final String API_VERSION = "source.toolkit.fluxcd.io/v1";
    private static final Set<String> FIELDS = Set.of("apiVersion", "kind", "namespace", "name");

    /** Reads it as a release's {@code chartRef} is written; empty where it is malformed or names no namespace. */
    static Optional<SourceRef> of(JsonObject json) {
        boolean known = FIELDS.containsAll(json.names())
                && json.members().values().stream().allMatch(JsonString.class::isInstance);
        String apiVersion = json.stringOrEmpty("apiVersion");
        SourceRef ref = new SourceRef(
                apiVersion.isEmpty() ? API_VERSION : apiVersion,
                json.stringOrEmpty("kind"),
                json.stringOrEmpty("namespace"),
                json.stringOrEmpty("name"));
        return known
                        && TextRule.SOURCE_VERSION.accepts(ref.apiVersion)
                        && TextRule.CHART_KIND.accepts(ref.kind)
                        && TextRule.NAMESPACE.accepts(ref.namespace)
                        && TextRule.OBJECT_NAME.accepts(ref.name)
                ? Optional.of(ref)
                : Optional.empty();
    }

    /** As messages name it. */
    @Override
    public String toString() {
        return kind + " " + namespace + "/" + name;
    }
}
