package dev.chartroom.ports.cache;

import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.storage.ServedApplication;
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

    private final SortedEntries<SortedEntries<ServedApplication>> namespaces;

    private SortedApplications(SortedEntries<SortedEntries<ServedApplication>> namespaces) {
        this.namespaces = namespaces;
    }

    static SortedApplications of(List<ServedApplication> objects) {
        TreeMap<String, TreeMap<String, ServedApplication>> sorted = new TreeMap<>();
        objects.forEach(
                stored -> sorted.computeIfAbsent(key(stored.namespacedName().namespace()), _ -> new TreeMap<>())
                        .put(stored.namespacedName().name(), stored));
        TreeMap<String, SortedEntries<ServedApplication>> namespaces = new TreeMap<>();
        sorted.forEach((key, inside) -> namespaces.put(key, SortedEntries.of(inside)));
        return new SortedApplications(SortedEntries.of(namespaces));
    }

    @Nullable
    ServedApplication get(NamespacedName name) {
        SortedEntries<ServedApplication> namespace = namespaces.get(key(name.namespace()));
        return namespace == null ? null : namespace.get(name.name());
    }

    /** @param namespace empty for all */
    Stream<ServedApplication> in(String namespace) {
        return in(namespace, null);
    }

    /**
     * @param namespace empty for all
     * @param after those that come after one, which need not be there; null for all
     */
    Stream<ServedApplication> in(String namespace, @Nullable NamespacedName after) {
        if (!namespace.isEmpty()) {
            return inside(namespace, after);
        }
        if (after == null) {
            return namespaces.values().flatMap(SortedEntries::values);
        }
        return Stream.concat(
                inside(after.namespace(), after),
                namespaces.valuesAfter(key(after.namespace())).flatMap(SortedEntries::values));
    }

    /**
     * How many there are, without a look at each.
     *
     * @param namespace empty for all
     * @param after to count those that come after one, which need not be there; null for all
     */
    long count(String namespace, @Nullable NamespacedName after) {
        if (after == null) {
            return namespace.isEmpty()
                    ? namespaces.values().mapToLong(SortedEntries::size).sum()
                    : size(namespaces.get(key(namespace)));
        }
        SortedEntries<ServedApplication> inside = namespaces.get(key(after.namespace()));
        long rest = inside == null ? 0 : inside.sizeAfter(after.name());
        return namespace.isEmpty()
                ? rest
                        + namespaces
                                .valuesAfter(key(after.namespace()))
                                .mapToLong(SortedEntries::size)
                                .sum()
                : rest;
    }

    private static long size(@Nullable SortedEntries<ServedApplication> entries) {
        return entries == null ? 0 : entries.size();
    }

    private Stream<ServedApplication> inside(String namespace, @Nullable NamespacedName after) {
        SortedEntries<ServedApplication> inside = namespaces.get(key(namespace));
        if (inside == null) {
            return Stream.empty();
        }
        return after == null ? inside.values() : inside.valuesAfter(after.name());
    }

    SortedApplications with(ServedApplication stored) {
        NamespacedName name = stored.namespacedName();
        SortedEntries<ServedApplication> inside = namespaces.get(key(name.namespace()));
        return new SortedApplications(namespaces.with(
                key(name.namespace()),
                (inside == null ? SortedEntries.<ServedApplication>none() : inside).with(name.name(), stored)));
    }

    SortedApplications without(NamespacedName name) {
        SortedEntries<ServedApplication> inside = namespaces.get(key(name.namespace()));
        if (inside == null) {
            return this;
        }
        SortedEntries<ServedApplication> left = inside.without(name.name());
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
