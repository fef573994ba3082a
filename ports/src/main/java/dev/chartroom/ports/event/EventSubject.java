package dev.chartroom.ports.event;

import dev.chartroom.apimachinery.meta.NamespacedName;

/**
 * The object that an Event is about.
 *
 * @param apiVersion such as {@code apps/v1}
 * @param namespace the namespace of the object and of its Events
 * @param uid empty if the Event names no uid
 */
public record EventSubject(String apiVersion, String kind, String namespace, String name, String uid) {

    /** Returns the API group; empty for the core group. */
    public String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    public NamespacedName namespacedName() {
        return new NamespacedName(namespace, name);
    }
}
