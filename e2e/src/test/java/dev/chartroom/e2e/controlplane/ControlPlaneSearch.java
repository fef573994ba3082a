package dev.chartroom.e2e.controlplane;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.testcontainers.DockerClientFactory;

/**
 * Finds the control plane in a fixed order: {@code KUBEBUILDER_ASSETS}, Docker, a Go toolchain.
 *
 * @param environment the relevant environment variables: KUBEBUILDER_ASSETS and PATH
 * @param buildScript builds the control plane with Go and prints its folder as the last line of stdout
 * @param dockerAnswers whether a Docker daemon can be used; called only if needed
 */
record ControlPlaneSearch(Map<String, String> environment, Path buildScript, BooleanSupplier dockerAnswers) {

    static ControlPlaneSearch ofThisMachine() {
        return new ControlPlaneSearch(
                System.getenv(),
                ModuleDirectory.basedir().resolve("control-plane/build.sh"),
                ControlPlaneSearch::dockerAnswersHere);
    }

    /**
     * Returns the control plane's source. The first build with a Go toolchain may take minutes; its progress goes to
     * stdout.
     *
     * @throws IllegalStateException if KUBEBUILDER_ASSETS is set to a folder without the programs: the tests must not
     *     be skipped then
     */
    ControlPlaneSource find() {
        var assets = environment.getOrDefault("KUBEBUILDER_ASSETS", "");
        if (!assets.isBlank()) {
            return new ControlPlaneSource.Local(ControlPlaneBinaries.in(Path.of(assets), onPath("kubectl")));
        }
        var kubectl = onPath("kubectl");
        if (kubectl.isPresent() && dockerAnswers.getAsBoolean()) {
            return new ControlPlaneSource.Docker(kubectl.get());
        }
        var bash = onPath("bash");
        if (onPath("go").isPresent() && bash.isPresent()) {
            return build(bash.get(), kubectl);
        }
        return new ControlPlaneSource.Absent(
                "KUBEBUILDER_ASSETS is not set, Docker does not answer, and there is no Go toolchain on the PATH");
    }

    private ControlPlaneSource build(Path bash, Optional<Path> kubectl) {
        var builder = new ProcessBuilder(bash.toString(), buildScript.toString());
        builder.environment().clear();
        builder.environment().putAll(environment);
        try (var build = ChildProcess.start(builder)) {
            Thread progress = Thread.ofVirtual().start(() -> build.stderr().forEach(System.out::println));
            var folder = build.stdout().reduce("", (_, line) -> line);
            progress.join();
            int exitCode = build.exitCode();
            if (exitCode != 0) {
                return new ControlPlaneSource.Absent(buildScript.getFileName() + " failed with exit code " + exitCode
                        + " (its output stands above)");
            }
            return new ControlPlaneSource.Local(ControlPlaneBinaries.in(Path.of(folder), kubectl));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the control plane was built", e);
        }
    }

    private Optional<Path> onPath(String name) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Testcontainers probes for Docker slowly and verbosely, so call it only if there is a sign of Docker. */
    private static boolean dockerAnswersHere() {
        var host = System.getenv().getOrDefault("DOCKER_HOST", "");
        return (!host.isBlank() || Files.exists(Path.of("/var/run/docker.sock")))
                && DockerClientFactory.instance().isDockerAvailable();
    }
}
