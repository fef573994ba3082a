package dev.chartroom.apimachinery.status;

import org.jspecify.annotations.Nullable;

/** The path of a value in an object, as a chain of steps. The text is built only if an error contains it. */
public final class Location {
    private final @Nullable Location parent;
    private final String step;

    private Location(@Nullable Location parent, String step) {
        this.parent = parent;
        this.step = step;
    }

    /** @param path the path of the first value, such as {@code spec} */
    public static Location of(String path) {
        return new Location(null, path);
    }

    /** Returns the path of a member, after a dot. */
    public Location child(String name) {
        return new Location(this, "." + name);
    }

    /**
     * Returns the path of a map's member, in brackets. Some checks of Kubernetes use this form, and others use the form
     * of {@link #child}.
     */
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
