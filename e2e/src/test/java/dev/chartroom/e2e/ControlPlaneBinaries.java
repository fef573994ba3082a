package dev.chartroom.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of a control plane that runs as processes of this machine. The controller manager may be absent:
 * the envtest archives that {@code KUBEBUILDER_ASSETS} usually names have none.
 */
record ControlPlaneBinaries(Path etcd, Path kubeApiserver, Optional<Path> kubeControllerManager, Path kubectl) {

    /**
     * The programs in {@code directory}, with {@code kubectlOnPath} preferred to the kubectl that lies there.
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

    /** The preferred kubectl first, then the one that lies beside etcd, if it is another one. */
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
