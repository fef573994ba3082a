package dev.chartroom.apimachinery.meta;

/** An API group and a version of it. The text form is the {@code apiVersion} of its objects. */
public record GroupVersion(String group, String version) {

    public GroupVersionKind withKind(String kind) {
        return new GroupVersionKind(group, version, kind);
    }

    /**
     * Returns the path below which the version is served, without a leading or trailing slash. The path begins with
     * {@code api/} for the core group and with {@code apis/} for all other groups.
     */
    public String path() {
        return (group.isEmpty() ? "api/" : "apis/") + this;
    }

    @Override
    public String toString() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
