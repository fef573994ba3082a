package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.ports.tls.Identity;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code ./chartroom dev}, used with the real kubectl as by a new user. */
@RequiresControlPlane
class DevModeTest {
    private static @Nullable DevServer started;

    private final Kubectl kubectl = server().kubectl();

    @BeforeAll
    static void start() {
        started = DevServer.start(ModuleDirectory.newWorkDirectory("dev"));
    }

    @AfterAll
    static void stop() {
        if (started != null) {
            started.close();
        }
    }

    @Test
    void outputSuggestsTheNextCommands() {
        assertThat(server().said())
                .contains("serves 8 kinds on https://127.0.0.1:")
                .contains("export KUBECONFIG=" + directory().resolve("kubeconfig"))
                .contains(
                        "kubectl api-resources", "kubectl explain redis.spec", "kubectl create -f examples/redis.yaml")
                .contains(", in memory, with simulated releases. Try");
    }

    @Test
    void basicKubectlCommandsWork() {
        String example = DevServer.ROOT.resolve("examples/redis.yaml").toString();
        assertThat(kubectl.succeed("api-resources")).containsPattern("redises\\s+rd\\s+apps.example.com/v1alpha1");
        assertThat(kubectl.succeed("api-versions"))
                .isEqualTo("apiextensions.k8s.io/v1\napps.example.com/v1alpha1\ncomputed.chartroom.dev/v1alpha1\nv1\n");
        assertThat(kubectl.succeed("explain", "redis.spec")).contains("FIELDS:", "replicas\t<integer>");
        assertThat(kubectl.succeed("auth", "can-i", "delete", "redises").strip())
                .isEqualTo("yes");

        kubectl.succeed("create", "-f", example);
        assertThat(kubectl.succeed("get", "redises")).containsPattern("NAME\\s+READY\\s+AGE\\s+VERSION\\s*\ncart\\s");
        assertThat(kubectl.succeed("get", "rd", "-o", "wide"))
                .containsPattern("VERSION\\s+DIGEST\\s+REASON\\s+MESSAGE");
        assertThat(kubectl.succeed("get", "rd", "-o", "name")).isEqualTo("redis.apps.example.com/cart\n");
        assertThat(kubectl.succeed("get", "rd", "cart", "-o", "yaml"))
                .contains("replicas: 3", "size: 5Gi", "storageClass: \"\"");
        assertThat(kubectl.succeed("get", "databases", "-A")).contains("cart");
        assertThat(kubectl.succeed("describe", "redis", "cart")).contains("Kind:         Redis", "Replicas:   3");
        assertThat(kubectl.succeed("apply", "-f", example)).contains("cart configured");
        kubectl.succeed("patch", "rd", "cart", "--type=merge", "-p", "{\"spec\":{\"replicas\":4}}");
        kubectl.succeed(
                "patch",
                "rd",
                "cart",
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"/spec/size\",\"value\":\"6Gi\"}]");
        kubectl.succeed("label", "rd", "cart", "tier=gold");
        edit("s/replicas: 4/replicas: 5/");
        assertThat(kubectl.succeed(
                        "get",
                        "rd",
                        "-l",
                        "tier=gold",
                        "-o",
                        "jsonpath={.items[0].spec.replicas} {.items[0].spec.size}"))
                .isEqualTo("5 6Gi");
        kubectl.succeed("delete", "rd", "cart");
        assertThat(kubectl.run("get", "rd", "cart").stderr()).contains("(NotFound)");
    }

