package dev.chartroom.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * The terminal in which a reader enters the commands of a document. Its folder has the launcher and the examples of the
 * checkout.
 */
public final class DocumentedShell {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** A command that only reads is repeated, because the server needs a moment for some changes. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final List<String> READS = List.of("kubectl get ", "kubectl api-resources ", "kubectl explain ");

    private final Path folder;
    private final Path kubectl;
    private final Map<String, String> environment;
    private final List<String> exports = new ArrayList<>();

    /** Creates a terminal whose commands find a kubectl first, and get these environment variables. */
    public DocumentedShell(Path folder, Path kubectl, Map<String, String> environment) throws IOException {
        this.folder = folder;
        this.kubectl = kubectl;
        this.environment = Map.copyOf(environment);
        Files.createSymbolicLink(folder.resolve("examples"), DevServer.ROOT.resolve("examples"));
        Path launcher = Files.writeString(
                folder.resolve("chartroom"),
                "#!/bin/sh\nCHARTROOM_AOT=off exec bash " + DevServer.ROOT.resolve("chartroom")
                        + " --no-build \"$@\"\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    /** Runs a command and compares its output with the one in the document. */
    public void run(DocumentedCommand command) {
        if (command.text().startsWith("export ")) {
            exports.add(command.text());
            return;
        }
        String expected = DocumentedCommand.normalised(command.output());
        if (READS.stream().anyMatch(command.text()::startsWith)) {
            Awaitility.await(command.text())
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(output(command.text())).isEqualTo(expected));
        } else {
            assertThat(output(command.text())).as(command.text()).isEqualTo(expected);
        }
    }

    private String output(String command) {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", String.join("\n", exports) + "\n" + command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().remove("KUBECONFIG");
        builder.environment().put("HOME", folder.toString()); // preferences are in ~/.kube
        builder.environment().putAll(environment);
        builder.environment().merge("PATH", String.valueOf(kubectl.getParent()), (path, own) -> own + ":" + path);
        try (ChildProcess process = ChildProcess.start(builder)) {
            process.feed("");
            assertThat(process.endsWithin(LIMIT)).as(command).isTrue();
            return DocumentedCommand.normalised(Files.readString(output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a command ran: " + command, e);
        }
    }
}
