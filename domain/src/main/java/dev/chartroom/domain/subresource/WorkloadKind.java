package dev.chartroom.domain.subresource;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of workloads whose pods {@code kubectl rollout restart} restarts. */
public enum WorkloadKind {
    DEPLOYMENT("Deployment", "deployments"),
    STATEFUL_SET("StatefulSet", "statefulsets"),
    DAEMON_SET("DaemonSet", "daemonsets");

    /** The API group of these kinds. */
    public static final String GROUP = "apps";

    private final String kind;
    private final String plural;

    WorkloadKind(String kind, String plural) {
        this.kind = kind;
        this.plural = plural;
    }

    /** Returns the name of the kind, such as {@code Deployment}. */
    public String kind() {
        return kind;
    }

    /** Returns the name in paths. */
    public String plural() {
        return plural;
    }

    /** Returns the kind with this name; empty if it is no kind of workloads. */
    public static Optional<WorkloadKind> of(String kind) {
        return Arrays.stream(values()).filter(each -> each.kind.equals(kind)).findFirst();
    }
}
