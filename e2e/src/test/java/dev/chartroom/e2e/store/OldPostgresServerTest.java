package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.OnInstalledPostgres;
import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** A PostgreSQL server that is too old for {@code postgres-resources} affects only the kinds of that store. */
@RequiresControlPlane
@EnabledIf(
        value = "dev.chartroom.adapters.postgres.PostgresPrograms#isOldInstalled",
        disabledReason = PostgresPrograms.NO_OLD_ONE)
class OldPostgresServerTest {
    private static final String NAMESPACE = "old-postgres";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: kettles.oldpostgres.example.com}
            spec:
              group: oldpostgres.example.com
              names: {kind: Kettle, plural: kettles}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}
              release:
                prefix: kettle-
                chartRef: {kind: OCIRepository, name: kettle, namespace: charts}
            """;

    private static ControlPlane controlPlane;
    private static EmbeddedPostgres server;
    private static Program program;
    private static Kubectl kubectl;

    @OnInstalledPostgres
    private static final class Installed {}

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        server = PostgresPrograms.builder(Installed.class).start();
        Path folder = ModuleDirectory.newWorkDirectory("old-postgres");
        Files.writeString(folder.resolve("kettles.yaml"), DEFINITION);
        program = Program.startWith(
                        controlPlane,
                        folder,
                        "stores: {postgresResources: {url: \"%s\", user: postgres}}"
                                .formatted(server.getJdbcUrl("postgres", "postgres")))
                .registered("oldpostgres.example.com", "v1")
                .registered("postgres.chartroom.dev", "v1alpha1");
    }

    @AfterAll
    static void stop() throws IOException {
        if (program != null) {
            program.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void kindsOfATooOldServerAreUnavailableAndOthersAreServed() throws Exception {
        String why = "PostgreSQL 16 or newer is needed, the server has 15";

        assertThat(kubectl.run("get", "postgresroles", "-n", NAMESPACE).stderr())
                .contains("(ServiceUnavailable)", why);

        kubectl.apply("""
                apiVersion: oldpostgres.example.com/v1
                kind: Kettle
                metadata: {name: a, namespace: old-postgres}
                spec: {size: 3}
                """);
        assertThat(kubectl.succeed("get", "kettle", "a", "-n", NAMESPACE, "-o", "jsonpath={.spec.size}"))
                .isEqualTo("3");
        assertThat(ready("/readyz").statusCode()).isEqualTo(200);
        HttpResponse<String> check = ready("/readyz/postgres-resources?verbose");
        assertThat(check.statusCode()).isEqualTo(200);
        assertThat(check.body()).contains("postgres-resources: not ready: ", why);
    }

    private static HttpResponse<String> ready(String path) throws IOException, InterruptedException {
        try (HttpClient client = program.client(controlPlane.admin().identity())) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(program.url() + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
