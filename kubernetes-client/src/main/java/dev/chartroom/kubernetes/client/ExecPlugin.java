package dev.chartroom.kubernetes.client;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The credential plugin of a kubeconfig's user: a program that prints an ExecCredential of
 * {@code client.authentication.k8s.io}. Most clusters of cloud providers need one.
 */
final class ExecPlugin {
    private static final String GROUP = "client.authentication.k8s.io/";
    private static final String V1 = GROUP + "v1";
    private static final String V1BETA1 = GROUP + "v1beta1";
    private static final String CLUSTER_CONFIG = "client.authentication.k8s.io/exec";
    private static final String INFO = "KUBERNETES_EXEC_INFO";
    private static final int MAX_OUTPUT = 1024 * 1024;

    private final JsonObject exec;
    private final JsonObject cluster;
    private final JsonCodec codec;

    /**
     * @param exec the field {@code exec} of the user; a relative command was resolved
     * @param cluster the cluster of the kubeconfig, for plugins that ask for it
     * @throws CredentialException if the field cannot be used
     */
    ExecPlugin(JsonObject exec, JsonObject cluster, JsonCodec codec) throws CredentialException {
        this.exec = exec;
        this.cluster = cluster;
        this.codec = codec;
        String version = exec.stringOrEmpty("apiVersion");
        if (!version.equals(V1) && !version.equals(V1BETA1)) {
            throw new CredentialException(
                    "exec.apiVersion: must be " + V1 + " or " + V1BETA1 + ", not \"" + version + "\"");
        }
        if (exec.stringOrEmpty("command").isEmpty()) {
            throw new CredentialException("exec.command: required");
        }
        String mode = exec.stringOrEmpty("interactiveMode");
        if (!List.of("Never", "IfAvailable", "Always").contains(mode) && !(mode.isEmpty() && version.equals(V1BETA1))) {
            throw new CredentialException("exec.interactiveMode: must be Never, IfAvailable or Always");
        }
    }

    /**
     * Runs the plugin. It prints its own messages to standard error, and may ask the user for input.
     *
     * @throws CredentialException if it returns no credential; the message is a sentence
     */
    ExecCredential run() throws IOException {
        String name = "the credential plugin " + exec.stringOrEmpty("command");
        String output = output(name);
        JsonObject answer;
        try {
            answer = codec.parse(output.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object
                    ? object
                    : JsonObject.EMPTY;
        } catch (ApiException _) {
            throw new CredentialException(name + " printed no JSON");
        }
        String version = exec.stringOrEmpty("apiVersion");
        if (!answer.stringOrEmpty("kind").equals("ExecCredential")
                || !answer.stringOrEmpty("apiVersion").equals(version)) {
            throw new CredentialException(name + " printed no ExecCredential of " + version);
        }
        try {
            return ExecCredential.of(answer.objectOrEmpty("status"));
        } catch (IOException e) {
            throw new CredentialException(name + ": " + e.getMessage());
        }
    }

    private String output(String name) throws IOException {
        boolean interactive = isInteractive(name);
        ProcessBuilder builder = new ProcessBuilder(commandLine())
                .redirectError(Redirect.INHERIT)
                .redirectInput(
                        interactive
                                ? Redirect.INHERIT
                                : Redirect.from(Path.of("/dev/null").toFile()));
        for (JsonObject variable : exec.arrayOrEmpty("env").objects()) {
            builder.environment().put(variable.stringOrEmpty("name"), variable.stringOrEmpty("value"));
        }
        builder.environment().put(INFO, info(interactive).toString());
        Process process;
        try {
            process = builder.start();
        } catch (IOException _) {
            String hint = exec.stringOrEmpty("installHint").strip();
            throw new CredentialException(
                    name + " cannot be started; is it installed?" + (hint.isEmpty() ? "" : "\n" + hint));
        }
        try (InputStream out = process.getInputStream()) {
            byte[] bytes = out.readNBytes(MAX_OUTPUT + 1);
            if (bytes.length > MAX_OUTPUT) {
                throw new CredentialException(name + " printed more than " + MAX_OUTPUT + " bytes");
            }
            int status = process.waitFor();
            if (status != 0) {
                throw new CredentialException(name + " failed with exit status " + status);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CredentialException(name + " was interrupted");
        } finally {
            process.destroy();
        }
    }

    private List<String> commandLine() {
        List<String> line = new ArrayList<>();
        line.add(exec.stringOrEmpty("command"));
        line.addAll(exec.arrayOrEmpty("args").strings());
        return line;
    }

    private boolean isInteractive(String name) throws CredentialException {
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return switch (exec.stringOrEmpty("interactiveMode")) {
            case "Never" -> false;
            case "Always" -> {
                if (!terminal) {
                    throw new CredentialException(name + " needs a terminal, because its interactiveMode is Always");
                }
                yield true;
            }
            default -> terminal;
        };
    }

    private JsonObject info(boolean interactive) throws IOException {
        JsonObject.Builder spec = JsonObject.builder().put("interactive", interactive);
        if (exec.isTrue("provideClusterInfo")) {
            spec.put("cluster", clusterInfo());
        }
        return JsonObject.builder()
                .put("kind", "ExecCredential")
                .put("apiVersion", exec.stringOrEmpty("apiVersion"))
                .put("spec", spec.build())
                .build();
    }

    private JsonObject clusterInfo() throws IOException {
        JsonObject.Builder info = JsonObject.builder();
        for (String field : List.of(
                "server", "tls-server-name", "insecure-skip-tls-verify", "certificate-authority-data", "proxy-url")) {
            info.putIfPresent(field, cluster.get(field));
        }
        String authority = cluster.stringOrEmpty("certificate-authority");
        if (!info.has("certificate-authority-data") && !authority.isEmpty()) {
            info.put(
                    "certificate-authority-data",
                    Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(authority))));
        }
        cluster.arrayOrEmpty("extensions").objects().stream()
                .filter(extension -> extension.stringOrEmpty("name").equals(CLUSTER_CONFIG))
                .findFirst()
                .map(extension -> extension.get("extension"))
                .ifPresent((JsonValue config) -> info.put("config", config));
        return info.build();
    }
}
