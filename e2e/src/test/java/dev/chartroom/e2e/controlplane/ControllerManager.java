package dev.chartroom.e2e.controlplane;

import dev.chartroom.e2e.harness.User;
import dev.chartroom.ports.network.FreePort;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts kube-controller-managers, each with some of the controllers. */
final class ControllerManager {
    private static final String USER = "system:kube-controller-manager";

    private ControllerManager() {}

    /**
     * Starts a kube-controller-manager and waits until it is healthy.
     *
     * @param directory for its files and its log; one kube-controller-manager per directory
     * @param controllers the names of the controllers to run
     * @param flags more flags
     * @throws IllegalStateException if it does not become healthy; the message contains the end of its log
     */
    static ServerProcess start(
            Path binary, Path directory, ControlPlaneRuntime.Access access, List<String> controllers, String... flags) {
        // not in system:masters, so that every controller uses its own service account, as in a real cluster, and an
        // aggregated server has to authorize it
        User user = User.write(
                USER,
                access.clients().client(USER),
                access.url(),
                access.servingCaPem(),
                directory.resolve("kube-controller-manager.kubeconfig"));
        CertificateAuthority authority = CertificateAuthority.create("e2e controller manager CA");
        Identity serving = authority.server("127.0.0.1");
        int port = FreePort.next();
        List<String> arguments = new ArrayList<>(List.of(
                "--kubeconfig=" + user.kubeconfig(),
                "--controllers=" + String.join(",", controllers),
                "--use-service-account-credentials=true",
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                "--secure-port=" + port,
                "--tls-cert-file=" + write(directory, "crt", serving.certificatePem()),
                "--tls-private-key-file=" + write(directory, "key", serving.keyPem()),
                "--root-ca-file=" + write(directory, "root-ca.crt", access.servingCaPem()),
                "--profiling=false"));
        arguments.addAll(List.of(flags));
        ServerProcess manager = ServerProcess.start(binary, directory, arguments.toArray(String[]::new));
        try {
            manager.awaitReady("https://127.0.0.1:" + port + "/healthz", Identity.anonymous(authority.pem()));
            return manager;
        } catch (RuntimeException e) {
            manager.close();
            throw e;
        }
    }

    private static Path write(Path directory, String ending, String pem) {
        try {
            return Files.writeString(directory.resolve("kube-controller-manager." + ending), pem);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
