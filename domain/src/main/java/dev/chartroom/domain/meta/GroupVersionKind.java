package dev.chartroom.domain.meta;

/** What an object is. */
public record GroupVersionKind(String group, String version, String kind) {

    public GroupVersion groupVersion() {
        return new GroupVersion(group, version);
    }

    /** The {@code apiVersion} of an object of this kind. */
    public String apiVersion() {
        return groupVersion().toString();
    }

    public GroupKind groupKind() {
        return new GroupKind(group, kind);
    }
}
