package dev.chartroom.adapters.kubernetes.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.kubernetes.client.FakeApiServer.Received;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.ClusterEvents;
import dev.chartroom.ports.event.ClusterEvents.Selection;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.event.MirroredEvent;
import dev.chartroom.ports.event.Occurrences;
import dev.chartroom.ports.json.JsonCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class KubernetesEventsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final MirroredEvent EVENT = new MirroredEvent(
            "cart.01",
            "e1",
            new EventSubject("apps.example.com/v1", "Redis", "team-a", "cart", "u1"),
            "Normal",
            "Done",
            "installed",
            "helm-controller",
            new Occurrences(NOW, NOW, 2));

    private final FakeApiServer server = new FakeApiServer();
    private final KubernetesEvents events = new KubernetesEvents(server.http(), new JacksonCodec());
    private final Listener listener = new Listener();
    private final CountDownLatch ended = new CountDownLatch(1);

    private static final class Listener implements ClusterEvents.Listener {
        private final List<String> uids = new CopyOnWriteArrayList<>();
        private final List<ApiException> failures = new CopyOnWriteArrayList<>();

        @Override
        public void occurred(ClusterEvent event) {
            uids.add(event.uid());
        }

        @Override
        public void failed(ApiException failure) {
            failures.add(failure);
        }
    }

    @AfterEach
    void stop() {
        ended.countDown();
        server.close();
    }

    @Test
    void newEventIsCreated() {
        server.answer(201, "{}");

        events.write(EVENT);

        Received create = server.received().getFirst();
        assertThat(create.method() + " " + create.path()).isEqualTo("POST /api/v1/namespaces/team-a/events");
        assertThat(create.json()).isEqualTo(EventJson.write(EVENT));
    }

    @Test
    void existingEventGetsTheNewOccurrences() {
        server.answer(409, "{}").answer(200, "{}");

        events.write(EVENT);

        Received patch = server.received().getLast();
        assertThat(patch.method() + " " + patch.path()).isEqualTo("PATCH /api/v1/namespaces/team-a/events/cart.01");
        assertThat(patch.headers().get("Content-type")).containsExactly("application/merge-patch+json");
        assertThat(patch.json().names())
                .containsExactlyInAnyOrder("message", "firstTimestamp", "lastTimestamp", "count");
    }

    /** A quota, a policy and a terminating namespace cause a 403 too, but only for one namespace. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | events is forbidden: User \\\"chartroom\\\" cannot create resource \\\"events\\\" | FORBIDDEN",
                "403 | events \\\"cart.01\\\" is forbidden: exceeded quota: q, requested: count/events=1 | SERVICE_UNAVAILABLE",
                "403 | events is forbidden: unable to create new content in namespace team-a | SERVICE_UNAVAILABLE",
                "500 | the User \\\"chartroom\\\" cannot wait | SERVICE_UNAVAILABLE"
            })
    void refusedWriteIsForbiddenOnlyWithoutTheRight(int code, String message, StatusReason reason) {
        server.answer(code, "{\"kind\":\"Status\",\"message\":\"" + message + "\"}");

        assertThatThrownBy(() -> events.write(EVENT))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).reason()).isEqualTo(reason));
    }

    @Test
    void mirroredEventsAreListedInPages() {
        server.answer(200, list("{\"resourceVersion\":\"5\",\"continue\":\"next\"}", mirrored("e1", 2)))
                .answer(200, list("{\"resourceVersion\":\"5\"}", mirrored("e2", 3)));
        List<String> found = new ArrayList<>();

        events.forEachMirrored((namespace, original, occurrences) ->
                found.add(namespace + " " + original + " " + occurrences.count()));

        assertThat(found).containsExactly("team-a e1 2", "team-a e2 3");
        assertThat(server.received().getFirst().query())
                .containsEntry("fieldSelector", "reportingComponent=chartroom.dev/event-mirror")
                .containsEntry("limit", "500");
        assertThat(server.received().getLast().query()).containsEntry("continue", "next");
    }

    @Test
    void eventsOfReleasesBeginWithTheExistingOnes() {
        server.answer(200, list("{\"resourceVersion\":\"5\"}", event("a", "4")))
                .lines(
                        List.of(
                                change("ADDED", event("b", "6")),
                                change("DELETED", event("c", "7")),
                                change("BOOKMARK", "{\"metadata\":{\"resourceVersion\":\"8\"}}"),
                                change("MODIFIED", event("b", "9"))),
                        this::hold);

        try (ClusterEvents.Following _ = events.follow(Selection.RELEASES, listener)) {
            await().until(() -> listener.uids.size() == 3);
        }

        assertThat(listener.uids).containsExactly("a", "b", "b");
        assertThat(server.received())
                .allSatisfy(received ->
                        assertThat(received.query()).containsEntry("fieldSelector", "involvedObject.kind=HelmRelease"));
        assertThat(server.received().getLast().query())
                .containsEntry("resourceVersion", "5")
                .containsEntry("watch", "1");
    }

    @Test
    void eventsOfOtherObjectsBeginNow() {
        server.answer(200, list("{\"resourceVersion\":\"5\"}", event("a", "4")))
                .lines(List.of(change("ADDED", event("b", "6"))), this::hold);

        try (ClusterEvents.Following _ = events.follow(Selection.OTHER_OBJECTS, listener)) {
            await().until(() -> !listener.uids.isEmpty());
        }

        assertThat(listener.uids).containsExactly("b");
        assertThat(server.received().getFirst().query()).containsEntry("limit", "1");
        assertThat(server.received().getLast().query())
                .containsEntry(
                        "fieldSelector",
                        "involvedObject.kind!=HelmRelease,reportingComponent!=chartroom.dev/event-mirror");
    }

    /** A user can create such an Event, because the kube-apiserver does not limit the depth of a field set. */
    @Test
    void eventThatCannotBeDecodedDoesNotAffectTheOthers() {
        server.answer(200, list("{\"resourceVersion\":\"5\"}", event("a", "3"), deep("4"), event("b", "5")))
                .lines(List.of(change("ADDED", event("c", "6")), change("ADDED", deep("7"))), HttpExchange::close)
                .lines(List.of(change("ADDED", event("d", "8"))), this::hold);

        try (ClusterEvents.Following _ = events.follow(Selection.RELEASES, listener)) {
            await().until(() -> listener.uids.contains("d"));
        }

        assertThat(listener.uids).containsExactly("a", "b", "c", "d");
        assertThat(listener.failures).isEmpty();
        assertThat(server.received().getLast().query()).containsEntry("resourceVersion", "7");
    }

    @Test
    void watchEventThatIsNoJsonStartsTheWatchAgain() {
        server.answer(200, list("{\"resourceVersion\":\"5\"}"))
                .lines(List.of("{\"type\":\"ADDED\",\"object\":{\"metadata\""), HttpExchange::close)
                .answer(200, list("{\"resourceVersion\":\"9\"}", event("a", "8")))
                .lines(List.of(), this::hold);

        try (ClusterEvents.Following _ = events.follow(Selection.RELEASES, listener)) {
            await().until(() -> listener.uids.contains("a"));
        }

        assertThat(listener.failures).isEmpty();
    }

    @Test
    void mirroredEventsThatCannotBeOwnAreIgnored() {
        server.answer(
                200,
                list(
                        "{\"resourceVersion\":\"5\"}",
                        mirrored("x".repeat(65), 1),
                        deep("4"),
                        mirrored("x".repeat(64), 2)));
        List<Long> found = new ArrayList<>();

        events.forEachMirrored((_, _, occurrences) -> found.add(occurrences.count()));

        assertThat(found).containsExactly(2L);
    }

    @Test
    void endedWatchResumesAndAnExpiredOneStartsAgain() {
        server.answer(200, list("{\"resourceVersion\":\"5\"}"))
                .lines(List.of(change("ADDED", event("a", "6"))), HttpExchange::close)
                .lines(List.of(change("ERROR", "{\"kind\":\"Status\",\"code\":410}")), HttpExchange::close)
                .answer(200, list("{\"resourceVersion\":\"9\"}", event("b", "8")))
                .lines(List.of(), this::hold);

        try (ClusterEvents.Following _ = events.follow(Selection.RELEASES, listener)) {
            await().until(() -> server.received().size() == 5);
        }

        assertThat(listener.uids).containsExactly("a", "b");
        assertThat(server.received())
                .extracting(received -> received.query().getOrDefault("resourceVersion", "list"))
                .containsExactly("list", "5", "6", "list", "9");
        assertThat(listener.failures).isEmpty();
    }

    @Test
    void refusedListIsReported() {
        server.answer(
                403,
                "{\"kind\":\"Status\",\"message\":\"events is forbidden: User \\\"chartroom\\\" cannot list resource\"}");

        try (ClusterEvents.Following _ = events.follow(Selection.RELEASES, listener)) {
            await().until(() -> !listener.failures.isEmpty());
        }

        assertThat(listener.failures)
                .singleElement()
                .satisfies(failure ->
                        assertThat(Status.of(failure.error()).reason()).isEqualTo(StatusReason.FORBIDDEN));
    }

    private void hold(HttpExchange exchange) {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    private static String list(String metadata, String... items) {
        return "{\"kind\":\"EventList\",\"metadata\":" + metadata + ",\"items\":[" + String.join(",", items) + "]}";
    }

    private static String mirrored(String original, int count) {
        return "{\"metadata\":{\"namespace\":\"team-a\",\"annotations\":{\"chartroom.dev/mirrored-event\":\"" + original
                + "\"}},\"firstTimestamp\":\"2026-01-02T03:04:05Z\",\"count\":" + count + "}";
    }

    private static String event(String uid, String resourceVersion) {
        return "{\"metadata\":{\"namespace\":\"team-a\",\"uid\":\"" + uid + "\",\"resourceVersion\":\""
                + resourceVersion + "\"},\"involvedObject\":{\"namespace\":\"team-a\"},"
                + "\"firstTimestamp\":\"2026-01-02T03:04:05Z\"}";
    }

    private static String deep(String resourceVersion) {
        return "{\"metadata\":{\"resourceVersion\":\"" + resourceVersion + "\",\"managedFields\":[{\"fieldsV1\":"
                + "{\"f:a\":".repeat(JsonCodec.MAX_DEPTH) + "{}" + "}".repeat(JsonCodec.MAX_DEPTH) + "}]}}";
    }

    private static String change(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}";
    }
}
