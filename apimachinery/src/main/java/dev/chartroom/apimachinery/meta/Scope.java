package dev.chartroom.apimachinery.meta;

/** The scope of a resource. */
public enum Scope {
    /** Each object is in a namespace. */
    NAMESPACED("Namespaced"),
    /** Objects are in no namespace. */
    CLUSTER("Cluster");

    private final String text;

    Scope(String text) {
        this.text = text;
    }

    /** Returns the name in discovery and CustomResourceDefinitions. */
    public String text() {
        return text;
    }
}
