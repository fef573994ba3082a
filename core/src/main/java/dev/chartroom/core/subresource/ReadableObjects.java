package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.release.ClusterResources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which objects of the cluster a user may get. First asks about all objects of a resource in a namespace, and
 * about single objects only if the answer is no. Used by one request.
 */
final class ReadableObjects {
    /** The most questions about single objects. Further objects count as objects that the user may not get. */
    private static final int MOST_QUESTIONS = 100;

    private final UserInfo user;
    private final Authorizer authorizer;
    private final ClusterResources resources;
    private final Map<GroupVersion, Map<String, ClusterResources.Resource>> served = new HashMap<>();
    private final Map<String, Boolean> collections = new HashMap<>();
    private int questions;

    /**
     * An object.
     *
     * @param namespace empty if the object is in no namespace
     */
    record Reference(String apiVersion, String kind, String namespace, String name) {}

    ReadableObjects(UserInfo user, Authorizer authorizer, ClusterResources resources) {
        this.user = user;
        this.authorizer = authorizer;
        this.resources = resources;
    }

    /**
     * Returns what a manifest names.
     *
     * @param release the namespace of the release, which is the default
     */
    Reference reference(JsonObject manifest, String release) {
        JsonObject metadata = manifest.objectOrEmpty("metadata");
        String apiVersion = manifest.stringOrEmpty("apiVersion");
        String kind = manifest.stringOrEmpty("kind");
        boolean isNamespaced = resource(apiVersion, kind)
                .map(ClusterResources.Resource::isNamespaced)
                .orElse(true);
        String namespace = metadata.stringOrEmpty("namespace");
        return new Reference(
                apiVersion,
                kind,
                isNamespaced ? namespace.isEmpty() ? release : namespace : "",
                metadata.stringOrEmpty("name"));
    }

    /** Returns whether the user may get an object; false if the cluster does not serve its kind. */
    boolean mayGet(Reference object) {
        Optional<ClusterResources.Resource> resource = resource(object);
        if (resource.isEmpty() || object.name().isEmpty()) {
            return false;
        }
        GroupVersion version = GroupVersion.parse(object.apiVersion());
        String plural = resource.get().plural();
        String collection = version.group() + "/" + plural + "/" + object.namespace();
        if (collections.computeIfAbsent(collection, _ -> isAllowed("get", version, plural, object.namespace(), ""))) {
            return true;
        }
        return questions++ < MOST_QUESTIONS && isAllowed("get", version, plural, object.namespace(), object.name());
    }

    /** Returns whether the user may do something with all objects of a resource in a namespace. */
    boolean may(String verb, GroupVersion version, String plural, String namespace) {
        return isAllowed(verb, version, plural, namespace, "");
    }

    /** Returns the resource of an object; empty if the cluster does not serve it. */
    Optional<ClusterResources.Resource> resource(Reference object) {
        return resource(object.apiVersion(), object.kind());
    }

    private boolean isAllowed(String verb, GroupVersion version, String plural, String namespace, String name) {
        RequestAttributes attributes = new RequestAttributes.Resource(
                user, verb, version.group(), version.version(), plural, "", namespace, name);
        return authorizer.authorize(attributes) instanceof Decision.Allowed;
    }

    /** Returns the resource of a kind; empty if the cluster does not serve it. */
    Optional<ClusterResources.Resource> resource(String apiVersion, String kind) {
        GroupVersion version = GroupVersion.parse(apiVersion);
        return Optional.ofNullable(
                served.computeIfAbsent(version, resources::of).get(kind));
    }
}
