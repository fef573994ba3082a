package dev.chartroom.adapters.kubernetes.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CustomResourceKindSourceTest {
    private static final String KINDS = "/apis/chartroom.dev/v1alpha1/kinddefinitions";
    private static final String APPLICATIONS = "/apis/cozystack.io/v1alpha1/applicationdefinitions";
    /** More requests than any test makes. */
    private static final int REQUESTS = 100;

    private final FakeApiServer server = new FakeApiServer();
    private final CustomResourceKindSource source =
            new CustomResourceKindSource(server.http(), new JacksonCodec(), Clock.systemUTC());
    private final AtomicInteger changes = new AtomicInteger();
    /** The response bodies by path. Other paths return 404. */
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    private final BlockingQueue<String> kindEvents = new LinkedBlockingQueue<>();
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @BeforeEach
    void serve() {
        for (int i = 0; i < REQUESTS; i++) {
            server.script(this::answer);
        }
        answers.put("/apis", "{\"kind\":\"APIGroupList\",\"groups\":[]}");
    }

    @AfterEach
    void stop() {
        mayEnd.countDown();
        source.close();
        server.close();
    }

    @Test
    void definitionsOfBothKindsAreSortedByAgeThenName() {
        answers.put(
                KINDS,
                list(definition("KindDefinition", "c", "2026-01-02T00:00:00Z", "")
                        + "," + definition("KindDefinition", "b", "2026-01-03T00:00:00Z", "")
                        + "," + definition("KindDefinition", "a", "2026-01-03T00:00:00Z", "")));
        answers.put(APPLICATIONS, list(definition("ApplicationDefinition", "d", "2026-01-01T00:00:00Z", "")));
        follow();

        assertThat(source.documents())
                .extracting(DefinitionDocument::source)
                .containsExactly("ApplicationDefinition d", "KindDefinition c", "KindDefinition a", "KindDefinition b");
    }

    @Test
    void irrelevantMetadataAndStatusAreDropped() {
        answers.put(KINDS, list(definition("KindDefinition", "a", "2026-01-03T00:00:00Z", """
                ,"generation":3,"labels":{"a":"b"},"annotations":{"release.cozystack.io/helm-install-timeout":"5m",
                "kubectl.kubernetes.io/last-applied-configuration":"{}"}""")));
        follow();
        List<DefinitionDocument> before = source.documents();
        assertThat(before).containsExactly(new DefinitionDocument.Parsed("KindDefinition a", TestJson.object("""
                                {"kind": "KindDefinition", "spec": {"group": "a"}, "metadata": {"name": "a",
                                  "annotations": {"release.cozystack.io/helm-install-timeout": "5m"}}}""")));
        int told = changes.get();

        kindEvents.add(event(
                "MODIFIED",
                definition("KindDefinition", "a", "2026-01-03T00:00:00Z", """
                ,"generation":4,"annotations":{"release.cozystack.io/helm-install-timeout":"5m"}""")
                        .replace("\"phase\":\"old\"", "\"phase\":\"new\"")));
        Awaitility.await().until(() -> changes.get() > told);

        assertThat(source.documents()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | Accepted:True,Established:True   | true
            2 | Accepted:True,Established:True   | false
            3 | Accepted:False,Established:True  | false
            3 | Accepted:True,Established:False  | false
            3 | Accepted:True                    | false
            """)
    void statusRecordsWhetherTheCurrentGenerationWasServed(long observed, String conditions, boolean expected) {
        String status = Arrays.stream(conditions.split(","))
                .map(condition -> condition.split(":"))
                .map(parts -> "{\"type\":\"" + parts[0] + "\",\"status\":\"" + parts[1] + "\"}")
                .collect(Collectors.joining(","));
        answers.put(
                KINDS,
                list(definition("KindDefinition", "a", "2026-01-03T00:00:00Z", ",\"generation\":3")
                        .replace(
                                "\"phase\":\"old\"",
                                "\"observedGeneration\":" + observed + ",\"conditions\":[" + status + "]")));
        follow();
        source.documents();

        assertThat(source.wasServed("KindDefinition a")).isEqualTo(expected);
        assertThat(source.wasServed("KindDefinition b")).isFalse();
    }

    /** Cozystack's CustomResourceDefinition has no status. */
    @Test
    void definitionsWithoutAStatusGetEvents() {
        answers.put(KINDS, list(definition("KindDefinition", "k", "2026-01-01T00:00:00Z", "")));
        answers.put(
                APPLICATIONS,
                list(definition("ApplicationDefinition", "a", "2026-01-01T00:00:00Z", "") + ","
                        + definition("ApplicationDefinition", "b", "2026-01-02T00:00:00Z", "")));
        follow();
        source.documents();
        DefinitionStatus served =
                status("Established", DefinitionStatus.ConditionStatus.TRUE, "Served", "it is served");
        DefinitionStatus refused = status("Accepted", DefinitionStatus.ConditionStatus.FALSE, "Invalid", "it is bad");

        source.report(Map.of("ApplicationDefinition a", served, "ApplicationDefinition b", refused));
        Awaitility.await().until(() -> events().size() == 1);
        assertThat(events().getFirst())
                .contains("\"name\":\"b\"", "\"kind\":\"ApplicationDefinition\"", "\"message\":\"it is bad\"");

        source.report(Map.of("ApplicationDefinition a", refused, "ApplicationDefinition b", refused));
        Awaitility.await().until(() -> events().size() == 2);
        assertThat(events().getLast()).contains("\"name\":\"a\"");
    }

    private List<String> events() {
        return server.received().stream()
                .filter(received -> received.path().equals("/api/v1/namespaces/default/events"))
                .map(FakeApiServer.Received::body)
                .toList();
    }

    private static DefinitionStatus status(
            String type, DefinitionStatus.ConditionStatus answer, String reason, String message) {
        return new DefinitionStatus(List.of(new DefinitionStatus.Condition(type, answer, reason, message)));
    }

    @Test
    void unreadableDefinitionDoesNotAffectOthers() {
        String deep = "[".repeat(JsonCodec.MAX_DEPTH + 1) + "]".repeat(JsonCodec.MAX_DEPTH + 1);
        String bad =
                definition("KindDefinition", "b", "2026-01-02T00:00:00Z", "").replace("\"a\"", deep);
        answers.put(KINDS, list(definition("KindDefinition", "a", "2026-01-01T00:00:00Z", "") + "," + bad));
        follow();

        assertThat(source.documents())
                .extracting(DefinitionDocument::source)
                .containsExactly("KindDefinition a", "KindDefinition b");
        assertThat(source.documents().getLast())
                .isInstanceOfSatisfying(
                        DefinitionDocument.Malformed.class,
                        malformed -> assertThat(malformed.reason()).contains("depth"));

        kindEvents.add(event("ADDED", bad.replace("\"b\"", "\"c\"")));
        Awaitility.await().until(() -> source.documents().size() == 3);
        kindEvents.add(event("DELETED", bad));
        kindEvents.add(event("DELETED", bad.replace("\"b\"", "\"c\"")));
        Awaitility.await().until(() -> source.documents().size() == 1);
    }

    @Test
    void definitionAddedOrDeletedLaterIsNoticed() {
        answers.put(KINDS, list(""));
        follow();
        assertThat(source.documents()).isEmpty();

        String definition = definition("KindDefinition", "a", "2026-01-03T00:00:00Z", "");
        kindEvents.add(event("ADDED", definition));
        Awaitility.await().until(() -> source.documents().size() == 1);

        kindEvents.add(event("DELETED", definition));
        Awaitility.await().until(() -> source.documents().isEmpty());
    }

    @Test
    void missingCustomResourceHasNoDefinitionsUntilItExists() {
        assertThat(source.problem()).contains("the custom resources have not been read yet");
        follow();
        assertThat(source.documents()).isEmpty();

        answers.put(KINDS, list(definition("KindDefinition", "a", "2026-01-03T00:00:00Z", "")));

        Awaitility.await().until(() -> source.documents().size() == 1);
    }

    @Test
    void problemNamesTheResourceThatWasNotReadYet() {
        answers.put(KINDS, list(""));
        answers.remove("/apis");
        source.follow(changes::incrementAndGet);

        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(source.problem()).contains("the applicationdefinitions have not been read yet"));
    }

    private void follow() {
        source.follow(changes::incrementAndGet);
        Awaitility.await().until(() -> source.problem().isEmpty());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=1")) {
            watch(exchange, path);
            return;
        }
        String answer = answers.get(path);
        byte[] body = (answer == null ? "404 page not found" : answer).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void watch(HttpExchange exchange, String path) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        try {
            while (path.equals(KINDS)) {
                exchange.getResponseBody().write((kindEvents.take() + "\n").getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
            mayEnd.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String list(String items) {
        return "{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[" + items + "]}";
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}";
    }

    private static String definition(String kind, String name, String created, String metadata) {
        return """
                {"kind":"%s","metadata":{"name":"%s","creationTimestamp":"%s","resourceVersion":"8"%s},
                "spec":{"group":"a"},"status":{"phase":"old"}}""".formatted(kind, name, created, metadata).replace("\n", "");
    }
}
