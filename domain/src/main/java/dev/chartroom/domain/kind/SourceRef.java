package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.util.Optional;
import java.util.Set;

/**
 * A reference to a Flux object that fetches a chart.
 *
 * @param apiVersion a version of {@code source.toolkit.fluxcd.io}
 * @param kind OCIRepository, HelmChart or ExternalArtifact. If the release has a {@code chart}, the kind is
 *     HelmRepository, GitRepository or Bucket
 */
public record SourceRef(String apiVersion, String kind, String namespace, String name) {
    private static final String API_VERSION = "source.toolkit.fluxcd.io/v1";
    private static final Set<String> FIELDS = Set.of("apiVersion", "kind", "namespace", "name");

    /**
     * Returns the object that fetches the chart of a definition's releases: the {@code chartRef}, or the
     * {@code sourceRef} of the {@code chart}.
     *
     * @param definition a definition in either format
     * @return the reference; empty if it is malformed or does not name a namespace. Without a namespace, Flux uses the
     *     namespace of each release
     */
    public static Optional<SourceRef> ofReleases(JsonObject definition) {
        JsonObject release = definition.objectOrEmpty("spec").objectOrEmpty("release");
        return release.has("chartRef")
                ? of(release.objectOrEmpty("chartRef"))
                : of(
                        release.objectOrEmpty("chart").objectOrEmpty("spec").objectOrEmpty("sourceRef"),
                        TextRule.SOURCE_KIND);
    }

    /**
     * Reads a reference in the form of a release's {@code chartRef}; empty if it is malformed or names no namespace.
     */
    public static Optional<SourceRef> of(JsonObject json) {
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

    /** Returns the text of the reference for messages. */
    @Override
    public String toString() {
        return kind + " " + namespace + "/" + name;
    }
}
