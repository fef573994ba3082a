package dev.chartroom.e2e.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of a control plane that runs as local processes. The controller manager may be absent: the envtest
 * archives in {@code KUBEBUILDER_ASSETS} usually do not contain it.
 */
record ControlPlaneBinaries(Path etcd, Path kubeApiserver, Optional<Path> kubeControllerManager, Path kubectl) {

    /**
     * Finds the programs in {@code directory}, but prefers {@code kubectlOnPath} to the kubectl there.
     *
     * @throws IllegalStateException if etcd, kube-apiserver or any kubectl is missing
     */
    static ControlPlaneBinaries in(Path directory, Optional<Path> kubectlOnPath) {
        return new ControlPlaneBinaries(
                required(directory, "etcd"),
                required(directory, "kube-apiserver"),
                executable(directory, "kube-controller-manager"),
                kubectlOnPath.orElseGet(() -> required(directory, "kubectl")));
    }

    /** Returns the preferred kubectl, then the kubectl beside etcd if it differs. */
    List<Path> kubectls() {
        return Stream.concat(Stream.of(kubectl), executable(etcd.resolveSibling(""), "kubectl").stream())
                .distinct()
                .toList();
    }

    private static Path required(Path directory, String name) {
        return executable(directory, name)
                .orElseThrow(() -> new IllegalStateException("no executable " + name + " in " + directory));
    }

    private static Optional<Path> executable(Path directory, String name) {
        return Optional.of(directory.resolve(name)).filter(Files::isExecutable);
    }
}
