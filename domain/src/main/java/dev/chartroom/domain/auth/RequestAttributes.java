package dev.chartroom.domain.auth;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.meta.LabelSelector;

/** What a request asks for, as an authorizer sees it (wire contract C10, C11). */
public sealed interface RequestAttributes {

    UserInfo user();

    /** The same request by another user. */
    RequestAttributes askedBy(UserInfo other);

    /** The Kubernetes verb; for a non-resource path the HTTP method in lower case. */
    String verb();

    /** The message of a 403, without the authorizer's reason (wire contract C14). */
    String forbiddenMessage();

    /** The details of a 403. */
    JsonObject details();

    /**
     * A request for objects of a resource.
     *
     * @param namespace empty for all namespaces
     * @param subresource empty for the object itself
     * @param name empty where no single object is meant
     * @param fieldSelector what a request for several objects narrows them to (KEP-4601)
     * @param labelSelector the same by labels
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

        /** Without selectors. */
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
        public Resource askedBy(UserInfo other) {
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

    /** A request for a path that names no resource, such as discovery. */
    record NonResource(UserInfo user, String verb, String path) implements RequestAttributes {

        @Override
        public NonResource askedBy(UserInfo other) {
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
