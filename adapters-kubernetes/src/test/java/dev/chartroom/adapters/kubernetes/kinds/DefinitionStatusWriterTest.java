package dev.chartroom.adapters.kubernetes.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.domain.kind.DefinitionStatus.Condition;
import dev.chartroom.domain.kind.DefinitionStatus.ConditionStatus;
import dev.chartroom.kubernetes.client.FakeApiServer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DefinitionStatusWriterTest {
    private static final String PATH = "/apis/chartroom.dev/v1alpha1/kinddefinitions";
    private static final DefinitionStatus SERVED = status(ConditionStatus.TRUE, "Served", "it is");
    private static final DefinitionStatus REFUSED = status(ConditionStatus.FALSE, "Invalid", "it is not");

    private final FakeApiServer server = new FakeApiServer();
    private final Map<String, JsonObject> definitions = new ConcurrentHashMap<>();
    private final Clock clock = Clock.fixed(Instant.parse("2026-02-03T04:05:06.789Z"), ZoneOffset.UTC);
    private final DefinitionEvents events = new DefinitionEvents(server.http(), new JacksonCodec(), clock);
    private final DefinitionStatusWriter writer = new DefinitionStatusWriter(
            server.http(), new JacksonCodec(), PATH, name -> Optional.ofNullable(definitions.get(name)), events, clock);

    @BeforeEach
    void start() {
        writer.start();
    }

    @AfterEach
    void stop() {
        writer.close();
        events.close();
        server.close();
    }

    @Test
    void statusIsWrittenWithItsObservedGeneration() {
        definitions.put("a", definition("1", "{\"objects\":3}"));
        server.answer(200, "{}");

        writer.write(Map.of("a", SERVED));

        await().until(() -> server.received().size() == 1);
        FakeApiServer.Received received = server.received().getFirst();
        assertThat(received.method() + " " + received.path()).isEqualTo("PUT " + PATH + "/a/status");
        assertThat(received.json()).isEqualTo(TestJson.object("""
                {"metadata": {"name": "a", "resourceVersion": "1", "generation": 2}, "spec": {"group": "g"},
                 "status": {"objects": 3, "observedGeneration": 2, "conditions": [
                   {"type": "Established", "status": "True", "reason": "Served", "message": "it is",
                    "observedGeneration": 2, "lastTransitionTime": "2026-02-03T04:05:06Z"}]}}"""));
    }

    @Test
    void equalStatusIsNotWrittenAgain() {
        definitions.put("a", definition("1", conditions("True", "Served", "it is")));
        definitions.put("b", definition("1", conditions("True", "Served", "it was")));
        server.answer(200, "{}");

        writer.write(Map.of("a", SERVED, "b", SERVED));

        await().until(() -> !server.received().isEmpty());
        assertThat(server.received()).singleElement().satisfies(received -> {
            assertThat(received.path()).isEqualTo(PATH + "/b/status");
            assertThat(received.body()).as("it was so before").contains("2026-01-01T00:00:00Z");
        });
    }

    @Test
    void changedConditionGetsANewTransitionTime() {
        definitions.put("a", definition("1", conditions("True", "Served", "it is")));
        server.answer(200, "{}");

        writer.write(Map.of("a", REFUSED));

        await().until(() -> !server.received().isEmpty());
        assertThat(server.received().getFirst().body())
                .contains("2026-02-03T04:05:06Z")
                .doesNotContain("2026-01-01T00:00:00Z");
    }

    /** Another replica, or a client that applied the definition, was faster. */
    @Test
    void conflictIsRetriedWithTheNewResourceVersion() {
        definitions.put("a", definition("1", "{}"));
        server.script(exchange -> {
            definitions.put("a", definition("2", "{}"));
            exchange.sendResponseHeaders(409, -1);
            exchange.close();
        });
        server.answer(200, "{}");

        writer.write(Map.of("a", SERVED));

        await().until(() -> server.received().size() == 2);
        assertThat(server.received().getLast().body()).contains("\"resourceVersion\":\"2\"");
    }

    @Test
    void deletedDefinitionIsSkippedAndDoesNotBlockOthers() {
        definitions.put("b", definition("1", "{}"));
        server.answer(404, "");

        writer.write(Map.of("a", SERVED, "b", SERVED));
        await().until(() -> server.received().size() == 1);
        server.answer(200, "{}");
        writer.write(Map.of("b", REFUSED));

        await().until(() -> server.received().size() == 2);
        assertThat(server.received()).extracting(FakeApiServer.Received::path).containsOnly(PATH + "/b/status");
    }

    @Test
    void numberOfObjectsIsWrittenIfKnown() {
        definitions.put("a", definition("1", conditions("True", "Served", "it is")));
        server.answer(200, "{}");

        writer.write(Map.of("a", SERVED.withObjects(OptionalLong.of(4))));

        await().until(() -> !server.received().isEmpty());
        assertThat(server.received().getFirst().body()).contains("\"objects\":4");
    }

    @Test
    void changedConditionEmitsAnEventButAChangedNumberDoesNot() {
        events.start();
        definitions.put("a", definition("1", conditions("True", "Served", "it is")));
        definitions.put("b", definition("1", conditions("True", "Served", "it is")));
        server.answer(200, "{}").answer(201, "{}").answer(200, "{}");

        writer.write(Map.of("a", REFUSED));
        await().until(() -> server.received().size() == 2);
        FakeApiServer.Received event = server.received().getLast();
        assertThat(event.method() + " " + event.path()).isEqualTo("POST /api/v1/namespaces/default/events");
        assertThat(event.body()).contains("\"reason\":\"Invalid\"", "\"message\":\"it is not\"");

        definitions.remove("a");
        writer.write(Map.of("b", SERVED.withObjects(OptionalLong.of(4))));
        await().until(() -> server.received().size() == 3);
        writer.write(Map.of("b", SERVED.withObjects(OptionalLong.of(5))));
        server.answer(200, "{}");
        await().until(() -> server.received().size() == 4);
        assertThat(server.received().subList(2, 4))
                .as("a number is no news")
                .extracting(FakeApiServer.Received::method)
                .containsExactly("PUT", "PUT");
    }

    private static DefinitionStatus status(ConditionStatus answer, String reason, String message) {
        return new DefinitionStatus(List.of(new Condition("Established", answer, reason, message)));
    }

    private static String conditions(String status, String reason, String message) {
        return """
                {"observedGeneration": 2, "conditions": [{"type": "Established", "status": "%s", "reason": "%s",
                  "message": "%s", "observedGeneration": 2, "lastTransitionTime": "2026-01-01T00:00:00Z"}]}
                """.formatted(status, reason, message);
    }

    private static JsonObject definition(String resourceVersion, String status) {
        return TestJson.object("""
                {"metadata": {"name": "a", "resourceVersion": "%s", "generation": 2}, "spec": {"group": "g"},
                 "status": %s}""".formatted(resourceVersion, status));
    }
}
