package dev.chartroom.bootstrap.fetch;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The credentials that {@code helm registry login} and {@code docker login} stored, in files or by credential helpers. */
final class RegistryCredentials {
    private static final String CONFIG = "config.json";

    /** The name of Docker Hub in these files. */
    private static final String DOCKER_HUB = "https://index.docker.io/v1/";

    private final List<JsonObject> files = new ArrayList<>();
    private final CredentialProgram helper;

    RegistryCredentials(Map<String, String> environment, Path home, JsonCodec codec) {
        helper = new CredentialProgram(environment.getOrDefault("PATH", ""), codec);
        for (Path file : paths(environment, home)) {
            try {
                if (codec.parse(Files.readAllBytes(file)) instanceof JsonObject object) {
                    files.add(object);
                }
            } catch (IOException | ApiException _) {
                // Most users have only one of the files. Public charts need none.
            }
        }
    }

    /** Returns the value of an Authorization header for a server; empty if there are no credentials for it. */
    Optional<String> of(String authority) {
        List<String> names = authority.equals(OciRegistry.DOCKER_HUB_REGISTRY)
                ? List.of(authority, "docker.io", DOCKER_HUB)
                : List.of(authority, "https://" + authority);
        return files.stream()
                .flatMap(file -> names.stream().map(name -> ofFile(file, name)).flatMap(Optional::stream))
                .findFirst();
    }

    /** Returns what the helper of a server has, or the helper of all servers, or else what the file itself has. */
    private Optional<String> ofFile(JsonObject file, String name) {
        String ofServer = file.objectOrEmpty("credHelpers").stringOrEmpty(name);
        String program = ofServer.isEmpty() ? file.stringOrEmpty("credsStore") : ofServer;
        Optional<String> stored = program.isEmpty() ? Optional.empty() : helper.get(program, name);
        return stored.or(() -> file.objectOrEmpty("auths")
                .object(name)
                .map(entry -> entry.stringOrEmpty("auth"))
                .filter(auth -> auth.matches("[A-Za-z0-9+/=]+"))
                .map(auth -> "Basic " + auth));
    }

    private static List<Path> paths(Map<String, String> environment, Path home) {
        String helm = environment.getOrDefault("HELM_REGISTRY_CONFIG", "");
        String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
        String docker = environment.getOrDefault("DOCKER_CONFIG", "");
        return List.of(
                helm.isEmpty()
                        ? (xdg.isEmpty() ? home.resolve(".config") : Path.of(xdg))
                                .resolve("helm/registry")
                                .resolve(CONFIG)
                        : Path.of(helm),
                (docker.isEmpty() ? home.resolve(".docker") : Path.of(docker)).resolve(CONFIG));
    }
}
