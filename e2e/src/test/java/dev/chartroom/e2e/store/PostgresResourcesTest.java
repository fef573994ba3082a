package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.postgres.PostgresPrograms;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.ports.log.RecordedLog;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The databases, roles and grants of a PostgreSQL server as resources of a cluster, with the real kubectl. */
@RequiresControlPlane
class PostgresResourcesTest {
    private static final String GROUP = "postgres.chartroom.dev";
    private static final String NAMESPACE = "databases";
    private static final String PASSWORD = "not-for-any-log";
    private static final List<Logger> TALKATIVE = Stream.of("dev.chartroom", "com.zaxxer.hikari", "org.postgresql")
            .map(Logger::getLogger)
            .toList();
    private static EmbeddedPostgres server;
    private static Path audit;
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
        server = PostgresPrograms.builder().start();
        Path folder = ModuleDirectory.newWorkDirectory("postgres-resources");
        audit = folder.resolve("audit.log");
        Path policy = Files.writeString(folder.resolve("policy.yaml"), """
                apiVersion: audit.k8s.io/v1
                kind: Policy
                rules: [{level: RequestResponse, resources: [{group: postgres.chartroom.dev}]}]
                """);
        program = Program.startWith(controlPlane, ModuleDirectory.newWorkDirectory("no-kinds"), """
                        stores:
                          postgresResources:
                            url: "%s"
                            user: postgres
                            namespace: %s
                            allowed: [{namespaces: [databases], roles: [teller], databases: [vault], schemas: [till]}]
                        audit: {policyFile: "%s", logFile: "%s"}
                        """.formatted(
                                server.getJdbcUrl("postgres", "postgres"), NAMESPACE, policy, audit))
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
    void appliedObjectsReachPostgresAndChangesInPostgresReachAWatch() throws SQLException {
        kubectl.succeed(
                "create", "secret", "generic", "shop", "--from-literal=password=not-for-any-log", "-n", NAMESPACE);
        kubectl.succeed("label", "secret", "shop", "chartroom.dev/offered=true", "-n", NAMESPACE);
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
    void grantGivesPrivilegesUntilItIsDeleted() throws SQLException {
        for (String statement : List.of(
                "CREATE ROLE teller LOGIN",
                "CREATE ROLE stranger LOGIN",
                "CREATE SCHEMA till",
                "CREATE TABLE till.sales (amount int)",
                "CREATE DATABASE vault",
                "REVOKE CONNECT ON DATABASE vault FROM public")) {
            administer(statement);
        }
        String applied = """
                apiVersion: postgres.chartroom.dev/v1alpha1
                kind: PostgresGrant
                metadata: {name: teller-vault, namespace: databases}
                spec: {role: teller, database: vault, privileges: [CONNECT]}
                ---
                apiVersion: postgres.chartroom.dev/v1alpha1
                kind: PostgresGrant
                metadata: {name: teller-till, namespace: databases}
                spec: {role: teller, schema: till, privileges: [USAGE]}
                ---
                apiVersion: postgres.chartroom.dev/v1alpha1
                kind: PostgresGrant
                metadata: {name: teller-sales, namespace: databases}
                spec: {role: teller, schema: till, table: sales, privileges: [SELECT, INSERT]}
                """;
        kubectl.apply(applied);

        select("teller", "vault", "SELECT 1");
        select("teller", "postgres", "SELECT * FROM till.sales");
        assertThatThrownBy(() -> select("stranger", "vault", "SELECT 1")).hasMessageContaining("permission denied");
        assertThatThrownBy(() -> select("stranger", "postgres", "SELECT * FROM till.sales"))
                .hasMessageContaining("permission denied");
        assertThat(kubectl.succeed("get", "postgresgrants", "-n", NAMESPACE))
                .containsPattern("teller-sales\\s+teller\\s+\\[\"SELECT\",\"INSERT\"]\\s+till\\s+sales");

        assertThat(kubectl.runWithInput(applied, "apply", "-f", "-").stdout().lines())
                .hasSize(3)
                .allMatch(line -> line.endsWith(" unchanged"));

        try (var watching = kubectl.startWatching("get", "pggrant", "-n", NAMESPACE, "-w", "-o", "json")) {
            administer("REVOKE INSERT ON till.sales FROM teller");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(15))
                    .untilAsserted(
                            () -> assertThat(String.join("", watching.lines()).replace(" ", ""))
                                    .contains("\"privileges\":[\"SELECT\"],\"role\":\"teller\""));
        }

        kubectl.succeed("delete", "pggrant", "teller-sales", "teller-vault", "-n", NAMESPACE);
        assertThatThrownBy(() -> select("teller", "vault", "SELECT 1")).hasMessageContaining("permission denied");
        assertThatThrownBy(() -> select("teller", "postgres", "SELECT * FROM till.sales"))
                .hasMessageContaining("permission denied");
        administer("DROP OWNED BY teller");
        assertThat(kubectl.run("get", "pggrant", "teller-till", "-n", NAMESPACE).stderr())
                .contains("(NotFound)");
    }

    @Test
    void grantWithAnInvalidFieldCombinationIsRefusedWithTheRule() {
        assertThat(kubectl.runWithInput("""
                        apiVersion: postgres.chartroom.dev/v1alpha1
                        kind: PostgresGrant
                        metadata: {name: elsewhere, namespace: databases}
                        spec: {role: postgres, database: template1, schema: public, privileges: [USAGE]}
                        """, "apply", "-f", "-").stderr())
                .contains("is invalid", "the database that Chartroom is connected to");
    }

