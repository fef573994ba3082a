package dev.chartroom.adapters.kubernetes.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.domain.kind.DefinitionStatus.Condition;
import dev.chartroom.domain.kind.DefinitionStatus.ConditionStatus;
import dev.chartroom.kubernetes.client.FakeApiServer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DefinitionEventsTest {
    private static final DefinitionEvents.Subject DEFINITION = new DefinitionEvents.Subject(
            "chartroom.dev/v1alpha1", "KindDefinition", "", "redises.apps.example.com", "7f1c");
    private static final DefinitionEvents.Subject CONFIG_MAP =
            new DefinitionEvents.Subject("v1", "ConfigMap", "system", "kinds", "8a2d");
    private static final Condition SERVED =
            new Condition("Established", ConditionStatus.TRUE, "Served", "the kind is served");
    private static final Condition REFUSED =
            new Condition("Accepted", ConditionStatus.FALSE, "Invalid", "spec: required");

    private final FakeApiServer server = new FakeApiServer();
    private final DefinitionEvents events = new DefinitionEvents(
            server.http(), new JacksonCodec(), Clock.fixed(Instant.parse("2026-02-03T04:05:06.789Z"), ZoneOffset.UTC));

    @BeforeEach
    void start() {
        events.start();
    }

    @AfterEach
    void stop() {
        events.close();
        server.close();
    }

    @Test
    void eventOfAClusterScopedDefinitionIsInTheDefaultNamespace() {
        server.answer(201, "{}");

        events.report(DEFINITION, SERVED);

        FakeApiServer.Received received = received(1);
        assertThat(received.method() + " " + received.path()).isEqualTo("POST /api/v1/namespaces/default/events");
        JsonObject event = received.json();
        assertThat(event.objectOrEmpty("metadata").stringOrEmpty("name"))
                .matches("redises\\.apps\\.example\\.com\\.[0-9a-f]{16}");
        assertThat(event.without("metadata")).isEqualTo(TestJson.object("""
                {"apiVersion": "v1", "kind": "Event", "type": "Normal", "reason": "Established",
                 "message": "the kind is served", "count": 1,
                 "involvedObject": {"apiVersion": "chartroom.dev/v1alpha1", "kind": "KindDefinition",
                                    "name": "redises.apps.example.com", "uid": "7f1c"},
                 "firstTimestamp": "2026-02-03T04:05:06Z", "lastTimestamp": "2026-02-03T04:05:06Z",
                 "source": {"component": "chartroom"}, "reportingComponent": "chartroom"}"""));
    }

    @Test
    void eventOfAConfigMapIsInItsNamespaceAndNamesTheKey() {
        server.answer(201, "{}");

        events.report(CONFIG_MAP, REFUSED, "redis.yaml: ");

        assertThat(received(1).path()).isEqualTo("/api/v1/namespaces/system/events");
        assertThat(received(1).body())
                .contains(
                        "\"type\":\"Warning\"",
                        "\"reason\":\"Invalid\"",
                        "\"message\":\"redis.yaml: spec: required\"",
                        "\"namespace\":\"system\"");
    }

    /** Both of two replicas would emit the event. */
    @Test
    void recentEventOfAnotherReplicaIsNotRepeated() {
        server.answer(409, "{}")
                .answer(200, "{\"count\":1,\"lastTimestamp\":\"2026-02-03T04:05:00Z\"}")
                .answer(201, "{}");

        events.report(DEFINITION, SERVED);
        events.withdrawn(DEFINITION, "gone");

        assertThat(received(3).body()).contains("\"reason\":\"Withdrawn\"", "\"message\":\"gone\"");
        assertThat(received(1).body()).contains(received(2).path().replaceFirst(".*/", ""));
    }

    @Test
    void laterRepeatedEventIncrementsTheCount() {
        server.answer(409, "{}")
                .answer(
                        200,
                        "{\"metadata\":{\"resourceVersion\":\"5\"},\"count\":2,\"lastTimestamp\":\"2026-02-03T04:04:00Z\"}")
                .answer(200, "{}");

        events.report(DEFINITION, SERVED);

        FakeApiServer.Received again = received(3);
        assertThat(again.method() + " " + again.path())
                .isEqualTo("PUT " + received(2).path());
        assertThat(again.json()).isEqualTo(TestJson.object("""
                {"metadata": {"resourceVersion": "5"}, "count": 3, "lastTimestamp": "2026-02-03T04:05:06Z"}"""));
    }

    @Test
    void differentEventsHaveDifferentNames() {
        server.answer(201, "{}").answer(201, "{}").answer(201, "{}");

        events.report(DEFINITION, SERVED);
        events.report(DEFINITION, REFUSED);
        events.report(new DefinitionEvents.Subject("v1", "KindDefinition", "", DEFINITION.name(), "other"), SERVED);

        received(3);
        assertThat(server.received())
                .extracting(
                        received -> received.json().objectOrEmpty("metadata").stringOrEmpty("name"))
                .doesNotHaveDuplicates();
    }

    @Test
    void forbiddenEventDoesNotBlockTheNext() {
        server.answer(403, "{}").answer(201, "{}");

        events.report(DEFINITION, SERVED);
        events.report(DEFINITION, REFUSED);

        assertThat(received(2).body()).contains("spec: required");
    }

    @Test
    void longMessageIsTruncated() {
        server.answer(201, "{}");

        events.withdrawn(DEFINITION, "x".repeat(2_000));

        assertThat(received(1).json().stringOrEmpty("message")).hasSize(1024).endsWith("x...");
    }

    private FakeApiServer.Received received(int number) {
        await().until(() -> server.received().size() >= number);
        return server.received().get(number - 1);
    }
}
