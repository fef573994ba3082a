package dev.chartroom.e2e.controlplane;

import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;

/** Implements {@code ./dev control-plane}: runs a control plane for test runs until it is interrupted. */
final class StandingControlPlaneCommand {
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private StandingControlPlaneCommand() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (!(ControlPlaneSearch.ofThisMachine().find() instanceof ControlPlaneSource.Local(var binaries))) {
            System.err.println("A standing control plane needs KUBEBUILDER_ASSETS or a Go toolchain.");
            System.exit(1);
            return;
        }
        Path folder = Files.createDirectories(StandingControlPlane.FOLDER);
        if (StandingControlPlane.find(folder).isPresent()) {
            System.err.println("A control plane runs already: " + StandingControlPlane.description(folder));
            System.exit(1);
        }
        try (var processes = LocalProcesses.start(
                binaries, ModuleDirectory.newWorkDirectory("standing-control-plane"), ControlPlane.CONTROLLERS)) {
            publish(processes, folder);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(StandingControlPlane.description(folder))));
            System.out.println("The control plane is ready on "
                    + processes.access().url() + "; e2e tests use it. Ctrl-C ends it.");
            Thread.currentThread().join();
        }
    }

    /** Publishes a control plane to other processes in a folder. */
    static void publish(LocalProcesses processes, Path folder) throws IOException {
        Files.write(
                StandingControlPlane.initialKeys(folder),
                settledKeys(processes.etcd().orElseThrow()));
        StandingDescription.of(processes).write(StandingControlPlane.description(folder));
    }

    /** Returns the keys after the controllers have created their own objects: when two consecutive reads are equal. */
    private static Set<String> settledKeys(Etcd etcd) {
        AtomicReference<Set<String>> last = new AtomicReference<>(Set.of());
        Awaitility.await("initial objects")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(SETTLED)
                .until(() -> {
                    Set<String> keys = etcd.keys();
                    return keys.equals(last.getAndSet(keys));
                });
        return last.get();
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
