package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Optional;

/**
 * A plain HelmRelease with the chart of a kind.
 *
 * @param release the namespace and the name of the release
 * @param name the name of the Application; empty if the release does not have the prefix of the kind
 * @param refusal the reason why the release cannot be adopted; empty if it can be adopted
 */
public record AdoptionCandidate(
        NamespacedName release, ApplicationKind kind, Optional<String> name, Optional<String> refusal) {

    /**
     * Returns the kinds of which a release could be an Application. If the release can be adopted as some of these
     * kinds, the others are left out.
     *
     * @param served all kinds whose objects are HelmReleases
     * @return empty if the release is an Application already, or no kind has its chart
     */
    public static List<AdoptionCandidate> of(List<ApplicationKind> served, JsonObject release) {
        if (served.stream().anyMatch(kind -> ReleaseConverter.isOf(kind, release))) {
            return List.of();
        }
        List<AdoptionCandidate> all = served.stream()
                .filter(kind -> SameChart.has(kind, release))
                .map(kind -> of(kind, release))
                .toList();
        List<AdoptionCandidate> possible =
                all.stream().filter(candidate -> candidate.refusal().isEmpty()).toList();
        return possible.isEmpty() ? all : possible;
    }

    private static AdoptionCandidate of(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return new AdoptionCandidate(
                new NamespacedName(metadata.stringOrEmpty("namespace"), metadata.stringOrEmpty("name")),
                kind,
                ReleaseConverter.isNamedAsOf(kind, release)
                        ? Optional.of(AdoptionRules.nameOf(kind, release))
                        : Optional.empty(),
                AdoptionRules.refusal(kind, release));
    }
}