    @Test
    void refusedDeleteReturnsThePostgresMessage() throws SQLException {
        kubectl.apply("""
                apiVersion: postgres.chartroom.dev/v1alpha1
                kind: PostgresRole
                metadata: {name: owner, namespace: databases}
                spec: {}
                """);
        administer("CREATE DATABASE owned OWNER owner");

        assertThat(kubectl.run("delete", "postgresrole", "owner", "-n", NAMESPACE)
                        .stderr())
                .contains("(Conflict)", "some objects depend on it")
                // The objects may belong to another namespace.
                .doesNotContain("owned");
        administer("DROP DATABASE owned");
        kubectl.succeed("delete", "postgresrole", "owner", "-n", NAMESPACE);
    }

    @Test
    void passwordSecretMustBeOfferedToChartroomAndReadableByTheUser() {
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: role-writer, namespace: databases}
                rules: [{apiGroups: [postgres.chartroom.dev], resources: [postgresroles], verbs: ["*"]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: role-writer, namespace: databases}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: role-writer}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: wanda}]
                """);
        kubectl.succeed(
                "create", "secret", "generic", "kept", "--from-literal=password=not-for-any-log", "-n", NAMESPACE);
        String role = """
                apiVersion: postgres.chartroom.dev/v1alpha1
                kind: PostgresRole
                metadata: {name: wanda, namespace: databases}
                spec: {passwordSecretRef: {name: kept, key: password}}
                """;
        String absent = "no Secret that is offered to Chartroom has this name and key";

        assertThat(kubectl.runWithInput(role, "create", "-f", "-").stderr()).contains(absent);
        kubectl.succeed("label", "secret", "kept", "chartroom.dev/offered=true", "-n", NAMESPACE);
        assertThat(kubectl.runWithInput(role, "create", "--as=wanda", "-f", "-").stderr())
                .contains(absent);
        assertThat(kubectl.runWithInput(role.replace("kept", "missing"), "create", "--as=wanda", "-f", "-")
                        .stderr())
                .contains(absent);
        kubectl.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: role-writer, namespace: databases}
                rules:
                - {apiGroups: [postgres.chartroom.dev], resources: [postgresroles], verbs: ["*"]}
                - {apiGroups: [""], resources: [secrets], resourceNames: [kept], verbs: [get]}
                """);
        // A denial is cached for ten seconds.
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> kubectl.runWithInput(role, "create", "--as=wanda", "-f", "-")
                                .exitCode()
                        == 0);
        kubectl.succeed("delete", "postgresrole", "wanda", "-n", NAMESPACE);
    }

    /** This test covers every log level. */
    @Test
    void passwordAppearsInNoLogAuditEventOrResponse() throws IOException {
        RecordedLog log = new RecordedLog(entry -> new SimpleFormatter().format(entry));
        TALKATIVE.forEach(logger -> logger.addHandler(log));
        TALKATIVE.forEach(logger -> logger.setLevel(Level.ALL));
        StringBuilder answers = new StringBuilder();
        try {
            kubectl.succeed(
                    "create", "secret", "generic", "told", "--from-literal=password=" + PASSWORD, "-n", NAMESPACE);
            kubectl.succeed("label", "secret", "told", "chartroom.dev/offered=true", "-n", NAMESPACE);
            for (String spec : List.of("", "connectionLimit: 3, ", "name: postgres, ", "connectionLimit: -7, ")) {
                Kubectl.Result result = kubectl.runWithInput("""
                        apiVersion: postgres.chartroom.dev/v1alpha1
                        kind: PostgresRole
                        metadata: {name: told, namespace: databases}
                        spec: {%slogin: true, passwordSecretRef: {name: told, key: password}}
                        """.formatted(spec), "apply", "-v=8", "-f", "-");
                answers.append(result.stdout()).append(result.stderr());
            }
            kubectl.succeed("delete", "secret", "told", "-n", NAMESPACE);
            kubectl.succeed("delete", "postgresrole", "told", "-n", NAMESPACE);
        } finally {
            TALKATIVE.forEach(logger -> logger.setLevel(null));
            TALKATIVE.forEach(logger -> logger.removeHandler(log));
        }

        assertThat(answers).contains("spec.name", "spec.connectionLimit").doesNotContain(PASSWORD, "SCRAM-SHA-256");
        // The log includes the driver's statements, which contain a verifier and no password.
        assertThat(log.lines()).anyMatch(line -> line.contains("CREATE ROLE \"told\""));
        assertThat(log.lines()).noneMatch(line -> line.contains(PASSWORD));
        Awaitility.await().until(() -> Files.readString(audit).contains("\"told\""));
        assertThat(Files.readString(audit)).contains("passwordSecretRef").doesNotContain(PASSWORD, "SCRAM-SHA-256");
    }

    private static void select(String user, String database, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.getJdbcUrl(user, database), user, "");
                Statement select = connection.createStatement()) {
            select.executeQuery(query).close();
        }
    }

    private static void administer(String statement) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement administer = connection.createStatement()) {
            administer.execute(statement);
        }
    }
}
