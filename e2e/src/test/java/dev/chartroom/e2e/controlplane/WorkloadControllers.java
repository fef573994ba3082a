package dev.chartroom.e2e.controlplane;

import dev.chartroom.e2e.harness.ModuleDirectory;
import java.nio.file.Path;
import java.util.List;

/**
 * The controllers that create the pods of workloads or scale them, in a kube-controller-manager of their own. Most tests
 * need none of them, so the control plane does not start them.
 */
public final class WorkloadControllers implements AutoCloseable {
    private static final List<String> NAMES = List.of(
            "deployment-controller",
            "replicaset-controller",
            "statefulset-controller",
            "daemonset-controller",
            "job-controller",
            "endpointslice-controller");

    private static final String AUTOSCALER = "horizontal-pod-autoscaler-controller";

    private final ServerProcess manager;

    private WorkloadControllers(ServerProcess manager) {
        this.manager = manager;
    }

    /**
     * Starts the controllers for a control plane, and waits until they are healthy.
     *
     * @throws IllegalStateException if there is no kube-controller-manager among {@code binaries}
     */
    static WorkloadControllers start(ControlPlaneBinaries binaries, ControlPlaneRuntime.Access access) {
        return start(binaries, access, NAMES);
    }

    /** Starts the controller of HorizontalPodAutoscalers, which looks at each once a second. */
    static WorkloadControllers startAutoscaler(ControlPlaneBinaries binaries, ControlPlaneRuntime.Access access) {
        return start(binaries, access, List.of(AUTOSCALER), "--horizontal-pod-autoscaler-sync-period=1s");
    }

    private static WorkloadControllers start(
            ControlPlaneBinaries binaries,
            ControlPlaneRuntime.Access access,
            List<String> controllers,
            String... flags) {
        Path binary = binaries.kubeControllerManager()
                .orElseThrow(() -> new IllegalStateException("no kube-controller-manager is on this machine"));
        return new WorkloadControllers(ControllerManager.start(
                binary, ModuleDirectory.newWorkDirectory("workload-controllers"), access, controllers, flags));
    }

    @Override
    public void close() {
        manager.close();
    }
}
