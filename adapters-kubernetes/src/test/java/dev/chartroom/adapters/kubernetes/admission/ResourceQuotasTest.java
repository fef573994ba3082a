package dev.chartroom.adapters.kubernetes.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.kubernetes.client.FakeApiServer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceQuotasTest {
    private static final String PODS = "pods";

    private final FakeApiServer server = new FakeApiServer();
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void stop() {
        over.countDown();
        server.close();
    }

    /** As in a kube-apiserver, items in the list of a core kind have neither kind nor apiVersion. */
    @Test
    void listedAndWatchedQuotasAreKnown() {
        server.answer(
                        200,
                        "{\"kind\":\"ResourceQuotaList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":["
                                + quota("a", "one", PODS) + "," + quota("a", "two", "secrets") + ","
                                + quota("b", "one", PODS) + "]}")
                .lines(
                        List.of(
                                event("ADDED", quota("a", "three", PODS)),
                                event("MODIFIED", quota("a", "two", PODS)),
                                event("DELETED", quota("b", "one", PODS))),
                        _ -> await());
        try (ResourceQuotas quotas = ResourceQuotas.start(server.http(), new JacksonCodec())) {
            Awaitility.await().untilAsserted(() -> {
                assertThat(quotas.limiting("a", PODS)).containsExactly("one", "three", "two");
                assertThat(quotas.limiting("b", PODS)).isEmpty();
            });
            assertThat(quotas.isLoaded()).isTrue();
            assertThat(quotas.limiting("a", "secrets")).isEmpty();
            assertThat(server.received().getLast().query()).containsEntry("resourceVersion", "7");
        }
    }

    @Test
    void failedWatchListsAgain() {
        server.answer(200, "{\"kind\":\"ResourceQuotaList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}")
                .lines(List.of("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410}}"), _ -> await())
                .answer(
                        200,
                        "{\"kind\":\"ResourceQuotaList\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
                                + quota("a", "one", PODS) + "]}")
                .lines(List.of(), _ -> await());
        try (ResourceQuotas quotas = ResourceQuotas.start(server.http(), new JacksonCodec())) {
            Awaitility.await()
                    .untilAsserted(() -> assertThat(quotas.limiting("a", PODS)).containsExactly("one"));
        }
    }

    @Test
    void quotasAreNotLoadedIfTheListIsForbidden() {
        server.answer(403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\",\"message\":\"no\"}");
        try (ResourceQuotas quotas = ResourceQuotas.start(server.http(), new JacksonCodec())) {
            Awaitility.await().until(() -> !server.received().isEmpty());
            assertThat(quotas.isLoaded()).isFalse();
        }
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}";
    }

    private static String quota(String namespace, String name, String resource) {
        return "{\"metadata\":{\"namespace\":\"" + namespace + "\",\"name\":\"" + name + "\"},\"spec\":{\"hard\":{\""
                + resource + "\":\"1\"}}}";
    }
}
