package dev.chartroom.bootstrap.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.kinds.FolderKindSource;
import dev.chartroom.bootstrap.transfer.ObjectImport;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.storage.WriteOptions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevDatabaseTest {
    private static final String REDIS = "/apis/apps.example.com/v1alpha1/namespaces/shop/redises/cart";
    private static final String NAMESPACES = "/api/v1/namespaces";

    @TempDir
    private Path folder;

    @Test
    void storedObjectsSurviveARestart() throws IOException, URISyntaxException {
        JsonObject namespace;
        JsonObject created;
        try (Assembly assembly = started()) {
            http().send("POST", NAMESPACES, new Query(), utf8("{\"metadata\":{\"name\":\"shop\"}}"));
            namespace = get(NAMESPACES + "/shop");
            List<ObjectImport.Outcome> outcomes =
                    new ObjectImport(http(), new JacksonCodec(), "test", "default").store("""
                    apiVersion: apps.example.com/v1alpha1
                    kind: Redis
                    metadata: {name: cart, namespace: shop}
                    spec: {replicas: 3}
                    """);
            assertThat(outcomes).extracting(ObjectImport.Outcome::result).containsExactly("created");
            created = get(REDIS);
            assertThat(created.objectOrEmpty("metadata").stringOrEmpty("uid")).hasSize(36);
            assertThat(assembly.catalogue().registry().kinds())
                    .filteredOn(kind -> !kind.isBuiltIn())
                    .hasSize(8);
        }

        try (Assembly _ = started()) {
            assertThat(get(REDIS)).isEqualTo(created);
            assertThat(get(NAMESPACES + "/shop")).isEqualTo(namespace);
        }
    }

    /** The database is from a version without namespaces. */
    @Test
    void namespacesOfExistingObjectsAreCreatedAtStart() throws IOException, URISyntaxException {
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT, text -> new JacksonCodec().parse(utf8(text)), new CelExpressions());
        try (KindCatalogue catalogue =
                        new KindCatalogue(List.of(new FolderKindSource(catalogue(), new JacksonCodec())), reader);
                DevDatabase database = DevDatabase.start(folder)) {
            ApplicationKind redis = catalogue
                    .registry()
                    .find("apps.example.com", "v1alpha1", "redises")
                    .orElseThrow();
            database.open(catalogue, PendingChanges.ofHeap(), Clock.systemUTC())
                    .create(
                            redis,
                            new Application(
                                    redis.gvk(), ObjectMeta.of("shop", "cart"), JsonObject.EMPTY, JsonObject.EMPTY),
                            new WriteOptions(false, "test"));
        }

        try (Assembly _ = started()) {
            assertThat(get(NAMESPACES).arrayOrEmpty("items").objects().stream()
                            .map(item -> item.objectOrEmpty("metadata").stringOrEmpty("name")))
                    .containsExactly("default", "shop");
            assertThat(get(REDIS).objectOrEmpty("metadata").stringOrEmpty("name"))
                    .isEqualTo("cart");
        }
    }

    @Test
    void connectionRequiresThePassword() throws IOException, SQLException {
        String password;
        try (DevDatabase database = DevDatabase.start(folder)) {
            password = Files.readString(folder.resolve("postgres-password"));
            assertThat(password).hasSizeGreaterThan(40);
            assertThat(Files.getPosixFilePermissions(folder.resolve("postgres-password")))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(Files.getPosixFilePermissions(folder.resolve("postgres-programs")))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
            for (String wrong : List.of("", "postgres", "x" + password)) {
                assertThatThrownBy(() -> connect(database, wrong)).isInstanceOf(SQLException.class);
            }
            try (Connection connection = connect(database, password);
                    Statement statement = connection.createStatement()) {
                assertThat(shown(statement, "SHOW listen_addresses")).isEqualTo("localhost");
                assertThat(shown(statement, "SELECT string_agg(DISTINCT auth_method, ' ') FROM pg_hba_file_rules"))
                        .isEqualTo("scram-sha-256");
            }
        }
        try (DevDatabase database = DevDatabase.start(folder);
                Connection connection = connect(database, password)) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    /** Older versions let all users of the machine connect. */
    @Test
    void dataOfAnOlderVersionRequireThePassword() throws IOException, SQLException {
        DevDatabase.start(folder).close();
        Files.delete(folder.resolve("postgres-password"));
        Files.writeString(folder.resolve("postgres/pg_hba.conf"), "local all all trust\nhost all all all trust\n");

        try (DevDatabase database = DevDatabase.start(folder)) {
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThatThrownBy(() -> connect(database, "x")).isInstanceOf(SQLException.class));
            try (Connection connection = connect(database, Files.readString(folder.resolve("postgres-password")))) {
                assertThat(connection.isValid(5)).isTrue();
            }
        }
    }

    private static Connection connect(DevDatabase database, String password) throws SQLException {
        return DriverManager.getConnection(database.url(), "postgres", password);
    }

    private static String shown(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    @Test
    void dataInUseByAnotherServerAreRefused() {
        try (DevDatabase _ = DevDatabase.start(folder)) {
            assertThatThrownBy(() -> DevDatabase.start(folder))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageMatching("a PostgreSQL server \\(process [0-9]+\\) already uses .*postgres; stop it.*");
        }
    }

    private Assembly started() throws URISyntaxException {
        DevMode dev = DevMode.prepare("127.0.0.1", 0, folder, Clock.systemUTC());
        Assembly assembly = Assembly.dev(dev, catalogue(), DevDatabase.start(folder));
        dev.writeKubeconfig(assembly.port());
        return assembly;
    }

    private static Path catalogue() throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(DevMode.class.getResource("/catalogue")).toURI());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private KubernetesHttp http() throws IOException {
        return new KubernetesHttp(KubernetesClients.create(folder.resolve("kubeconfig")));
    }

    private JsonObject get(String path) throws IOException {
        return (JsonObject)
                new JacksonCodec().parse(http().get(path, new Query()).body());
    }
}
