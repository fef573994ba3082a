package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The audit log of requests through a real aggregator (wire contract I2). */
@RequiresControlPlane
class AuditTest {
    private static final String SECRET = "not-for-the-audit";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: vaults.audit.example.com}
            spec:
              group: audit.example.com
              names: {kind: Vault, plural: vaults}
              sensitivePaths: ["spec.users[*].key"]
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec:
                          type: object
                          properties:
                            size: {type: integer}
                            password: {type: string, format: password, pattern: "^[a-z-]*$"}
                            token: {type: string, x-kubernetes-sensitive: true}
                            users:
                              type: array
                              x-kubernetes-list-type: map
                              x-kubernetes-list-map-keys: [key]
                              items:
                                type: object
                                required: [key]
                                properties: {name: {type: string}, key: {type: string}}
                            codes:
                              type: array
                              x-kubernetes-list-type: set
                              items: {type: string, format: password}
              release: {prefix: vault-, chartRef: {kind: OCIRepository, name: vault}}
            """;
    private static final String POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived]
            rules:
              - level: RequestResponse
                namespaces: [audit-whole]
                resources: [{group: audit.example.com, resources: [vaults]}]
              - level: Metadata
                namespaces: [audit-metadata]
            """;

    /** Denies the object named "denied", and adds the denial to the audit event. */
    private static final String ADMISSION = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: quotes.audit.example.com}
            spec:
              matchConstraints:
                resourceRules:
                  - {apiGroups: [audit.example.com], apiVersions: ["*"], operations: [CREATE], resources: [vaults]}
              matchConditions: [{name: denied, expression: object.metadata.name == 'denied'}]
              validations:
                - {expression: "false", messageExpression: "'not ' + object.spec.password", reason: Forbidden}
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: quotes.audit.example.com}
            spec: {policyName: quotes.audit.example.com, validationActions: [Deny, Audit]}
            """;

    private static @Nullable Program program;
    private static @Nullable Path log;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Path folder = ModuleDirectory.newWorkDirectory("audit");
        Path definitions = Files.createDirectory(folder.resolve("kinds"));
        Files.writeString(definitions.resolve("vaults.yaml"), DEFINITION);
        Path policy = Files.writeString(folder.resolve("policy.yaml"), POLICY);
        log = folder.resolve("audit.log");
        program = Program.startWith(
                        controlPlane, definitions, "audit: {policyFile: %s, logFile: %s}".formatted(policy, log))
                .registered("audit.example.com", "v1");
        controlPlane.kubectl().succeed("create", "namespace", "audit-whole");
        controlPlane.kubectl().succeed("create", "namespace", "audit-metadata");
        controlPlane.kubectl().succeed("create", "namespace", "audit-none");
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @Test
    void requestHasTheSameAuditIdOnAllServers() throws Exception {
        HttpResponse<String> created = create("audit-metadata", "one");
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        String auditId = created.headers().firstValue("Audit-Id").orElseThrow();

        JsonObject event = event(log(), auditId);
        assertThat(event.stringOrEmpty("stage")).isEqualTo("ResponseComplete");
        assertThat(event.stringOrEmpty("level")).isEqualTo("Metadata");
        assertThat(event.stringOrEmpty("verb")).isEqualTo("create");
        assertThat(event.objectOrEmpty("user").stringOrEmpty("username")).isEqualTo("e2e-admin");
        assertThat(event.objectOrEmpty("objectRef").stringOrEmpty("name")).isEqualTo("one");
        assertThat(event.objectOrEmpty("annotations").stringOrEmpty("authorization.k8s.io/decision"))
                .isEqualTo("allow");
        assertThat(event.names()).doesNotContain("requestObject", "responseObject");
        if (ControlPlane.shared().auditLog().isPresent()) {
            JsonObject upstream = event(ControlPlane.shared().auditLog().get(), auditId);
            assertThat(upstream.objectOrEmpty("objectRef").stringOrEmpty("resource"))
                    .isEqualTo("helmreleases");
            assertThat(upstream.objectOrEmpty("objectRef").stringOrEmpty("name"))
                    .isEqualTo("vault-one");
        }
    }

    @Test
    void auditLogRedactsSensitiveValues() throws Exception {
        Kubectl kubectl = ControlPlane.shared().kubectl();
        String manifest = manifest("audit-whole", "two");
        kubectl.apply(manifest);
        kubectl.apply(manifest.replace("size: 1", "size: 2"));
        kubectl.succeedWithInput(manifest, "apply", "--server-side", "--force-conflicts", "-f", "-");
        assertFails(
                kubectl.runWithInput(
                        manifest.replace("name: a", "name: b"),
                        "apply",
                        "--server-side",
                        "--field-manager=another",
                        "-f",
                        "-"),
                ".spec.users[key=\"" + SECRET + "\"].name");
        assertFails(
                kubectl.runWithInput(manifest.replace("password: ", "password: NOT ALLOWED "), "apply", "-f", "-"),
                "Invalid value: \"NOT ALLOWED " + SECRET + "\"");
        kubectl.succeedWithInput(manifest.replace("password: ", "pasword: "), "replace", "--validate=false", "-f", "-");
        kubectl.succeed(
                "patch",
                "vault",
                "two",
                "-n",
                "audit-whole",
                "--type=json",
                "-p",
                "[{\"op\": \"add\", \"path\": \"/spec/users/-\", \"value\": {\"name\": \"b\", \"key\": \"" + SECRET
                        + "-of-b\"}}]");
        kubectl.succeed(
                "patch",
                "vault",
                "two",
                "-n",
                "audit-whole",
                "--type=merge",
                "-p",
                "{\"spec\": {\"token\": \"" + SECRET + "\"}}");
        assertThat(kubectl.succeed("get", "vaults", "-n", "audit-whole", "-o", "yaml"))
                .contains(SECRET);
        kubectl.succeed("delete", "vault", "two", "-n", "audit-whole");
        HttpResponse<String> last = create("audit-whole", "three");

        JsonObject event = event(log(), last.headers().firstValue("Audit-Id").orElseThrow());
        assertThat(event.objectOrEmpty("requestObject").objectOrEmpty("spec"))
                .hasToString("{\"size\":1,\"password\":\"******\",\"token\":\"******\","
                        + "\"users\":[{\"name\":\"a\",\"key\":\"******\"}],\"codes\":[\"******\"]}");
        assertThat(Files.readString(log()))
                .contains("\"verb\":\"patch\"", "\"verb\":\"list\"", "\"verb\":\"delete\"", "\"code\":422")
                .contains("kubectl.kubernetes.io/last-applied-configuration")
                .contains("\"code\":409", "v:\\\"******\\\"", ".spec.users[key=\\\"******\\\"].name")
                .doesNotContain(SECRET);
    }

    @Test
    void auditLogRedactsAdmissionMessages() throws Exception {
        Kubectl kubectl = ControlPlane.shared().kubectl();
        kubectl.apply(ADMISSION);
        try {
            HttpResponse<String> denied = Awaitility.await("the policy is in force")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> create("audit-whole", "denied"), answer -> answer.statusCode() == 403);
            assertThat(denied.body()).contains("not " + SECRET, "\"reason\":\"Forbidden\"");

            JsonObject event =
                    event(log(), denied.headers().firstValue("Audit-Id").orElseThrow());
            assertThat(event.objectOrEmpty("responseStatus").stringOrEmpty("message"))
                    .isEqualTo("******");
            assertThat(event.objectOrEmpty("annotations")
                            .stringOrEmpty("validation.policy.admission.k8s.io/validation_failure"))
                    .contains("\"message\":\"******\"", "quotes.audit.example.com");
            assertThat(event.toString()).doesNotContain(SECRET);
        } finally {
            kubectl.succeedWithInput(ADMISSION, "delete", "-f", "-");
        }
    }

    private static void assertFails(Kubectl.Result result, String why) {
        assertThat(result.exitCode()).as(result.stderr()).isEqualTo(1);
        assertThat(result.stderr()).contains(why);
    }

    @Test
    void auditLogOmitsRequestsAndStagesExcludedByThePolicy() throws Exception {
        String unrecorded =
                create("audit-none", "one").headers().firstValue("Audit-Id").orElseThrow();
        String recorded = create("audit-metadata", "later")
                .headers()
                .firstValue("Audit-Id")
                .orElseThrow();

        event(log(), recorded);
        assertThat(Files.readString(log())).doesNotContain(unrecorded, "RequestReceived");
    }

    /** Waits for the event of a request. There is only one, because the first stage is omitted. */
    private static JsonObject event(Path file, String auditId) {
        return Awaitility.await("the event of " + auditId)
                .atMost(Duration.ofSeconds(30))
                .until(() -> events(file, auditId), events -> events.size() == 1)
                .getFirst();
    }

    private static List<JsonObject> events(Path file, String auditId) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.contains("\"auditID\":\"" + auditId + "\""))
                    .map(JsonClient::object)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates an object through the kube-apiserver, in YAML. */
    private static HttpResponse<String> create(String namespace, String name) throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                .build()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(controlPlane.url() + "/apis/audit.example.com/v1/namespaces/"
                                    + namespace + "/vaults"))
                            .header("Content-Type", "application/yaml")
                            .header("Accept", "application/json")
                            .POST(BodyPublishers.ofString(manifest(namespace, name)))
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    private static String manifest(String namespace, String name) {
        return """
                apiVersion: audit.example.com/v1
                kind: Vault
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  size: 1
                  password: %3$s
                  token: %3$s
                  users: [{name: a, key: %3$s}]
                  codes: [%3$s]
                """.formatted(name, namespace, SECRET);
    }

    private static Path log() {
        return Objects.requireNonNull(log, "the program is started before all tests");
    }
}
