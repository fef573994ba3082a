package dev.chartroom.apimachinery.meta;

import java.util.Comparator;

/**
 * The namespace and name of an object. The order is that of objects in a list (wire contract D34): by the key in etcd.
 * In this key, the slash between namespace and name sorts after a dash.
 */
public record NamespacedName(String namespace, String name) implements Comparable<NamespacedName> {
    private static final Comparator<NamespacedName> ORDER = Comparator.comparing(NamespacedName::key);

    /** Returns namespace, slash and name. */
    public String key() {
        return namespace + "/" + name;
    }

    @Override
    public int compareTo(NamespacedName other) {
        return ORDER.compare(this, other);
    }
}
