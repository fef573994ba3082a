package dev.chartroom.e2e.flux;

import dev.chartroom.e2e.clients.ClientProgram;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.ServerProcess;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.SourceCrd;
import dev.chartroom.ports.network.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Flux's helm-controller and source-controller. The folder in the environment variable {@code FLUX_ASSETS} contains the
 * real ones, and can contain a source-watcher. Without the variable, the program in {@code e2e/flux} plays the first two.
 */
public final class Flux implements AutoCloseable {
    /** The label that a HelmRelease needs, so that the Flux of one test ignores the releases of others. */
    public static final String SHARD_LABEL = "sharding.fluxcd.io/key";

    private static final String ASSETS = "FLUX_ASSETS";

    private final ControlPlane controlPlane;
    private final List<ServerProcess> processes = new ArrayList<>();
    private boolean makesArtifacts;

    private Flux(ControlPlane controlPlane) {
        this.controlPlane = controlPlane;
    }

    /**
     * Installs the CRDs and starts the controllers for the HelmReleases of one shard. Without the real controllers and
     * without a Go toolchain, the calling test is skipped.
     */
    public static Flux start(ControlPlane controlPlane, String shard) {
        Path directory = ModuleDirectory.newWorkDirectory("flux");
        List<String> flags = List.of(
                "--watch-label-selector=" + SHARD_LABEL + "=" + shard,
                "--min-retry-delay=250ms",
                "--requeue-dependency=1s");
        Optional<Path> assets = Optional.ofNullable(System.getenv(ASSETS)).map(Path::of);
        Optional<Path> standIn = assets.isPresent()
                ? Optional.empty()
                : Optional.of(Path.of(ClientProgram.preparedBy("go", "../flux/build.sh")
                        .command()
                        .getFirst()));
        controlPlane.installHelmReleaseCrd();
        SourceCrd.install(controlPlane.kubectl(), EnumSet.allOf(SourceCrd.class));
        Flux flux = new Flux(controlPlane);
        try {
            standIn.ifPresent(program -> flux.run(program, directory, flags));
            assets.ifPresent(folder -> flux.runReal(folder, directory, flags));
        } catch (RuntimeException e) {
            flux.close();
            throw e;
        }
        return flux;
    }

    /** Returns whether the real source-watcher runs, which makes ExternalArtifacts. Nothing plays it. */
    boolean makesArtifacts() {
        return makesArtifacts;
    }

    private void runReal(Path folder, Path directory, List<String> flags) {
        run(folder.resolve("source-controller"), directory, artifactFlags());
        Path sourceWatcher = folder.resolve("source-watcher");
        makesArtifacts = Files.exists(sourceWatcher);
        if (makesArtifacts) {
            ArtifactGenerators.install(controlPlane.kubectl());
            run(sourceWatcher, directory, artifactFlags());
        }
        List<String> more = new ArrayList<>(flags);
        more.add("--metrics-addr=127.0.0.1:" + FreePort.next());
        more.add("--feature-gates=ExternalArtifact=true");
        run(folder.resolve("helm-controller"), directory, more);
    }

    /** Returns the flags of a controller that serves artifacts. */
    private static List<String> artifactFlags() {
        String storage = "127.0.0.1:" + FreePort.next();
        return List.of(
                "--metrics-addr=127.0.0.1:" + FreePort.next(),
                // The controllers refuse a folder that does not exist.
                "--storage-path=" + ModuleDirectory.newWorkDirectory("artifacts"),
                "--storage-addr=" + storage,
                "--storage-adv-addr=" + storage,
                "--min-retry-delay=250ms");
    }

    private void run(Path program, Path directory, List<String> flags) {
        String health = "127.0.0.1:" + FreePort.next();
        List<String> all = new ArrayList<>(flags);
        all.add("--health-addr=" + health);
        Map<String, String> environment =
                Map.of("KUBECONFIG", controlPlane.admin().kubeconfig().toString(), "RUNTIME_NAMESPACE", "flux-system");
        ServerProcess process = ServerProcess.start(program, directory, environment, all);
        processes.addFirst(process);
        process.awaitReady("http://" + health + "/readyz", plain());
    }

    private static SSLContext plain() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Removes the CRDs of sources and ends the controllers. The CRDs come first, because sources have finalizers.
     * HelmReleases keep the finalizer that Flux gave them.
     */
    @Override
    public void close() {
        if (makesArtifacts) {
            ArtifactGenerators.remove(controlPlane.kubectl());
        }
        SourceCrd.remove(controlPlane.kubectl(), EnumSet.allOf(SourceCrd.class));
        processes.forEach(ServerProcess::close);
    }
}
