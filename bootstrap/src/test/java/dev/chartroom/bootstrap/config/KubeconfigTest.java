package dev.chartroom.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Query;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigTest {
    private static final String CREDENTIAL = """
            {"kind": "ExecCredential", "apiVersion": "client.authentication.k8s.io/v1", "status": {"token": "%s"%s}}""";

    @TempDir
    private Path folder;

    private HttpServer server;
    private final List<Map<String, List<String>>> received = new CopyOnWriteArrayList<>();
    private volatile int code = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            received.add(Map.copyOf(exchange.getRequestHeaders()));
            exchange.sendResponseHeaders(code, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void filesOfTheVariableAreMerged_firstEntryWins() throws IOException {
        Path one = written("one", """
                contexts: [{name: a, context: {cluster: here, user: first, namespace: shop}}]
                users: [{name: first, user: {token: of-one}}]
                """);
        Path two = written("two", """
                current-context: a
                clusters: [{name: here, cluster: {server: "URL"}}]
                users: [{name: first, user: {token: of-two}}, {name: second, user: {token: second}}]
                contexts: [{name: a, context: {cluster: here, user: second}}, {name: b, context: {cluster: here, user: second}}]
                """);
        Path missing = folder.resolve("missing");
        String list = one + File.pathSeparator + missing + File.pathSeparator + two;

        Kubeconfig current = find(null, null, list);
        assertThat(current.namespace()).contains("shop");
        assertThat(authorization(current)).isEqualTo("Bearer of-one");

        Kubeconfig other = find(null, "b", list);
        assertThat(other.namespace()).isEmpty();
        assertThat(authorization(other)).isEqualTo("Bearer second");
    }

    @Test
    void givenFileTakesPrecedenceOverTheVariableAndTheHomeDirectory() throws IOException {
        Path given = written("given", user("{token: given}"));
        Path listed = written("listed", user("{token: listed}"));
        Files.createDirectory(folder.resolve(".kube"));
        written(".kube/config", user("{token: home}"));

        assertThat(authorization(find(given, null, listed.toString()))).isEqualTo("Bearer given");
        assertThat(authorization(find(null, null, listed.toString()))).isEqualTo("Bearer listed");
        assertThat(authorization(find(null, null, ""))).isEqualTo("Bearer home");
    }

    @Test
    void relativePathsAreRelativeToTheirFile() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        Files.writeString(folder.resolve("sub/token"), "from-a-file");

        assertThat(authorization(Kubeconfig.of(written("sub/config", user("{tokenFile: token}")))))
                .isEqualTo("Bearer from-a-file");
    }

    @Test
    void unknownContextIsRefusedWithTheKnownOnes() throws IOException {
        Path file = written("config", user("{}"));

        assertThatThrownBy(() -> find(file, "production", ""))
                .isInstanceOf(ConfigException.class)
                .hasMessage("kubeconfig " + file + ": --context: \"production\" is not in contexts, which has a");
    }

    @Test
    void withoutAnyFile_theMessageNamesTheOptions() {
        assertThatThrownBy(() -> find(null, null, ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith(".kube/config: does not exist; set --kubeconfig or KUBECONFIG");
        assertThatThrownBy(() -> find(null, null, "/nowhere"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("KUBECONFIG: no file of /nowhere exists");
    }

    @Test
    void pluginGetsItsArgumentsAndVariables_andItsTokenIsSent() throws IOException {
        plugin("printf '" + CREDENTIAL.formatted("'\"$1-$ROLE\"'", "")
                + "'\necho \"$KUBERNETES_EXEC_INFO\" > \"$0.info\"");

        String sent = authorization(Kubeconfig.of(written("config", user("""
                {exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, args: [cluster-7],
                  env: [{name: ROLE, value: reader}], interactiveMode: Never, provideClusterInfo: true}}"""))));

        assertThat(sent).isEqualTo("Bearer cluster-7-reader");
        assertThat(folder.resolve("plugin.info"))
                .content()
                .contains("\"kind\":\"ExecCredential\"", "\"interactive\":false", "\"server\":\"" + url() + "\"");
    }

    @Test
    void pluginRunsAgainAfterTheTokenExpiredOrWasRejected() throws IOException {
        plugin("echo run >> \"$0.runs\"\nprintf '"
                + CREDENTIAL.formatted(
                        "'$(wc -l < \"$0.runs\" | tr -d ' ')'", ", \"expirationTimestamp\": \"2020-01-01T00:00:00Z\"")
                + "'");
        KubernetesHttp http = new KubernetesHttp(pluginClient().client());
        http.get("/version", new Query());
        assertThat(sent()).isEqualTo("Bearer 2");

        plugin("echo run >> \"$0.runs\"\nprintf '" + CREDENTIAL.formatted("'$(wc -l < \"$0.runs\" | tr -d ' ')'", "")
                + "'");
        http.get("/version", new Query());
        http.get("/version", new Query());
        assertThat(sent()).isEqualTo("Bearer 3");

        code = 401;
        http.get("/version", new Query());
        assertThat(sent()).isEqualTo("Bearer 4");
    }

    @Test
    void brokenPluginIsReportedInASentence() throws IOException {
        Path config = written("config", user("""
                {exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, interactiveMode: Never,
                  installHint: Install it first.}}"""));

        assertThatThrownBy(() -> Kubeconfig.of(config).client())
                .hasMessageContaining("/plugin cannot be started; is it installed?\nInstall it first.");
        plugin("exit 3");
        assertThatThrownBy(() -> Kubeconfig.of(config).client()).hasMessageEndingWith("failed with exit status 3");
        plugin("echo '{'");
        assertThatThrownBy(() -> Kubeconfig.of(config).client()).hasMessageEndingWith("printed no JSON");
        plugin("echo '{}'");
        assertThatThrownBy(() -> Kubeconfig.of(config).client())
                .hasMessageEndingWith("printed no ExecCredential of client.authentication.k8s.io/v1");
        plugin("echo '" + CREDENTIAL.formatted("", "") + "'");
        assertThatThrownBy(() -> Kubeconfig.of(config).client())
                .hasMessageEndingWith(": returned neither a token nor a client certificate");
    }

    @Test
    void userTakesOnTheIdentityOfTheKubeconfig() throws IOException {
        Kubeconfig config = Kubeconfig.of(
                written("config", user("{token: t, as: jane, as-groups: [a, b], as-user-extra: {team: [x]}}")));

        assertThat(authorization(config)).isEqualTo("Bearer t");
        assertThat(received.getLast())
                .containsEntry("Impersonate-user", List.of("jane"))
                .containsEntry("Impersonate-group", List.of("a", "b"))
                .containsEntry("Impersonate-extra-team", List.of("x"));
    }

    @Test
    void requestsUseTheProxyOfTheCluster() throws IOException {
        Path file = written(
                "config",
                user("{}").replace("server: \"URL\"", "server: \"http://cluster.invalid\", proxy-url: \"URL\""));

        new KubernetesHttp(Kubeconfig.of(file).client()).get("/version", new Query());

        assertThat(received.getLast()).containsEntry("Host", List.of("cluster.invalid"));
    }

    @Test
    void missingTokenFileIsReported() throws IOException {
        Path file = written("config", user("{tokenFile: no-token}"));

        assertThatThrownBy(() -> Kubeconfig.of(file).client())
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith("tokenFile " + folder.resolve("no-token") + ": does not exist");
    }

    @Test
    void unsupportedAuthProviderIsRefused() throws IOException {
        Path file = written("config", user("{auth-provider: {name: openstack}}"));

        assertThatThrownBy(() -> Kubeconfig.of(file).client())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the auth-provider \"openstack\" is not supported");
    }

    private Kubeconfig pluginClient() throws IOException {
        return Kubeconfig.of(written("config", user("""
                {exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, interactiveMode: IfAvailable}}""")));
    }

    private void plugin(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("plugin"), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private String authorization(Kubeconfig kubeconfig) {
        new KubernetesHttp(kubeconfig.client()).get("/version", new Query());
        return sent();
    }

    private String sent() {
        return received.getLast().getOrDefault("Authorization", List.of("")).getFirst();
    }

    private Kubeconfig find(@Nullable Path file, @Nullable String context, String variable) {
        return Kubeconfig.find(file, context, Map.of("KUBECONFIG", variable), folder);
    }

    private static String user(String user) {
        return """
                clusters: [{name: a, cluster: {server: "URL"}}]
                users: [{name: a, user: USER}]
                contexts: [{name: a, context: {cluster: a, user: a}}]
                current-context: a
                """.replace("USER", user.replaceAll("\\s*\\R\\s*", " "));
    }

    private Path written(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace("URL", url()));
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }
}
