package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The kubectl plugin, installed in a folder of its own, with a namespace as the default of its context. */
public final class KubectlPlugin {
    private static final Path PLUGIN = ModuleDirectory.basedir().resolve("../deploy/kubectl/kubectl-chartroom");

    private final Kubectl kubectl;
    private final Path folder;
    private final Path kubeconfig;

    private KubectlPlugin(Kubectl kubectl, Path folder) {
        this.kubectl = kubectl;
        this.folder = folder;
        this.kubeconfig = folder.resolve("kubeconfig");
    }

    /** The outcome of a command. */
    public record Result(int exitCode, String out, String err) {}

    /** Installs the plugin for the user of a kubectl. */
    public static KubectlPlugin install(Kubectl kubectl, String namespace) {
        Path folder = ModuleDirectory.newWorkDirectory("plugin");
        KubectlPlugin plugin = new KubectlPlugin(kubectl, folder);
        try {
            Files.createSymbolicLink(folder.resolve("kubectl-chartroom"), PLUGIN.toRealPath());
            Files.createSymbolicLink(folder.resolve("kubectl_complete-chartroom"), PLUGIN.toRealPath());
            Files.copy(kubectl.kubeconfig(), plugin.kubeconfig);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        kubectl.run(
                "config", "set-context", "--current", "--kubeconfig=" + plugin.kubeconfig, "--namespace=" + namespace);
        return plugin;
    }

    /** Runs {@code kubectl chartroom} with arguments, and without input. */
    public Result run(String... arguments) {
        return runWithInput("", arguments);
    }

    public Result runWithInput(String input, String... arguments) {
        List<String> words = new ArrayList<>(List.of("chartroom"));
        words.addAll(List.of(arguments));
        return kubectl(input, words);
    }

    /** Runs kubectl itself. */
    public Result kubectl(String... arguments) {
        return kubectl("", List.of(arguments));
    }

    private Result kubectl(String input, List<String> arguments) {
        try {
            Path out = Files.createTempFile(folder, "plugin-", ".out");
            Path err = Files.createTempFile(folder, "plugin-", ".err");
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec \"$@\"", "sh", "kubectl")
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.command().addAll(arguments);
            builder.environment()
                    .put("PATH", folder + ":" + kubectl.binary().getParent() + ":" + System.getenv("PATH"));
            builder.environment().put("KUBECONFIG", kubeconfig.toString());
            builder.environment().put("HOME", folder.toString());
            try (ChildProcess process = ChildProcess.start(builder)) {
                process.feed(input);
                int exitCode = process.exitCode();
                return new Result(exitCode, Files.readString(out), Files.readString(err));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
