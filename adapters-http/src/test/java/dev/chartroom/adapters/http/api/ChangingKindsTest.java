package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.Definitions;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import java.net.http.HttpClient;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kinds are declared, changed and withdrawn while the server runs. */
class ChangingKindsTest extends ApiTest {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final ApplicationKind redis = Kinds.redis();
    private final ApplicationKind postgres = Kinds.postgres();

    @AfterEach
    void declareAllAgain() {
        server.speak(HttpClient.Version.HTTP_1_1);
        server.declare(redis, postgres);
        awaitServed(postgres, true);
    }

    @Test
    void withdrawnKindIsNeitherServedNorDiscovered() {
        String etag = get("/apis", "Accept", AGGREGATED).assertCode(200).header("ETag");

        server.declare(redis);
        awaitServed(postgres, false);

        get(ROOT + "/namespaces/ns/postgreses").assertCode(404);
        TestResponse discovery = get("/apis", "Accept", AGGREGATED).assertCode(200);
        assertThat(discovery.text()).contains("redises").doesNotContain("postgreses");
        assertThat(discovery.header("ETag")).isNotEqualTo(etag);
        assertThat(get("/openapi/v2").assertCode(200).text()).doesNotContain("postgreses");
        get("/apis", "Accept", AGGREGATED, "If-None-Match", etag).assertCode(200);
        assertThat(get("/metrics").text())
                .contains(
                        "chartroom_kind_definitions{state=\"served\"} 1.0",
                        "chartroom_kind_definitions{state=\"refused\"} 0.0");
    }

    @Test
    void newKindIsServedAndDiscovered() {
        ApplicationKind bucket =
                Definitions.like(redis, "storage.example.com", "v1", Definitions.names("Bucket", "buckets"));

        server.declare(redis, postgres, bucket);
        awaitServed(bucket, true);

        server.send(
                        "POST",
                        "/apis/storage.example.com/v1/namespaces/ns/buckets",
                        "{\"metadata\":{\"name\":\"a\"},\"spec\":{}}")
                .assertCode(201);
        assertThat(get("/apis").assertCode(200).text()).contains("storage.example.com");
    }

    /** A kube-apiserver does the same with the watches of a CustomResourceDefinition that changes. */
    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void onlyWatchesOfAChangedKindEnd(HttpClient.Version version) {
        server.speak(version);
        ApplicationKind anew = Kinds.described(postgres, "declared anew");
        try (Watch stays = server.watch(collection() + "?watch=1");
                Watch ends = server.watch(ROOT + "/namespaces/" + namespace + "/postgreses?watch=1")) {
            for (ApplicationKind[] kinds :
                    List.of(new ApplicationKind[] {redis, anew}, new ApplicationKind[] {redis}, new ApplicationKind[] {
                        redis, postgres
                    })) {
                server.declare(kinds);
                ApplicationKind last = kinds[kinds.length - 1];
                awaitServed(last, true);
                if (kinds.length == 1) {
                    awaitServed(postgres, false);
                }
            }
            ends.assertEnds();
            created("cart", "{}");
            assertThat(stays.nextName("ADDED")).isEqualTo("cart");
        }
    }

    private void awaitServed(ApplicationKind kind, boolean served) {
        Awaitility.await()
                .until(() -> get("/apis/" + kind.groupVersion())
                                .text()
                                .contains(kind.names().plural())
                        == served);
    }
}
