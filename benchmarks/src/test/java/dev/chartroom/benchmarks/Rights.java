package dev.chartroom.benchmarks;

/** The rights of the user {@code bench}: everything with releases and with applications. */
final class Rights {
    private Rights() {}

    /** @param groups the groups of the applications */
    static String manifest(String... groups) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: bench}
                rules:
                  - {apiGroups: [helm.toolkit.fluxcd.io, %s], resources: ["*"], verbs: ["*"]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: bench}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: bench}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: bench}]
                """.formatted(String.join(", ", groups));
    }
}
