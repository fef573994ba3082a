package dev.chartroom.domain.meta;

import java.util.Comparator;

/** Which object of a kind: its namespace and name. Ordered as lists are (wire contract D34): by the key in
 * etcd, where the slash between the two comes after a dash. */
public record NamespacedName(String namespace, String name) implements Comparable<NamespacedName> {
    private static final Comparator<NamespacedName> ORDER = Comparator.comparing(NamespacedName::key);

    /** Namespace, slash and name. */
    public String key() {
        return namespace + "/" + name;
    }

    @Override
    public int compareTo(NamespacedName other) {
        return ORDER.compare(this, other);
    }
}
