package dev.chartroom.e2e.install;

import dev.chartroom.e2e.clients.ClientProgram;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.ServerProcess;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The controllers of cert-manager that issue certificates of its own authorities, and its CA injector. */
final class CertManager implements AutoCloseable {
    private final ServerProcess process;

    private CertManager(ServerProcess process) {
        this.process = process;
    }

    /** Installs the CRDs and starts the controllers. Without a Go toolchain, the calling test is skipped. */
    static CertManager start(ControlPlane controlPlane) {
        Path program = Path.of(ClientProgram.preparedBy("go", "../cert-manager/build.sh")
                .command()
                .getFirst());
        String crds = program.resolveSibling("crds").toString();
        controlPlane.kubectl().succeed("apply", "--server-side", "-f", crds);
        controlPlane.kubectl().succeed("wait", "--for=condition=Established", "--timeout=30s", "-f", crds);
        return new CertManager(ServerProcess.start(
                program,
                ModuleDirectory.newWorkDirectory("cert-manager"),
                Map.of(),
                List.of("--kubeconfig=" + controlPlane.admin().kubeconfig())));
    }

    @Override
    public void close() {
        process.close();
    }
}
