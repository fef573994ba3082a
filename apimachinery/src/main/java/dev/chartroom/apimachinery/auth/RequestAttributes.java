package dev.chartroom.apimachinery.auth;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.LabelSelector;

/** The attributes of a request for an authorizer (wire contract C10, C11). */
public sealed interface RequestAttributes {

    UserInfo user();

    /** Returns the attributes of the same request with another user. */
    RequestAttributes withUser(UserInfo other);

    /** Returns the Kubernetes verb; for a non-resource path, the HTTP method in lower case. */
    String verb();

    /** Returns the message of a 403, without the authorizer's reason (wire contract C14). */
    String forbiddenMessage();

    /** Returns the details of a 403. */
    JsonObject details();

    /**
     * A request for objects of a resource.
     *
     * @param namespace the namespace; empty for all namespaces
     * @param subresource the subresource; empty for the object itself
     * @param name the name of the object; empty if the request is not for a single object
     * @param fieldSelector the fields that restrict a request for several objects (KEP-4601)
     * @param labelSelector the labels that restrict a request for several objects
     */
    record Resource(
            UserInfo user,
            String verb,
            String group,
            String version,
            String resource,
            String subresource,
            String namespace,
            String name,
            FieldSelector fieldSelector,
            LabelSelector labelSelector)
            implements RequestAttributes {

        /** Creates a request without selectors. */
        public Resource(
                UserInfo user,
                String verb,
                String group,
                String version,
                String resource,
                String subresource,
                String namespace,
                String name) {
            this(
                    user,
                    verb,
                    group,
                    version,
                    resource,
                    subresource,
                    namespace,
                    name,
                    FieldSelector.EVERYTHING,
                    LabelSelector.EVERYTHING);
        }

        @Override
        public Resource withUser(UserInfo other) {
            return new Resource(
                    other, verb, group, version, resource, subresource, namespace, name, fieldSelector, labelSelector);
        }

        @Override
        public String forbiddenMessage() {
            String what = subresource.isEmpty() ? resource : resource + "/" + subresource;
            return new GroupResource(group, resource)
                    + (name.isEmpty() ? "" : " \"" + name + "\"")
                    + " is forbidden: User \"" + user.name() + "\" cannot " + verb + " resource \"" + what
                    + "\" in API group \"" + group + "\" "
                    + (namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"");
        }

        @Override
        public JsonObject details() {
            return JsonObject.builder()
                    .putIfPresent("name", name)
                    .putIfPresent("group", group)
                    .putIfPresent("kind", resource)
                    .build();
        }
    }

    /** A request for a path without a resource, such as discovery. */
    record NonResource(UserInfo user, String verb, String path) implements RequestAttributes {

        @Override
        public NonResource withUser(UserInfo other) {
            return new NonResource(other, verb, path);
        }

        @Override
        public String forbiddenMessage() {
            return "forbidden: User \"" + user.name() + "\" cannot " + verb + " path \"" + path + "\"";
        }

        @Override
        public JsonObject details() {
            return JsonObject.EMPTY;
        }
    }
}
