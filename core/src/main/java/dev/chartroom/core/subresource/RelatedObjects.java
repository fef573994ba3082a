package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.subresource.RelatedKind;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Objects of the kinds that a definition relates to an application. The server reads them with its own rights, so they are
 * shown only to a user who may list them.
 *
 * @param objects the objects of the release, at most {@value #MOST} of each kind
 * @param templates objects that the user may create
 * @param unreadable the kinds that the server may not list, as objects without a name
 */
record RelatedObjects(List<JsonObject> objects, List<JsonObject> templates, List<JsonObject> unreadable) {
    /** The most objects of a kind that are searched. */
    private static final int SEARCHED = 500;

    private static final int MOST = 50;

    /**
     * Reads the objects.
     *
     * @param release the name of the release
     */
    static RelatedObjects of(
            List<RelatedKind> kinds,
            ReadableObjects readable,
            ClusterObjects cluster,
            String release,
            String namespace) {
        List<JsonObject> objects = new ArrayList<>();
        List<JsonObject> templates = new ArrayList<>();
        List<JsonObject> unreadable = new ArrayList<>();
        for (RelatedKind kind : kinds) {
            Optional<ClusterResources.Resource> resource =
                    readable.resource(kind.version().toString(), kind.kind());
            if (resource.isEmpty() || !resource.get().isNamespaced() || isSecret(kind)) {
                continue;
            }
            String plural = resource.get().plural();
            if (readable.may("list", kind.version(), plural, namespace)) {
                cluster.list(kind.version(), plural, namespace, SEARCHED)
                        .ifPresentOrElse(
                                all -> all.stream()
                                        .filter(object -> kind.includes(object, release))
                                        .limit(MOST)
                                        .map(object -> typed(object, kind))
                                        .forEach(objects::add),
                                () -> unreadable.add(typed(JsonObject.EMPTY, kind)));
            }
            if (readable.may("create", kind.version(), plural, namespace)) {
                kind.template(release, namespace).ifPresent(templates::add);
            }
        }
        return new RelatedObjects(List.copyOf(objects), List.copyOf(templates), List.copyOf(unreadable));
    }

    /** Returns an item of a list with what the list says of all its items. */
    private static JsonObject typed(JsonObject object, RelatedKind kind) {
        return object.with("apiVersion", new JsonString(kind.version().toString()))
                .with("kind", new JsonString(kind.kind()));
    }

    /** Returns whether a kind is Secret. The server reads no Secret except those of the release. */
    private static boolean isSecret(RelatedKind kind) {
        return kind.kind().equals("Secret") && kind.version().group().isEmpty();
    }
}
