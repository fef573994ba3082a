package dev.chartroom.apimachinery.audit;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.json.JsonObject;

/** The object of a request, as far as the request identifies it. */
public record ObjectReference(
        String resource,
        String namespace,
        String name,
        String uid,
        String apiGroup,
        String apiVersion,
        String resourceVersion,
        String subresource) {

    public static ObjectReference of(RequestAttributes.Resource request) {
        return new ObjectReference(
                request.resource(),
                request.namespace(),
                request.name(),
                "",
                request.group(),
                request.version(),
                "",
                request.subresource());
    }

    /** Returns this reference. Its empty fields get their values from the metadata of the object in the body. */
    public ObjectReference completedBy(JsonObject metadata) {
        return new ObjectReference(
                resource,
                either(namespace, metadata, "namespace"),
                either(name, metadata, "name"),
                either(uid, metadata, "uid"),
                apiGroup,
                apiVersion,
                either(resourceVersion, metadata, "resourceVersion"),
                subresource);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .putIfPresent("resource", resource)
                .putIfPresent("namespace", namespace)
                .putIfPresent("name", name)
                .putIfPresent("uid", uid)
                .putIfPresent("apiGroup", apiGroup)
                .putIfPresent("apiVersion", apiVersion)
                .putIfPresent("resourceVersion", resourceVersion)
                .putIfPresent("subresource", subresource)
                .build();
    }

    private static String either(String known, JsonObject metadata, String field) {
        return known.isEmpty() ? metadata.stringOrEmpty(field) : known;
    }
}
