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
    SCALE("scale", Type.SCALE, Scale.KIND),
    /** Stops Flux from reconciling the release. */
    SUSPEND("suspend", Type.ACTION, ""),
    /** Lets Flux reconcile the release again. */
    RESUME("resume", Type.ACTION, ""),
    /** Asks Flux to reconcile the release now. */
    RECONCILE("reconcile", Type.ACTION, ""),
    /** Restarts the pods of workloads of the release. */
    RESTART("restart", Type.ACTION, ""),
    /** Makes the spec of an earlier revision the spec of the object. */
    ROLLBACK("rollback", Type.ACTION, ""),
    /** The revisions of the release in Helm. */
    HISTORY("history", Type.VIEW, "ApplicationHistory"),
    /** The values of the newest revision, each with its source. */
    VALUES("values", Type.VIEW, "ApplicationValues"),
    /** The objects of the release in the cluster, and their readiness. */
    RESOURCES("resources", Type.VIEW, "ApplicationResources"),
    /** The addresses at which the application can be reached. */
    ACCESS("access", Type.VIEW, "ApplicationAccess"),
    /** The Secrets with which users log in to the application. */
    CREDENTIALS("credentials", Type.VIEW, "ApplicationCredentials"),
    /** The objects that the chart made. */
    MANIFEST("manifest", Type.VIEW, "ApplicationManifest"),
    /** The notes of the chart. */
    NOTES("notes", Type.VIEW, "ApplicationNotes"),
    /**
     * The output of the containers. The name is that of the subresource of pods, because a kube-apiserver ends other
     * requests after a minute.
     */
    LOG("log", Type.STREAM, "");

    /** How a subresource is used. */
    public enum Type {
        /** Reads and writes another representation of the object. */
        SCALE,
        /** Does something with the release. The answer is the object. */
        ACTION,
        /** Shows something about the release. */
        VIEW,
        /** Streams text, possibly without end. */
        STREAM
    }

    private static final GroupVersionKind SCALE_KIND = new GroupVersionKind("autoscaling", "v1", Scale.KIND);

    private final String path;
    private final Type type;
    private final String kind;

    Subresource(String path, Type type, String kind) {
        this.path = path;
        this.type = type;
        this.kind = kind;
    }

    /** Returns the name in paths, in RBAC and in definitions. */
    public String path() {
        return path;
    }

    /** Returns how the subresource is used. */
    public Type type() {
        return type;
    }

    /** Returns the verbs in the order of discovery (wire contract A10). */
    public List<String> verbs() {
        return switch (type) {
            case SCALE -> List.of("get", "patch", "update");
            case ACTION -> List.of("create");
            case VIEW, STREAM -> List.of("get");
        };
    }

    /** Returns the kind of the answer for an object of a kind. */
    public GroupVersionKind responseKind(GroupVersionKind object) {
        return switch (type) {
            case SCALE -> SCALE_KIND;
            case ACTION, STREAM -> object;
            case VIEW -> new GroupVersionKind("chartroom.dev", "v1alpha1", kind);
        };
    }

    /** Returns whether the subresource reads or changes the release, so that an object without one does not have it. */
    public boolean needsRelease() {
        return type != Type.SCALE;
    }

    /** Returns the subresource with this name; empty if there is none. */
    public static Optional<Subresource> of(String path) {
        return Arrays.stream(values()).filter(each -> each.path.equals(path)).findFirst();
    }
}
