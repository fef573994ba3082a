package dev.chartroom.bootstrap.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.dev.DevMode;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Query;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports objects from one server and imports them into another. */
class ObjectTransferTest {
    private static final String GROUP = "apps.example.com";
    private static final String OBJECTS = """
            ---
            apiVersion: apps.example.com/v1alpha1
            kind: Kafka
            metadata:
              name: events
              namespace: shop
            spec: {}
            ---
            apiVersion: apps.example.com/v1alpha1
            kind: Redis
            metadata:
              annotations:
                example.com/note: |-
                  of two lines:
                   --- and a dash
              finalizers:
              - example.com/guard
              labels:
                team: shop
              name: cart
              namespace: shop
            spec:
              replicas: 3
            """;

    @TempDir
    private Path folder;

    private Server one;
    private Server other;

    private record Server(Assembly assembly, KubernetesHttp http) {
        static Server start(Path folder) throws IOException, URISyntaxException {
            DevMode dev = DevMode.prepare("127.0.0.1", 0, folder, Clock.systemUTC());
            Path catalogue = Path.of(Objects.requireNonNull(DevMode.class.getResource("/catalogue"))
                    .toURI());
            Assembly assembly = Assembly.dev(dev, catalogue, DevObjects.MEMORY);
            dev.writeKubeconfig(assembly.port());
            KubernetesHttp http = new KubernetesHttp(KubernetesClients.create(dev.kubeconfig()));
            http.send(
                    "POST",
                    "/api/v1/namespaces",
                    new Query(),
                    "{\"metadata\":{\"name\":\"shop\"}}".getBytes(StandardCharsets.UTF_8));
            return new Server(assembly, http);
        }

        List<ObjectImport.Outcome> store(String yaml) {
            return new ObjectImport(http, new JacksonCodec(), "import-test", "default").store(yaml);
        }

        String export(String namespace) {
            StringWriter text = new StringWriter();
            PrintWriter out = new PrintWriter(text);
            new ObjectExport(http, new JacksonCodec(), out).write(GROUP, namespace);
            out.flush();
            return text.toString();
        }
    }

    @BeforeEach
    void start() throws IOException, URISyntaxException {
        one = Server.start(folder.resolve("one"));
        other = Server.start(folder.resolve("other"));
    }

    @AfterEach
    void stop() {
        one.assembly().close();
        other.assembly().close();
    }

    @Test
    void exportedObjectsAreTheSameAfterImport() {
        assertThat(one.store(OBJECTS)).extracting(ObjectImport.Outcome::result).containsOnly("created");

        String exported = one.export("");
        other.store(exported);

        assertThat(other.export(""))
                .isEqualTo(exported)
                .contains("replicas: 3", "example.com/guard", " --- and a dash");
        assertThat(exported).doesNotContain("uid", "resourceVersion", "managedFields", "creationTimestamp");
    }

    @Test
    void importUpdatesExistingObjects() {
        one.store(OBJECTS);

        assertThat(one.store(one.export("")))
                .extracting(ObjectImport.Outcome::result)
                .containsOnly("unchanged");
        assertThat(one.store(OBJECTS.replace("replicas: 3", "replicas: 4")))
                .extracting(ObjectImport.Outcome::toString)
                .satisfiesExactly(
                        kafka -> assertThat(kafka).contains("Kafka shop/events", "unchanged"),
                        redis -> assertThat(redis).contains("Redis shop/cart", "configured"));
        assertThat(one.export("")).contains("replicas: 4");
    }

    @Test
    void exportIsLimitedToTheRequestedNamespace() {
        one.store(OBJECTS);

        assertThat(one.export("elsewhere")).isEmpty();
        assertThat(one.export("shop")).isEqualTo(one.export(""));
    }

    @Test
    void invalidDocumentsDoNotPreventTheImportOfOthers() {
        List<ObjectImport.Outcome> outcomes = one.store("""
                - no object
                ---
                # nothing
                ---
                apiVersion: apps.example.com/v1alpha1
                kind: Unknown
                metadata: {name: a, namespace: b}
                ---
                apiVersion: apps.example.com/v1alpha1
                kind: Redis
                metadata: {name: bad, namespace: shop}
                spec: {replicas: many}
                """ + OBJECTS);

        assertThat(outcomes).hasSize(5);
        assertThat(outcomes.subList(0, 3)).allMatch(ObjectImport.Outcome::refused);
        assertThat(outcomes.get(0)).hasToString("Outcome[name=document 1, result=must be an object, refused=true]");
        assertThat(outcomes.get(1).result()).isEqualTo("no matches for kind Unknown in apps.example.com/v1alpha1");
        assertThat(outcomes.get(2).result()).contains("spec.replicas");
        assertThat(outcomes.subList(3, 5))
                .extracting(ObjectImport.Outcome::result)
                .containsOnly("created");
    }

    @Test
    void exportOfAnUnknownGroupFails() {
        assertThatThrownBy(() -> new ObjectExport(one.http(), new JacksonCodec(), new PrintWriter(new StringWriter()))
                        .write("nothing.example.com", ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("/apis/nothing.example.com");
    }
}
