package dev.chartroom.adapters.kubernetes.installed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.kubernetes.client.FakeApiServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesMetadataTest {
    private final FakeApiServer cluster = new FakeApiServer();
    private final KubernetesMetadata metadata = new KubernetesMetadata(cluster.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void listReadsAllPagesWithoutTheRestOfTheObjects() {
        cluster.answer(200, page("next", "a", "b")).answer(200, page("", "c"));

        assertThat(list("tenant-a")).extracting(ObjectMeta::name).containsExactly("a", "b", "c");
        assertThat(cluster.received()).hasSize(2).allSatisfy(request -> {
            assertThat(request.path()).isEqualTo("/api/v1/namespaces/tenant-a/secrets");
            assertThat(request.query()).containsEntry("labelSelector", "a=true").containsEntry("limit", "500");
            assertThat(String.valueOf(request.headers().get("Accept"))).contains("PartialObjectMetadataList");
        });
        assertThat(cluster.received().getLast().query()).containsEntry("continue", "next");
    }

    @Test
    void onlyWantedObjectsCountForTheLimit() {
        String[] others = IntStream.range(0, 10_001).mapToObj(i -> "other-" + i).toArray(String[]::new);
        String[] wanted = IntStream.range(0, 10_001).mapToObj(i -> "a-" + i).toArray(String[]::new);
        cluster.answer(200, page("next", others)).answer(200, page("", "a"));

        assertThat(list("")).extracting(ObjectMeta::name).containsExactly("a");

        cluster.answer(200, page("", wanted));
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> list(""))
                .withMessageContaining("there are more than 10000 secrets");
    }

    @Test
    void emptyNamespaceMeansAll() {
        cluster.answer(200, page("", "a"));

        assertThat(list("")).hasSize(1);
        assertThat(cluster.received().getFirst().path()).isEqualTo("/api/v1/secrets");
    }

    /** Such a text could lead to another path, which the server would read with its own rights. */
    @ParameterizedTest
    @ValueSource(strings = {"a?b", "a#b", "..", "a/b", "A", " "})
    void namespaceThatCannotExistHasNoObjects(String namespace) {
        assertThat(list(namespace)).isEmpty();
        assertThat(cluster.received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            403 | 500 | the server has no permission to list secrets
            404 | 500 | the cluster does not serve secrets
            500 | 503 | the list of secrets has HTTP status 500
            """)
    void failureIsAnErrorOfTheServer(int code, int answered, String message) {
        cluster.answer(code, "{}");

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> list("tenant-a"))
                .withMessageContaining(message)
                .satisfies(e -> assertThat(Status.of(e.error()).code()).isEqualTo(answered));
    }

    private List<ObjectMeta> list(String namespace) {
        return metadata.list(
                new GroupVersion("", "v1"),
                "secrets",
                namespace,
                "a=true",
                object -> !object.name().startsWith("other"));
    }

    private static String page(String next, String... names) {
        return "{\"metadata\":{\"continue\":\"" + next + "\"},\"items\":["
                + String.join(
                        ",",
                        List.of(names).stream()
                                .map(name -> "{\"metadata\":{\"name\":\"" + name
                                        + "\",\"labels\":{\"a\":\"true\"},\"annotations\":{\"large\":\"text\"}}}")
                                .toList())
                + "]}";
    }
}
