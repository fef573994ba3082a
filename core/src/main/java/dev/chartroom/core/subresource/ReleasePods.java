package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the pods of a release: those in its manifest, and those that its workloads own. Labels have no effect, because
 * other users can set them.
 */
public record ReleasePods(OwnObjects own) {

    /**
     * Returns the pods of the release of an object, as they are now.
     *
     * @throws ApiException NotFound or Conflict as of {@link RecordedRelease#read}; InternalError if the server lacks a
     *     right
     */
    public List<JsonObject> of(ApplicationKind kind, NamespacedName name) {
        OwnedObjects owned = new OwnedObjects(own.objects(), name.namespace());
        List<JsonObject> pods =
                own.of(kind, name, (of, _) -> of.equals("Pod") || OwnedObjects.OWNERS.contains(of)).stream()
                        .map(OwnObjects.Own::live)
                        .flatMap(object -> Stream.concat(
                                Stream.of(object), owned.of(object).stream().map(OwnedObjects.Owned::object)))
                        .filter(object -> object.stringOrEmpty("kind").equals("Pod"))
                        .toList();
        owned.unreadable().stream().findFirst().ifPresent(unread -> {
            throw new ApiException(ApiError.internal(
                    "the server has no permission to list objects of the kind " + unread.stringOrEmpty("kind")));
        });
        return pods;
    }
}
