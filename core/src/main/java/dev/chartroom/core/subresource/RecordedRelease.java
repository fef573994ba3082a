package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonSize;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.domain.release.RecordedRevisions;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.Optional;

/**
 * The release of an object and its newest revision in Helm.
 *
 * @param release the HelmRelease
 * @param id the namespace and the name of the release in Helm
 */
record RecordedRelease(JsonObject release, NamespacedName id, HelmRecord record) {

    /**
     * Reads both.
     *
     * @throws ApiException NotFound if the object or its release does not exist; Conflict if Helm has no revision of the
     *     release, or if the HelmRelease gives its release in Helm another name; an error of {@link HelmRecords#find}
     */
    static RecordedRelease read(
            ReleaseDirectory releases, HelmRecords records, ApplicationKind kind, NamespacedName name) {
        JsonObject release = helmRelease(releases, kind, name);
        RecordedRevisions revisions = RecordedRevisions.of(release)
                .orElseThrow(() -> conflict(kind, name, "Helm has no revision of its release"));
        HelmRecord record = record(
                        records, revisions.release(), revisions.revisions().getFirst())
                .orElseThrow(() -> conflict(kind, name, "Helm has no record of the newest revision of its release"));
        return new RecordedRelease(release, revisions.release(), record);
    }

    /**
     * Reads a revision; empty if Helm has no record of it. The record counts as input of the request, because a Secret can
     * decompress to many times its size.
     */
    static Optional<HelmRecord> record(HelmRecords records, NamespacedName release, long revision) {
        return records.find(release, revision).map(decoder -> {
            // The size is known only after the decoding, so no more than one record for each turn is not counted.
            ServerCapacity.current().ifPresent(share -> share.acquireTurn(Long.MAX_VALUE));
            HelmRecord record = decoder.get();
            ServerCapacity.current().ifPresent(share -> share.keep(size(record)));
            return record;
        });
    }

    private static int size(HelmRecord record) {
        long bytes = (long) record.manifest().length()
                + record.notes().length()
                + JsonSize.of(record.defaults(), Integer.MAX_VALUE)
                + JsonSize.of(record.values(), Integer.MAX_VALUE);
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** Starts the content of a subresource of an object. */
    static JsonObject.Builder content(Subresource subresource, ApplicationKind kind, NamespacedName name) {
        return JsonObject.builder()
                .put("kind", subresource.responseKind(kind.gvk()).kind())
                .put("apiVersion", subresource.responseKind(kind.gvk()).apiVersion())
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", name.name())
                                .put("namespace", name.namespace())
                                .build());
    }

    /**
     * Returns the HelmRelease of an object.
     *
     * @throws ApiException NotFound if there is none
     */
    static JsonObject helmRelease(ReleaseDirectory releases, ApplicationKind kind, NamespacedName name) {
        return releases.find(kind, name)
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), name.name())));
    }

    /** Returns whether the values of a HelmRelease also come from Secrets or ConfigMaps. */
    static boolean hasOtherValues(JsonObject helmRelease) {
        return !helmRelease
                .objectOrEmpty("spec")
                .arrayOrEmpty("valuesFrom")
                .values()
                .isEmpty();
    }

    static ApiException conflict(ApplicationKind kind, NamespacedName name, String message) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), message));
    }
}
