package dev.chartroom.apimachinery.meta;

/** An API group and a version of it. The text form is the {@code apiVersion} of its objects. */
public record GroupVersion(String group, String version) {

    /** Reads an {@code apiVersion}. The part before the first slash is the group. */
    public static GroupVersion parse(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? new GroupVersion("", apiVersion)
                : new GroupVersion(apiVersion.substring(0, slash), apiVersion.substring(slash + 1));
    }

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
