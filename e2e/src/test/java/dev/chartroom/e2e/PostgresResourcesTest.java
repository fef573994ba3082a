package dev.chartroom.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The databases and roles of a PostgreSQL server as resources of a cluster, with the real kubectl. */
@RequiresControlPlane
class PostgresResourcesTest {
    private static final String GROUP = "postgres.chartroom.dev";
    private static final String NAMESPACE = "databases";
    private static EmbeddedPostgres server;
    private static Program program;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: chartroom-secrets, namespace: databases}
                rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: chartroom-secrets, namespace: databases}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: chartroom-secrets}
                subjects: [{kind: ServiceAccount, name: chartroom, namespace: chartroom-system}]
                """);
        server = EmbeddedPostgres.start();
        program = Program.startWith(controlPlane, ModuleDirectory.newWorkDirectory("no-kinds"), """
                        stores: {postgresResources: {url: "%s", user: postgres, namespace: %s}}
                        """.formatted(
                                server.getJdbcUrl("postgres", "postgres"), NAMESPACE))
                .registered(GROUP, "v1alpha1");
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
    void whatIsAppliedIsInTheServerAndWhatIsChangedThereIsToldToAWatch() throws SQLException {
        kubectl.succeed(
                "create", "secret", "generic", "shop", "--from-literal=password=not-for-any-log", "-n", NAMESPACE);
        kubectl.apply("""
                apiVersion: postgres.chartroom.dev/v1alpha1
                kind: PostgresRole
                metadata: {name: shop, namespace: databases, labels: {team: shop}}
                spec: {login: true, connectionLimit: 7, passwordSecretRef: {name: shop, key: password}}
                ---
                apiVersion: postgres.chartroom.dev/v1alpha1
                kind: PostgresDatabase
                metadata: {name: orders, namespace: databases}
                spec: {owner: shop, deletionPolicy: Delete}
                """);

        try (Connection connection =
                DriverManager.getConnection(server.getJdbcUrl("shop", "orders"), "shop", "not-for-any-log")) {
            assertThat(connection.isValid(5)).isTrue();
        }
        assertThat(kubectl.succeed("get", "postgresroles", "-n", NAMESPACE, "-l", "team=shop"))
                .containsPattern("NAME\\s+READY\\s+AGE\\s+LOGIN\\s+LIMIT|shop\\s.*true\\s+7");
        assertThat(kubectl.succeed("get", "pgrole", "shop", "-n", NAMESPACE, "-o", "yaml"))
                .doesNotContain("not-for-any-log")
                .contains("connectionLimit: 7");
        try (var watching = kubectl.startWatching("get", "postgresroles", "-n", NAMESPACE, "-w", "-o", "json")) {
            administer("ALTER ROLE shop CONNECTION LIMIT 9");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(15))
                    .until(() -> watching.lines().stream().anyMatch(line -> line.contains("\"connectionLimit\": 9")));
        }

        kubectl.succeed("delete", "postgresdatabase", "orders", "-n", NAMESPACE);
        assertThat(kubectl.run("get", "postgresdatabase", "orders", "-n", NAMESPACE)
                        .stderr())
                .contains("(NotFound)");
        kubectl.succeed("delete", "postgresrole", "shop", "-n", NAMESPACE);
        administer("CREATE ROLE shop");
    }

    @Test
    void whatPostgresRefusesIsSaidInItsWords() throws SQLException {
        kubectl.apply("""
                apiVersion: postgres.chartroom.dev/v1alpha1
                kind: PostgresRole
                metadata: {name: owner, namespace: databases}
                spec: {}
                """);
        administer("CREATE DATABASE owned OWNER owner");

        assertThat(kubectl.run("delete", "postgresrole", "owner", "-n", NAMESPACE)
                        .stderr())
                .contains("(Conflict)", "owner of database owned");
        administer("DROP DATABASE owned");
        kubectl.succeed("delete", "postgresrole", "owner", "-n", NAMESPACE);
    }

    private static void administer(String statement) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement administer = connection.createStatement()) {
            administer.execute(statement);
        }
    }
}
