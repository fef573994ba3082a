package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind, in list order, with lookup by namespace and name. Immutable. A change copies only the tree
 * nodes on the path to one object.
 */
final class SortedApplications {
    static final SortedApplications NONE = new SortedApplications(SortedEntries.none(SortedEntries::weight));

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
        sorted.forEach((key, inside) -> namespaces.put(key, SortedEntries.of(inside, _ -> 1)));
        return new SortedApplications(SortedEntries.of(namespaces, SortedEntries::weight));
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
     * @param after the returned objects start after this name, which need not exist; null for all objects
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
     * Counts the objects without visiting each of them.
     *
     * @param namespace empty for all
     * @param after the counted objects start after this name, which need not exist; null for all objects
     */
    long count(String namespace, @Nullable NamespacedName after) {
        if (after == null) {
            return namespace.isEmpty() ? namespaces.weight() : weight(namespaces.get(key(namespace)));
        }
        SortedEntries<ServedApplication> inside = namespaces.get(key(after.namespace()));
        long rest = inside == null ? 0 : inside.weightAfter(after.name());
        return namespace.isEmpty() ? rest + namespaces.weightAfter(key(after.namespace())) : rest;
    }

    private static long weight(@Nullable SortedEntries<ServedApplication> entries) {
        return entries == null ? 0 : entries.weight();
    }

    /**
     * Iterates over the objects without copying them, so the iterator needs no additional memory however many objects
     * there are.
     *
     * @param namespace empty for all
     */
    Iterator<ServedApplication> iterator(String namespace) {
        if (!namespace.isEmpty()) {
            SortedEntries<ServedApplication> inside = namespaces.get(key(namespace));
            return inside == null ? Collections.emptyIterator() : inside.iterator();
        }
        Iterator<SortedEntries<ServedApplication>> each = namespaces.iterator();
        // The iterator of a flatMap stream would copy the objects of each namespace.
        return new Iterator<>() {
            private Iterator<ServedApplication> inside = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!inside.hasNext() && each.hasNext()) {
                    inside = each.next().iterator();
                }
                return inside.hasNext();
            }

            @Override
            public ServedApplication next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return inside.next();
            }
        };
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
                (inside == null ? SortedEntries.<ServedApplication>none(_ -> 1) : inside).with(name.name(), stored)));
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

    /**
     * Appends the slash that follows a namespace in etcd's keys, so that namespaces have the order of these keys (D34).
     */
    private static String key(String namespace) {
        return namespace + "/";
    }
}