    /** TLS 1.2 lets a client renegotiate, which costs the server more than the client. */
    @Test
    void clientInitiatedRenegotiationIsRefused() throws IOException {
        URI url = URI.create(found("server: *(\\S+)"));
        String ca = new String(
                Base64.getDecoder().decode(found("certificate-authority-data: *(\\S+)")), StandardCharsets.US_ASCII);
        try (SSLSocket client =
                (SSLSocket) Identity.anonymous(ca).getSocketFactory().createSocket(url.getHost(), url.getPort())) {
            client.setSoTimeout(20_000);
            client.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThat(livez(client)).startsWith("HTTP/1.1 200 ");
            assertThat(livez(client)).startsWith("HTTP/1.1 200 ");

            assertThatThrownBy(() -> {
                        client.startHandshake();
                        livez(client);
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    /** Finds a value in the kubeconfig that dev mode wrote. */
    private static String found(String pattern) throws IOException {
        Matcher matcher =
                Pattern.compile(pattern).matcher(Files.readString(directory().resolve("kubeconfig")));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1).replace("\"", "");
    }

    private static String livez(SSLSocket client) throws IOException {
        client.getOutputStream().write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("\r\n\r\nok")) {
            int next = client.getInputStream().read();
            if (next < 0) {
                throw new EOFException("after " + answer);
            }
            answer.append((char) next);
        }
        return answer.toString();
    }

    @Test
    void readmeCommandsWork() throws IOException, InterruptedException {
        String readme = Files.readString(DevServer.ROOT.resolve("README.md"));
        int start = readme.indexOf("```sh\n") + "```sh\n".length();
        String commands = readme.substring(start, readme.indexOf("```", start));
        assertThat(commands).contains("kubectl create -f examples/redis.yaml");
        // A folder with the same content as the checkout in which dev mode was started.
        Path checkout = ModuleDirectory.newWorkDirectory("readme");
        Files.createSymbolicLink(checkout.resolve(".chartroom"), directory());
        Files.createSymbolicLink(checkout.resolve("examples"), DevServer.ROOT.resolve("examples"));
        Path said = checkout.resolve("said");
        String echoed = commands.lines()
                .map(line -> "echo '$ " + line + "'\n" + line + "\n")
                .collect(Collectors.joining());
        ProcessBuilder builder = new ProcessBuilder("bash", "-ec", echoed)
                .directory(checkout.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment()
                .merge("PATH", String.valueOf(kubectl.binary().getParent()), (path, own) -> own + ":" + path);
        try (ChildProcess shell = ChildProcess.start(builder)) {
            assertThat(shell.endsWithin(Duration.ofSeconds(60))).isTrue();
            assertThat(shell.exitCode()).as(Files.readString(said)).isZero();
        }
        List<String> lines = new ArrayList<>(List.of("$ ./chartroom dev", firstLine(server().said()), ""));
        Files.readString(said)
                .lines()
                .map(line -> line.replaceAll("\\b\\d+s\\b", "2s").stripTrailing())
                .forEach(lines::add);
        new TerminalPicture("The commands of this page and their output", lines)
                .assertIs(DevServer.ROOT.resolve("docs/images/first-minute.svg"));
    }

    /** Returns the line in which dev mode says that it is ready, with its usual port. */
    private static String firstLine(String said) {
        return said.lines()
                .filter(line -> line.startsWith("Chartroom serves "))
                .map(line -> line.replaceAll("127[.]0[.]0[.]1:\\d+", "127.0.0.1:8443"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void watchReportsACreatedObject() {
        try (var watching = kubectl.startWatching("get", "kafkas", "-w")) {
            kubectl.succeedWithInput("""
                    apiVersion: apps.example.com/v1alpha1
                    kind: Kafka
                    metadata: {name: events}
                    spec: {}
                    """, "create", "-f", "-");
            Awaitility.await().until(() -> watching.lines().stream().anyMatch(line -> line.startsWith("events")));
        }
    }

    @Test
    void kubeconfigIsReadableByItsOwnerOnly() throws IOException {
        assertThat(Files.getPosixFilePermissions(directory().resolve("kubeconfig")))
                .hasToString("[OWNER_READ, OWNER_WRITE]");
    }

    @Test
    void addressOutsideLoopbackIsRefused() throws InterruptedException, IOException {
        assertThat(refusal("--address", "0.0.0.0", "--port", "0"))
                .contains("dev mode listens on loopback only", "not on 0.0.0.0");
    }

    @Test
    void portInUse_printsAOneLineError() throws InterruptedException, IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(refusal("--port", port))
                    .startsWith("chartroom: cannot listen on /127.0.0.1:" + port)
                    .hasLineCount(1);
            assertThat(refusal("--port", "0", "--console-port", port))
                    .startsWith("chartroom: cannot listen on /127.0.0.1:" + port)
                    .hasLineCount(1);
        }
    }

    @Test
    void consolePortOutOfRangeIsRefused() throws InterruptedException, IOException {
        assertThat(refusal("--port", "0", "--console-port", "65536"))
                .isEqualTo("chartroom: --console-port: must be from 0 to 65535, not 65536\n");
    }

    /** Returns the error message of dev mode if it does not start. */
    private static String refusal(String... options) throws InterruptedException, IOException {
        Path folder = ModuleDirectory.newWorkDirectory("refused");
        Path errors = folder.resolve("errors");
        List<String> arguments = new ArrayList<>(List.of("dev", "--directory", folder.toString()));
        arguments.addAll(List.of(options));
        try (ChildProcess refused =
                ChildProcess.start(command(arguments.toArray(String[]::new)).redirectError(errors.toFile()))) {
            assertThat(refused.endsWithin(Duration.ofSeconds(30))).isTrue();
            assertThat(refused.exitCode()).isEqualTo(2);
        }
        return Files.readString(errors);
    }

    /** Runs {@code kubectl edit} with an editor that makes one change. */
    private void edit(String change) {
        ProcessBuilder builder = new ProcessBuilder(
                kubectl.binary().toString(), "--kubeconfig=" + kubectl.kubeconfig(), "edit", "redis", "cart");
        builder.environment().put("EDITOR", "sed -i '" + change + "'");
        builder.redirectOutput(directory().resolve("edited").toFile());
        try (ChildProcess editing = ChildProcess.start(builder)) {
            assertThat(editing.endsWithin(Duration.ofSeconds(30))).isTrue();
            assertThat(editing.exitCode()).isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static ProcessBuilder command(String... arguments) {
        return DevServer.command(DevServer.ROOT, List.of(arguments));
    }

    private static Path directory() {
        return server().directory();
    }

    private static DevServer server() {
        if (started == null) {
            throw new IllegalStateException("dev mode was not started");
        }
        return started;
    }
}
