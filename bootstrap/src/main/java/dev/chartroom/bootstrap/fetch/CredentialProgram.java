package dev.chartroom.bootstrap.fetch;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program that stores credentials, such as {@code docker-credential-pass}. Docker defines its protocol
 * (docker/docker-credential-helpers).
 *
 * @param path the value of {@code PATH}, in which the program must be
 */
record CredentialProgram(String path, JsonCodec codec) {
    private static final int SECONDS = 30;
    private static final int LARGEST = 64 * 1024;

    /** The user name of an identity token, which is not a password. */
    private static final String TOKEN = "<token>";

    /**
     * Returns the value of an Authorization header for a server; empty if the program has no password for it.
     *
     * @param name the name of the program without its prefix
     */
    Optional<String> get(String name, String server) {
        return program(name)
                .flatMap(program -> answer(program, server))
                .filter(answer -> !answer.stringOrEmpty("Username").equals(TOKEN))
                .map(answer -> answer.stringOrEmpty("Username") + ":" + answer.stringOrEmpty("Secret"))
                .map(pair -> "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    /** The file that names the program must not choose a folder. */
    private Optional<Path> program(String name) {
        return name.matches("[A-Za-z0-9._-]+")
                ? Arrays.stream(path.split(File.pathSeparator, -1))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder, "docker-credential-" + name))
                        .filter(Files::isExecutable)
                        .findFirst()
                : Optional.empty();
    }

    private Optional<JsonObject> answer(Path program, String server) {
        ProcessBuilder builder =
                new ProcessBuilder(program.toString(), "get").redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            try (var in = process.getOutputStream()) {
                in.write(server.getBytes(StandardCharsets.UTF_8));
            }
            // The process must end in time even if it prints nothing.
            process.onExit().orTimeout(SECONDS, TimeUnit.SECONDS).exceptionally(_ -> process.destroyForcibly());
            byte[] out = process.getInputStream().readNBytes(LARGEST);
            return process.waitFor() == 0 && codec.parse(out) instanceof JsonObject answer
                    ? Optional.of(answer)
                    : Optional.empty();
        } catch (IOException | ApiException _) {
            return Optional.empty(); // The registry then says that access is denied.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
