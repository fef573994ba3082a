package dev.chartroom.e2e.kubelet;

import dev.chartroom.e2e.clients.ClientProgram;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A node whose pods run without containers, except those of one image, which can be processes. Annotations of the others
 * decide their outcome. The pods of Deployments and other
 * workloads exist only if the test also calls {@link ControlPlane#startWorkloadControllers()}.
 */
public final class Kubelet implements AutoCloseable {
    /** Selects the outcome: pending, running (never ready), ready, succeeded, failed or crashing. */
    public static final String OUTCOME = "e2e.chartroom.dev/pod";

    /** Contains the log of each container. */
    public static final String LOGS = "e2e.chartroom.dev/logs";

    /** The repository of the image whose pods are processes. */
    public static final String IMAGE = "chartroom";

    private static final String OVERLAY =
            "mount -t tmpfs tmpfs /mnt && mkdir /mnt/u /mnt/w /mnt/r && mount -t overlay overlay"
                    + " -o lowerdir=/etc,upperdir=/mnt/u,workdir=/mnt/w /mnt/r && chroot / true";

    private final ChildProcess process;

    private Kubelet(ChildProcess process) {
        this.process = process;
    }

    /**
     * Builds the program if necessary, starts it, and returns when its node is ready. Without a Go toolchain, the
     * calling test is skipped.
     *
     * @throws IllegalStateException if the program ends at once; the message contains its log
     */
    public static Kubelet start(ControlPlane controlPlane) {
        return start(controlPlane, List.of(), List.of());
    }

    /**
     * As {@link #start(ControlPlane)}, but the pods of {@link #IMAGE} are processes of an unpacked image.
     *
     * @param socket where the program serves the proxy of {@link ControlPlane#startWithPodNetwork}
     */
    public static Kubelet startWithProcesses(ControlPlane controlPlane, UnpackedImage image, Path socket)
            throws IOException {
        Path folder = ModuleDirectory.newWorkDirectory("pods");
        Path config =
                Files.writeString(folder.resolve("image.json"), image.config().toString());
        return start(
                controlPlane,
                List.of("unshare", "--mount", "--propagation", "private"),
                List.of(
                        "-image=" + IMAGE,
                        "-image-root=" + image.root(),
                        "-image-config=" + config,
                        "-folder=" + folder,
                        "-proxy=" + socket));
    }

    /** Returns whether this machine lets tests create networks and mount file systems. */
    public static boolean canRunProcesses() {
        return ChildProcess.succeeds("unshare", "--mount", "--net", "sh", "-c", "ip link set lo up && " + OVERLAY);
    }

    private static Kubelet start(ControlPlane controlPlane, List<String> wrapper, List<String> flags) {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(ClientProgram.preparedBy("go", "../kubelet/build.sh").command());
        command.add("-kubeconfig=" + controlPlane.admin().kubeconfig());
        command.addAll(flags);
        Path log = ModuleDirectory.newWorkDirectory("kubelet").resolve("kubelet.log");
        ChildProcess process = ChildProcess.start(new ProcessBuilder(command).redirectError(log.toFile()));
        if (process.stdout().findFirst().isPresent()) { // the line that reports the node as ready
            return new Kubelet(process);
        }
        process.close();
        throw new IllegalStateException("the kubelet ended: " + read(log));
    }

    /** Deletes the node and leaves its pods as they are. */
    @Override
    public void close() {
        process.close();
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
