package dev.chartroom.e2e.doctor;

import dev.chartroom.bootstrap.Main;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;

/** Runs the commands of a report as an administrator does: in a shell, in the folder of the project. */
final class RemedyShell {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path programs;
    private final Path kubeconfig;

    RemedyShell(ControlPlane controlPlane, Path folder) throws IOException {
        programs = Files.createDirectories(folder.resolve("bin"));
        kubeconfig = controlPlane.admin().kubeconfig();
        program("kubectl", controlPlane.kubectls().getFirst() + " --cache-dir=" + folder.resolve("kubectl-cache"));
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Path arguments = Files.writeString(folder.resolve("java-arguments"), "-cp \"" + classes + "\"");
        program(
                "chartroom",
                Path.of(System.getProperty("java.home"), "bin/java") + " @" + arguments + " " + Main.class.getName());
    }

    private void program(String name, String command) throws IOException {
        Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\nexec " + command + " \"$@\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    void run(String command) {
        run(command, Map.of());
    }

    /** @throws AssertionError if the command fails */
    void run(String command, Map<String, String> environment) {
        Path output = programs.resolveSibling("remedy.txt");
        try (ChildProcess process = start(command, environment, output)) {
            if (!process.endsWithin(LIMIT) || process.exitCode() != 0) {
                throw new AssertionError("failed: " + command + "\n" + Files.readString(output));
            }
        } catch (IOException e) {
            throw new AssertionError(command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Starts a command that runs until it is closed. */
    ChildProcess start(String command) {
        return start(command, Map.of(), programs.resolveSibling("started.txt"));
    }

    private ChildProcess start(String command, Map<String, String> environment, Path output) {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .directory(ModuleDirectory.basedir().resolve("..").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PATH", programs + ":" + builder.environment().get("PATH"));
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().putAll(environment);
        return ChildProcess.start(builder);
    }
}
