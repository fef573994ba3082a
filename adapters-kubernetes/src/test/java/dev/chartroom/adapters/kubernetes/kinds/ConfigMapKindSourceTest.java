package dev.chartroom.adapters.kubernetes.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConfigMapKindSourceTest {
    private final FakeApiServer server = new FakeApiServer();
    private static final String A = "ConfigMap system/kinds, a.json";
    private static final String B = "ConfigMap system/kinds, b.json";

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicInteger changes = new AtomicInteger();
    private final ConfigMapKindSource source = new ConfigMapKindSource(
            server.http(), new JacksonCodec(), new NamespacedName("system", "kinds"), Clock.systemUTC());

    @AfterEach
    void stop() {
        mayEnd.countDown();
        source.close();
        server.close();
    }

    @Test
    void everyJsonKeyIsADefinition() {
        server.answer(200, list(configMap("""
                        "b.json":"{\\"n\\":2}","a.json":"{\\"n\\":1}","README.md":"text","c.json":"[]","d.json":"{"
                        """))).lines(List.of(), _ -> await(mayEnd));
        source.follow(changes::incrementAndGet);
        Awaitility.await().until(() -> source.problem().isEmpty());

        List<DefinitionDocument> documents = source.documents();
        assertThat(documents)
                .extracting(DefinitionDocument::source)
                .containsExactly(
                        "ConfigMap system/kinds, a.json",
                        "ConfigMap system/kinds, b.json",
                        "ConfigMap system/kinds, c.json",
                        "ConfigMap system/kinds, d.json");
        assertThat(documents)
                .first()
                .isEqualTo(new DefinitionDocument.Parsed(
                        "ConfigMap system/kinds, a.json",
                        JsonObject.builder().put("n", 1).build()));
        assertThat(documents.subList(2, 4)).hasOnlyElementsOfType(DefinitionDocument.Malformed.class);
        assertThat(source.documents()).as("is not read again").isSameAs(documents);
    }

    /** A starting server emits no events for definitions that are still served. */
    @Test
    void eventsReportErrorsAndChanges() {
        server.answer(200, list(configMap("\"a.json\":\"{}\",\"b.json\":\"{}\"")))
                .lines(List.of(), _ -> await(mayEnd));
        source.follow(changes::incrementAndGet);
        Awaitility.await()
                .until(() -> source.problem().isEmpty() && server.received().size() == 2);
        source.documents();
        DefinitionStatus served =
                status("Established", DefinitionStatus.ConditionStatus.TRUE, "Served", "the kind is served");
        DefinitionStatus refused = status("Accepted", DefinitionStatus.ConditionStatus.FALSE, "Invalid", "it is empty");
        server.answer(201, "{}").answer(201, "{}");

        source.report(Map.of(A, served, B, refused));
        Awaitility.await().until(() -> server.received().size() == 3);
        assertThat(server.received().getLast().path()).isEqualTo("/api/v1/namespaces/system/events");
        assertThat(server.received().getLast().body()).contains("\"message\":\"b.json: it is empty\"");

        source.report(Map.of(A, served, B, served));
        Awaitility.await().until(() -> server.received().size() == 4);
        assertThat(server.received().getLast().body()).contains("\"message\":\"b.json: the kind is served\"");
    }

    private static DefinitionStatus status(
            String type, DefinitionStatus.ConditionStatus answer, String reason, String message) {
        return new DefinitionStatus(List.of(new DefinitionStatus.Condition(type, answer, reason, message)));
    }

    @Test
    void onlyTheConfiguredConfigMapIsRead() {
        server.answer(200, list("")).lines(List.of(), _ -> await(mayEnd));
        source.follow(changes::incrementAndGet);
        Awaitility.await().until(() -> server.received().size() == 2);

        assertThat(server.received()).allSatisfy(received -> {
            assertThat(received.path()).isEqualTo("/api/v1/namespaces/system/configmaps");
            assertThat(received.query()).containsEntry("fieldSelector", "metadata.name=kinds");
        });
    }

    @Test
    void missingConfigMapHasNoDefinitionsUntilItIsCreated() {
        CountDownLatch made = new CountDownLatch(1);
        server.answer(200, list("")).script(exchange -> {
            await(made);
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody()
                    .write(("{\"type\":\"ADDED\",\"object\":" + configMap("\"a.json\":\"{}\"") + "}\n")
                            .getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            await(mayEnd);
        });
        assertThat(source.problem()).contains("the ConfigMap system/kinds has not been read yet");
        source.follow(changes::incrementAndGet);
        Awaitility.await().until(() -> source.problem().isEmpty());
        assertThat(source.documents()).isEmpty();
        int before = changes.get();

        made.countDown();

        Awaitility.await().until(() -> source.documents().size() == 1);
        Awaitility.await().until(() -> changes.get() == before + 1);
    }

    @Test
    void unreadableConfigMapLeavesTheSourceNotReady() {
        server.answer(403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\",\"message\":\"no\"}");
        source.follow(changes::incrementAndGet);
        Awaitility.await().until(() -> !server.received().isEmpty());

        assertThat(source.problem()).contains("the ConfigMap system/kinds has not been read yet");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String list(String items) {
        return "{\"kind\":\"ConfigMapList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[" + items + "]}";
    }

    private static String configMap(String data) {
        return "{\"metadata\":{\"namespace\":\"system\",\"name\":\"kinds\",\"resourceVersion\":\"8\"},\"data\":{" + data
                + "}}";
    }
}
