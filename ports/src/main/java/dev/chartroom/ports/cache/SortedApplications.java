package dev.chartroom.ports.cache;

import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind, ordered as lists are and found by namespace and name. Immutable: a change copies the list of
 * namespaces and one namespace, and shares the rest.
 */
final class SortedApplications {
    static final SortedApplications NONE = new SortedApplications(SortedEntries.none());

    private final SortedEntries<SortedEntries<StoredApplication>> namespaces;

    private SortedApplications(SortedEntries<SortedEntries<StoredApplication>> namespaces) {
        this.namespaces = namespaces;
    }

    static SortedApplications of(List<StoredApplication> objects) {
        TreeMap<String, TreeMap<String, StoredApplication>> sorted = new TreeMap<>();
        objects.forEach(stored -> sorted.computeIfAbsent(key(stored.metadata().namespace()), _ -> new TreeMap<>())
                .put(stored.metadata().name(), stored));
        TreeMap<String, SortedEntries<StoredApplication>> namespaces = new TreeMap<>();
        sorted.forEach((key, inside) -> namespaces.put(key, SortedEntries.of(inside)));
        return new SortedApplications(SortedEntries.of(namespaces));
    }

    @Nullable
    StoredApplication get(NamespacedName name) {
        SortedEntries<StoredApplication> namespace = namespaces.get(key(name.namespace()));
        return namespace == null ? null : namespace.get(name.name());
    }

    /** @param namespace empty for all */
    Stream<StoredApplication> in(String namespace) {
        if (namespace.isEmpty()) {
            return namespaces.values().flatMap(SortedEntries::values);
        }
        SortedEntries<StoredApplication> inside = namespaces.get(key(namespace));
        return inside == null ? Stream.empty() : inside.values();
    }

    SortedApplications with(StoredApplication stored) {
        NamespacedName name = stored.metadata().namespacedName();
        SortedEntries<StoredApplication> inside = namespaces.get(key(name.namespace()));
        return new SortedApplications(namespaces.with(
                key(name.namespace()),
                (inside == null ? SortedEntries.<StoredApplication>none() : inside).with(name.name(), stored)));
    }

    SortedApplications without(NamespacedName name) {
        SortedEntries<StoredApplication> inside = namespaces.get(key(name.namespace()));
        if (inside == null) {
            return this;
        }
        SortedEntries<StoredApplication> left = inside.without(name.name());
        return new SortedApplications(
                left.isEmpty()
                        ? namespaces.without(key(name.namespace()))
                        : namespaces.with(key(name.namespace()), left));
    }

    /** With the slash that follows it in etcd's keys, so that namespaces are in the order of those (D34). */
    private static String key(String namespace) {
        return namespace + "/";
    }
}
