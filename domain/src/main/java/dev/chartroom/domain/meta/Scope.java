package dev.chartroom.domain.meta;

/** Where the objects of a resource are. */
public enum Scope {
    /** Each in a namespace. */
    NAMESPACED("Namespaced"),
    /** In none. */
    CLUSTER("Cluster");

    private final String text;

    Scope(String text) {
        this.text = text;
    }

    /** As discovery and CustomResourceDefinitions call it. */
    public String text() {
        return text;
    }
}
