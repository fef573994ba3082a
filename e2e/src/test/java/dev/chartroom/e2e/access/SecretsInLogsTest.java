package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.ports.log.RecordedLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients' tokens and sensitive values are in no log, at any log level. */
@RequiresControlPlane
class SecretsInLogsTest {
    private static final String SECRET = "not-for-any-log";
    private static final String REDISES = "/apis/apps.example.com/v1alpha1/namespaces/secrets-in-logs/redises";
    /** Strong references: the JDK drops an unreferenced logger and its level. */
    private static final List<Logger> TALKATIVE =
            List.of(Logger.getLogger("dev.chartroom"), Logger.getLogger("io.kubernetes"), Logger.getLogger("okhttp3"));

    /** Hooks that fail with a message that quotes the object. */
    private static final String HOOKS = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingAdmissionPolicy
            metadata: {name: quotes.example.com}
            spec:
              failurePolicy: Ignore
              reinvocationPolicy: Never
              matchConstraints:
                resourceRules:
                  - {apiGroups: [apps.example.com], apiVersions: ["*"], operations: [CREATE], resources: [redises]}
              matchConditions: [{name: quoted, expression: object.metadata.name == 'quoted'}]
              mutations:
                - patchType: JSONPatch
                  jsonPatch:
                    expression: >-
                      [JSONPatch{op: 'add', path: '/metadata/labels',
                                 value: {'a': {'b': 'c'}}[object.metadata.annotations['quoted']]}]
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingAdmissionPolicyBinding
            metadata: {name: quotes.example.com}
            spec: {policyName: quotes.example.com}
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: quotes.example.com}
            webhooks:
              - name: quotes.example.com
                failurePolicy: Ignore
                sideEffects: None
                admissionReviewVersions: [v1]
                clientConfig: {url: "https://127.0.0.1:PORT", caBundle: CA}
                rules:
                  - {apiGroups: [apps.example.com], apiVersions: ["*"], operations: [CREATE], resources: [redises]}
                matchConditions: [{name: quoted, expression: object.metadata.name == 'quoted'}]
            """;

    private final RecordedLog log = new RecordedLog(SecretsInLogsTest::text);

    @BeforeEach
    void listen() {
        Logger.getLogger("").addHandler(log);
        TALKATIVE.forEach(logger -> logger.setLevel(Level.ALL));
    }

    @AfterEach
    void stopListening() {
        TALKATIVE.forEach(logger -> logger.setLevel(null));
        Logger.getLogger("").removeHandler(log);
    }

    private static String text(LogRecord entry) {
        StringWriter text = new StringWriter();
        text.append(new SimpleFormatter().formatMessage(entry));
        if (entry.getThrown() != null) {
            entry.getThrown().printStackTrace(new PrintWriter(text));
        }
        return text.toString();
    }

    @Test
    void neitherTokensNorValuesAreLogged() throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", "secrets-in-logs");
        try (Program program = Program.start(controlPlane, Definitions.EXAMPLES)) {
            HttpClient admin = program.client(controlPlane.admin().identity());
            HttpClient stranger = program.client(controlPlane.user("stranger").identity());
            HttpClient nobody = program.client();

            send(nobody, program, "GET", REDISES, "", "Authorization", "Bearer " + SECRET);
            send(nobody, program, "GET", REDISES, "", "Authorization", "Basic " + SECRET);
            // The controller creates the service account "default" some time after the namespace.
            controlPlane.kubectl().succeed("create", "serviceaccount", "robot", "-n", "secrets-in-logs");
            String token = controlPlane
                    .kubectl()
                    .succeed("create", "token", "robot", "-n", "secrets-in-logs")
                    .strip();
            send(nobody, program, "GET", REDISES, "", "Authorization", "Bearer " + token);
            assertThat(log.lines()).noneMatch(line -> line.contains(token));
            send(stranger, program, "POST", REDISES, object("a", "\"" + SECRET + "\""));
            send(admin, program, "POST", REDISES, object("a", "\"" + SECRET + "\""));
            send(admin, program, "POST", REDISES, object("b", "{\"" + SECRET + "\": \"" + SECRET + "\"}"));
            send(admin, program, "POST", REDISES, "{\"" + SECRET);
            send(admin, program, "POST", REDISES, object("NOT A NAME", "\"" + SECRET + "\""));
            send(admin, program, "POST", "/apis/apps.example.com/v1alpha1/namespaces/absent/redises", object("a", "1"));
            send(admin, program, "PUT", REDISES + "/a", object("a", "\"" + SECRET + "\""));
            send(admin, program, "DELETE", REDISES + "/a", "{\"preconditions\": {\"uid\": \"" + SECRET + "\"}}");
            for (String type : List.of("merge-patch+json", "json-patch+json", "apply-patch+yaml", "unknown")) {
                for (String body : List.of(
                        object("a", "\"" + SECRET + "\""),
                        "[{\"op\": \"add\", \"path\": \"/spec/" + SECRET + "\", \"value\": \"" + SECRET + "\"}]",
                        SECRET)) {
                    send(
                            admin,
                            program,
                            "PATCH",
                            REDISES + "/a?fieldManager=m",
                            body,
                            "Content-Type",
                            "application/" + type);
                }
            }
            askedByFailingHooks(controlPlane.kubectl(), admin, program);
        }

        assertThat(log.lines())
                .as("something was logged")
                .anyMatch(line -> line.contains("Not authenticated: bearer token"));
        assertThat(log.lines()).noneMatch(line -> line.contains(SECRET));
    }

    /** Writes until both hooks have failed: they come into force some time after their creation. */
    private void askedByFailingHooks(Kubectl kubectl, HttpClient admin, Program program) throws IOException {
        CertificateAuthorities.Webhooks keys = CertificateAuthorities.webhooks();
        HttpsServer webhook = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhook.setHttpsConfigurator(new HttpsConfigurator(keys.tls()));
        webhook.createContext("/", exchange -> {
            try (exchange) {
                byte[] review = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(500, 0);
                exchange.getResponseBody().write(("I do not like " + SECRET).getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().write(review);
            }
        });
        webhook.start();
        String ca = Base64.getEncoder().encodeToString(keys.caPem().getBytes(StandardCharsets.UTF_8));
        String hooks = HOOKS.replace(
                        "PORT", Integer.toString(webhook.getAddress().getPort()))
                .replace("caBundle: CA", "caBundle: " + ca);
        try {
            kubectl.apply(hooks);
            String quoted =
                    "{\"apiVersion\": \"apps.example.com/v1alpha1\", \"kind\": \"Redis\", \"metadata\": {\"name\":"
                            + " \"quoted\", \"annotations\": {\"quoted\": \"" + SECRET + "\"}}}";
            Awaitility.await("the policy and the webhook fail")
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> {
                        send(admin, program, "POST", REDISES + "?dryRun=All", quoted);
                        assertThat(log.lines())
                                .anyMatch(line -> line.contains("MutatingAdmissionPolicy quotes.example.com"))
                                .anyMatch(line -> line.contains("Webhook \"quotes.example.com\" failed"));
                    });
        } finally {
            kubectl.succeedWithInput(hooks, "delete", "-f", "-");
            webhook.stop(0);
        }
    }

    private static String object(String name, String password) {
        return "{\"apiVersion\": \"apps.example.com/v1alpha1\", \"kind\": \"Redis\", \"metadata\": {\"name\": \"" + name
                + "\"}, \"spec\": {\"password\": " + password + ", \"size\": " + password + "}}";
    }

    private static void send(
            HttpClient client, Program program, String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(program.url() + path))
                .method(method, BodyPublishers.ofString(body))
                .header("Accept", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        client.send(request.build(), BodyHandlers.discarding());
    }
}
