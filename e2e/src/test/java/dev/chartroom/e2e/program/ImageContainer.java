package dev.chartroom.e2e.program;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.kubelet.UnpackedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A container without a container engine: a process with the root of the image, read-only, without rights, and with a
 * writable folder at {@code /tmp} only. Its network is that of the machine.
 *
 * @param output the file of its standard output and its standard error
 */
record ImageContainer(ChildProcess process, Path output) implements AutoCloseable {
    /** In MiB, the memory of the container. */
    static final int LIMIT = 512;

    /** The first arguments are the root, the folder at /etc/chartroom and the user. The command of the container follows. */
    private static final String START = """
            set -e
            root=$1 configuration=$2 user=$3
            shift 3
            mount --bind "$root" "$root"
            mount --bind "$configuration" "$root/etc/chartroom"
            mount --bind /proc "$root/proc"
            mount --rbind /dev "$root/dev"
            mount -t tmpfs tmpfs "$root/tmp"
            mount -o remount,bind,ro "$root"
            exec chroot --userspec="$user" --groups= "$root" "$@"
            """;

    /** Returns whether this machine lets the tests change their root and mount file systems. */
    static boolean isPossible() {
        return ChildProcess.succeeds("unshare", "--mount", "sh", "-c", "mount -t tmpfs tmpfs /mnt && chroot / true");
    }

    /** Starts a container with the arguments of a pod, and with a folder at {@code /etc/chartroom}. */
    static ImageContainer start(UnpackedImage image, Path configuration, List<String> arguments) throws IOException {
        for (String place : List.of("etc/chartroom", "proc", "dev")) {
            Files.createDirectories(image.root().resolve(place));
        }
        List<String> command = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", START, "container"));
        command.add(image.root().toString());
        command.add(configuration.toString());
        command.add(image.settings().stringOrEmpty("User"));
        command.addAll(image.settings().arrayOrEmpty("Entrypoint").strings());
        command.addAll(arguments);
        Path output = configuration.resolveSibling("container.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        // Without a container engine, the JVM cannot read the limit of the container.
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:MaxRAM=" + LIMIT + "m");
        return new ImageContainer(ChildProcess.start(builder), output);
    }

    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a file of the process in {@code /proc}. */
    String proc(String name) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), name));
    }

    @Override
    public void close() {
        process.close();
    }
}
