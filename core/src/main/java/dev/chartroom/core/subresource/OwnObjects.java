package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.HelmOwner;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Reads objects of a release in the namespace of its object. An object must stand in the manifest that Helm has recorded,
 * and Helm must have recorded in the object that it belongs to the release: the manifest of a failed installation can name
 * the object of another release.
 */
public record OwnObjects(
        ReleaseDirectory releases,
        HelmRecords records,
        ClusterResources resources,
        ClusterObjects objects,
        JsonCodec codec) {
    /** The most objects that one request reads. */
    private static final int MOST = 50;

    /**
     * An object of the release.
     *
     * @param manifest the object as Helm sent it
     * @param live the object as it is now, with {@code apiVersion} and {@code kind}
     */
    record Own(JsonObject manifest, JsonObject live) {}

    /**
     * Returns objects of the release.
     *
     * @param selected decides by kind and name which objects are read
     * @throws ApiException NotFound or Conflict as of {@link RecordedRelease#read}; InternalError if the server has no
     *     permission to get a selected object
     */
    List<Own> of(ApplicationKind kind, NamespacedName name, BiPredicate<String, String> selected) {
        RecordedRelease release = RecordedRelease.read(releases, records, kind, name);
        List<Own> found = new ArrayList<>();
        Map<GroupVersion, Map<String, ClusterResources.Resource>> served = new HashMap<>();
        int reads = 0;
        for (JsonObject manifest : ManifestObjects.of(release.record().manifest(), codec)) {
            JsonObject metadata = manifest.objectOrEmpty("metadata");
            String namespace = metadata.stringOrEmpty("namespace");
            if ((namespace.isEmpty() || namespace.equals(name.namespace()))
                    && selected.test(manifest.stringOrEmpty("kind"), metadata.stringOrEmpty("name"))
                    && reads++ < MOST) {
                GroupVersion version = GroupVersion.parse(manifest.stringOrEmpty("apiVersion"));
                read(manifest, version, served.computeIfAbsent(version, resources::of), name.namespace())
                        .filter(object -> HelmOwner.isOf(release.id(), object))
                        .ifPresent(live -> found.add(new Own(manifest, live)));
            }
        }
        return found;
    }

    private Optional<JsonObject> read(
            JsonObject manifest,
            GroupVersion version,
            Map<String, ClusterResources.Resource> served,
            String namespace) {
        String kind = manifest.stringOrEmpty("kind");
        ClusterResources.Resource resource = served.get(kind);
        if (resource == null || !resource.isNamespaced()) {
            return Optional.empty();
        }
        String name = manifest.objectOrEmpty("metadata").stringOrEmpty("name");
        return switch (objects.get(version, resource.plural(), namespace, name)) {
            case ClusterObjects.Result.Found(JsonObject object) ->
                Optional.of(object.with("apiVersion", new JsonString(version.toString()))
                        .with("kind", new JsonString(kind)));
            case ClusterObjects.Result.Missing() -> Optional.empty();
            case ClusterObjects.Result.Unreadable() ->
                throw new ApiException(ApiError.internal("the server has no permission to get " + resource.plural()));
        };
    }
}
