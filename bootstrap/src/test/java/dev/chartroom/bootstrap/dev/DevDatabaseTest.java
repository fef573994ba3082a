package dev.chartroom.bootstrap.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.client.KubernetesClients;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.client.Query;
import dev.chartroom.bootstrap.Assembly;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.transfer.ObjectImport;
import dev.chartroom.domain.json.JsonObject;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevDatabaseTest {
    private static final String REDIS = "/apis/apps.example.com/v1alpha1/namespaces/shop/redises/cart";

    @TempDir
    private Path folder;

    @Test
    void whatIsStoredIsThereAfterARestart() throws IOException, URISyntaxException {
        JsonObject created;
        try (Assembly assembly = started()) {
            List<ObjectImport.Outcome> outcomes = new ObjectImport(http(), new JacksonCodec(), "test").store("""
                    apiVersion: apps.example.com/v1alpha1
                    kind: Redis
                    metadata: {name: cart, namespace: shop}
                    spec: {replicas: 3}
                    """);
            assertThat(outcomes).extracting(ObjectImport.Outcome::result).containsExactly("created");
            created = redis();
            assertThat(created.objectOrEmpty("metadata").stringOrEmpty("uid")).hasSize(36);
            assertThat(assembly.catalogue().registry().kinds()).hasSize(8);
        }

        try (Assembly _ = started()) {
            assertThat(redis()).isEqualTo(created);
        }
    }

    @Test
    void dataThatAServerRunsOnAreLeftAlone() {
        try (DevDatabase _ = DevDatabase.start(folder)) {
            assertThatThrownBy(() -> DevDatabase.start(folder))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageMatching("process [0-9]+ is a PostgreSQL that uses .*postgres already");
        }
    }

    private Assembly started() throws URISyntaxException {
        DevMode dev = DevMode.prepare("127.0.0.1", 0, folder, Clock.systemUTC());
        Path catalogue = Path.of(
                Objects.requireNonNull(DevMode.class.getResource("/catalogue")).toURI());
        Assembly assembly = Assembly.dev(dev, catalogue, Optional.of(DevDatabase.start(folder)));
        dev.writeKubeconfig(assembly.port());
        return assembly;
    }

    private KubernetesHttp http() throws IOException {
        return new KubernetesHttp(KubernetesClients.create(folder.resolve("kubeconfig")));
    }

    private JsonObject redis() throws IOException {
        return (JsonObject)
                new JacksonCodec().parse(http().get(REDIS, new Query()).body());
    }
}
