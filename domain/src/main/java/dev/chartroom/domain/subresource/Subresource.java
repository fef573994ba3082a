package dev.chartroom.domain.subresource;

import dev.chartroom.apimachinery.meta.GroupVersionKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A subresource that the definition of a kind can declare. The subresource {@code status} is not among them, because
 * every kind has it.
 */
public enum Subresource {
    /** The number of replicas, for {@code kubectl scale} and the HorizontalPodAutoscaler. */
    SCALE("scale"),
    /** Stops Flux from reconciling the release. */
    SUSPEND("suspend"),
    /** Lets Flux reconcile the release again. */
    RESUME("resume"),
    /** Asks Flux to reconcile the release now. */
    RECONCILE("reconcile"),
    /** Restarts the pods of workloads of the release. */
    RESTART("restart"),
    /** The revisions of the release in Helm. */
    HISTORY("history");

    private static final GroupVersionKind SCALE_KIND = new GroupVersionKind("autoscaling", "v1", Scale.KIND);

    private static final GroupVersionKind HISTORY_KIND =
            new GroupVersionKind("chartroom.dev", "v1alpha1", "ApplicationHistory");

    private final String path;

    Subresource(String path) {
        this.path = path;
    }

    /** Returns the name in paths, in RBAC and in definitions. */
    public String path() {
        return path;
    }

    /** Returns the verbs in the order of discovery (wire contract A10). */
    public List<String> verbs() {
        return switch (this) {
            case SCALE -> List.of("get", "patch", "update");
            case SUSPEND, RESUME, RECONCILE, RESTART -> List.of("create");
            case HISTORY -> List.of("get");
        };
    }

    /** Returns the kind of the answer for an object of a kind. */
    public GroupVersionKind responseKind(GroupVersionKind object) {
        return switch (this) {
            case SCALE -> SCALE_KIND;
            case SUSPEND, RESUME, RECONCILE, RESTART -> object;
            case HISTORY -> HISTORY_KIND;
        };
    }

    /** Returns whether the subresource reads or changes the release, so that an object without one does not have it. */
    public boolean needsRelease() {
        return switch (this) {
            case SCALE -> false;
            case SUSPEND, RESUME, RECONCILE, RESTART, HISTORY -> true;
        };
    }

    /** Returns the subresource with this name; empty if there is none. */
    public static Optional<Subresource> of(String path) {
        return Arrays.stream(values()).filter(each -> each.path.equals(path)).findFirst();
    }
}
