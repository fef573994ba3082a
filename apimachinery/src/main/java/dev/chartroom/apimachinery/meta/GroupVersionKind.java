package dev.chartroom.apimachinery.meta;

/** The group, version and kind of an object. */
public record GroupVersionKind(String group, String version, String kind) {

    public GroupVersion groupVersion() {
        return new GroupVersion(group, version);
    }

    /** Returns the {@code apiVersion} of an object of this kind. */
    public String apiVersion() {
        return groupVersion().toString();
    }

    public GroupKind groupKind() {
        return new GroupKind(group, kind);
    }
}
