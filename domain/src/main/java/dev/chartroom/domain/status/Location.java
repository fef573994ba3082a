package dev.chartroom.domain.status;

import org.jspecify.annotations.Nullable;

/** Where a value stands in an object, a step at a time. It is written out only if there is something to say about it. */
public final class Location {
    private final @Nullable Location parent;
    private final String step;

    private Location(@Nullable Location parent, String step) {
        this.parent = parent;
        this.step = step;
    }

    /** @param path of the value to begin with, such as {@code spec} */
    public static Location of(String path) {
        return new Location(null, path);
    }

    /** The member, after a dot. */
    public Location child(String name) {
        return new Location(this, "." + name);
    }

    /** The member of a map, in brackets: how some checks of Kubernetes write it, and others write {@link #child}. */
    public Location key(String name) {
        return new Location(this, "[" + name + "]");
    }

    public Location index(int index) {
        return new Location(this, "[" + index + "]");
    }

    @Override
    public String toString() {
        return parent == null ? step : append(new StringBuilder()).toString();
    }

    private StringBuilder append(StringBuilder text) {
        return (parent == null ? text : parent.append(text)).append(step);
    }
}
