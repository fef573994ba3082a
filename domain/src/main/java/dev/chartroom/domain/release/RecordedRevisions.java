package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where Helm has recorded the revisions of a HelmRelease.
 *
 * @param release the namespace and the name of the release in Helm
 * @param revisions the numbers of the revisions that Flux knows, newest first; at least one
 */
public record RecordedRevisions(NamespacedName release, List<Long> revisions) {
    public RecordedRevisions {
        revisions = List.copyOf(revisions);
    }

    /**
     * Returns the revisions that Flux has recorded in the status of a HelmRelease. Empty if there are none, or if the
     * HelmRelease gives its release in Helm another name or namespace than its own. Otherwise a HelmRelease could name
     * the release of another user, and its object would show that one.
     */
    public static Optional<RecordedRevisions> of(JsonObject helmRelease) {
        JsonObject metadata = helmRelease.objectOrEmpty("metadata");
        JsonObject spec = helmRelease.objectOrEmpty("spec");
        String namespace = metadata.stringOrEmpty("namespace");
        boolean isNamedAlike = isAbsentOr(spec, "releaseName", metadata.stringOrEmpty("name"))
                && isAbsentOr(spec, "targetNamespace", "")
                && isAbsentOr(spec, "storageNamespace", namespace);
        if (!isNamedAlike) {
            return Optional.empty();
        }
        NamespacedName release =
                new NamespacedName(namespace, HelmReleaseName.shortened(metadata.stringOrEmpty("name")));
        List<Long> revisions = helmRelease.objectOrEmpty("status").arrayOrEmpty("history").objects().stream()
                .filter(snapshot -> snapshot.stringOrEmpty("name").equals(release.name())
                        && snapshot.stringOrEmpty("namespace").equals(release.namespace()))
                .map(snapshot -> snapshot.get("version") instanceof JsonNumber number
                        ? number.asLong().orElse(0)
                        : 0L)
                .filter(revision -> revision > 0)
                .sorted(Comparator.reverseOrder())
                .toList();
        return revisions.isEmpty() ? Optional.empty() : Optional.of(new RecordedRevisions(release, revisions));
    }

    private static boolean isAbsentOr(JsonObject spec, String name, String value) {
        return spec.string(name).filter(found -> !found.isEmpty()).orElse(value).equals(value);
    }
}
