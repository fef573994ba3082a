package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import java.util.Optional;
import java.util.Set;

/**
 * The object of Flux's that fetches a chart, wherever it is.
 *
 * @param apiVersion of {@code source.toolkit.fluxcd.io}
 * @param kind OCIRepository, HelmChart or ExternalArtifact; that of a release's {@code chart} is HelmRepository,
 *     GitRepository or Bucket
 */
public record SourceRef(String apiVersion, String kind, String namespace, String name) {
    private static final String API_VERSION = "source.toolkit.fluxcd.io/v1";
    private static final Set<String> FIELDS = Set.of("apiVersion", "kind", "namespace", "name");

    /**
     * The object that fetches the chart of a definition's releases: that of the {@code chartRef}, or the
     * {@code sourceRef} of the {@code chart}.
     *
     * @param definition of either format
     * @return empty where it is malformed or names no namespace, as Flux then looks in that of each release
     */
    public static Optional<SourceRef> ofReleases(JsonObject definition) {
        JsonObject release = definition.objectOrEmpty("spec").objectOrEmpty("release");
        return release.has("chartRef")
                ? of(release.objectOrEmpty("chartRef"))
                : of(
                        release.objectOrEmpty("chart").objectOrEmpty("spec").objectOrEmpty("sourceRef"),
                        TextRule.SOURCE_KIND);
    }

    /** Reads it as a release's {@code chartRef} is written; empty where it is malformed or names no namespace. */
    static Optional<SourceRef> of(JsonObject json) {
        return of(json, TextRule.CHART_KIND);
    }

    private static Optional<SourceRef> of(JsonObject json, TextRule kinds) {
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
                        && kinds.accepts(ref.kind)
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
