package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.kubernetes.client.FakeApiServer.Script;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class HelmReleaseWatchTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final FakeApiServer server = new FakeApiServer();
    private final ApplicationStore store = new HelmReleaseStore(server.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void releaseEventsBecomeApplicationEvents() throws InterruptedException {
        server.lines(
                List.of(
                        Releases.event("ADDED", Releases.redis("a", "5")),
                        Releases.event("MODIFIED", Releases.redis("a", "6")),
                        Releases.event("DELETED", Releases.redis("a", "7")),
                        "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"8\"}}}",
                        "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"9\",\"annotations\":"
                                + "{\"k8s.io/initial-events-end\":\"true\"}}}}"),
                HttpExchange::close);

        try (WatchStream watch = watch()) {
            assertThat(next(watch)).isEqualTo("ADDED a 5");
            assertThat(next(watch)).isEqualTo("MODIFIED a 6");
            assertThat(next(watch)).isEqualTo("DELETED a 7");
            assertThat(next(watch)).isEqualTo("BOOKMARK 8");
            assertThat(next(watch)).isEqualTo("INITIAL-EVENTS-END 9");
            assertThat(next(watch)).isEqualTo("ENDED");
        }
    }

    @Test
    void unusableEventsAreSkipped() throws InterruptedException {
        server.lines(
                List.of(
                        Releases.event("ADDED", Releases.withMetadata(Releases.redis("a", "5"), "name", "no-prefix")),
                        Releases.event(
                                "ADDED", Releases.withMetadata(Releases.redis("a", "5"), "creationTimestamp", "x")),
                        "{\"type\":\"ADDED\",\"object\":" + "[".repeat(200) + "]".repeat(200) + "}",
                        "{not json",
                        "{\"type\":\"NEW\",\"object\":{}}",
                        Releases.event("ADDED", Releases.redis("b", "6"))),
                HttpExchange::close);

        try (WatchStream watch = watch()) {
            assertThat(next(watch)).isEqualTo("ADDED b 6");
        }
    }

    @Test
    void expiredResourceVersionFailsAndEndsTheWatch() throws InterruptedException {
        JsonObject status = JsonObject.builder()
                .put("kind", "Status")
                .put("reason", "Expired")
                .put("code", 410)
                .put("message", "too old resource version: 1 (235)")
                .build();
        server.lines(
                List.of(Releases.event("ERROR", status), Releases.event("ADDED", Releases.redis("a", "5"))),
                exchange -> {});

        try (WatchStream watch = watch()) {
            assertThat(watch.next(PATIENCE))
                    .isEqualTo(new WatchEvent.Failed<>(ApiError.expired("too old resource version: 1 (235)")));
            assertThat(next(watch)).isEqualTo("ENDED");
        }
    }

    @Test
    void brokenWatchEndsAfterTheReceivedEvents() throws InterruptedException {
        server.lines(List.of(Releases.event("ADDED", Releases.redis("a", "5"))), exchange -> {
            exchange.getResponseBody().write("{\"type\":\"ADDED\",\"obj".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            throw new IOException("cut");
        });

        try (WatchStream watch = watch()) {
            assertThat(next(watch)).isEqualTo("ADDED a 5");
            assertThat(next(watch)).isEqualTo("ENDED");
            assertThat(next(watch)).isEqualTo("ENDED");
        }
    }

    @ParameterizedTest
    @CsvSource({"410, Expired, 410", "403, Forbidden, 403", "422, Invalid, 422", "429, TooManyRequests, 429"})
    void rejectedWatchThrows(int code, String reason, int expected) {
        server.answer(code, Releases.status(code, reason, "no"));

        assertThatThrownBy(() -> watch().close())
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).code()).isEqualTo(expected));
    }

    @Test
    void watchOfAnApiServerThatIsDownIsUnavailable() {
        server.close();

        assertThatThrownBy(() -> watch().close())
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).retryAfterSeconds())
                                .isEqualTo(1));
    }

    @Test
    void closeEndsTheConnectionOfAnIdleWatch() throws InterruptedException {
        CountDownLatch hold = new CountDownLatch(1);
        AtomicBoolean gone = new AtomicBoolean();
        server.lines(List.of(Releases.event("ADDED", Releases.redis("a", "5"))), exchange -> {
            try {
                hold.await();
                while (true) {
                    exchange.getResponseBody().write('\n');
                    exchange.getResponseBody().flush();
                }
            } catch (IOException | InterruptedException _) {
                gone.set(true);
            }
        });
        WatchStream watch = watch();
        assertThat(next(watch)).isEqualTo("ADDED a 5");

        watch.close();

        assertThat(next(watch)).isEqualTo("ENDED");
        hold.countDown();
        await().untilTrue(gone);
    }

    @Test
    void readTimeoutEndsRequestsButNotIdleWatches() throws InterruptedException {
        ApplicationStore hasty = new HelmReleaseStore(server.http(Duration.ofMillis(200)), new JacksonCodec());
        CountDownLatch silence = new CountDownLatch(1);
        Script whenToldTo = exchange -> {
            try {
                silence.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            exchange.getResponseBody()
                    .write((Releases.event("ADDED", Releases.redis("a", "5")) + "\n").getBytes(StandardCharsets.UTF_8));
            exchange.close();
        };
        server.lines(List.of(), whenToldTo).script(whenToldTo);

        try (WatchStream watch = hasty.watch(REDIS, WatchRequest.after("team-a", "4"))) {
            assertThat(watch.next(Duration.ofSeconds(1))).isNull();
            assertThatThrownBy(() -> hasty.create(REDIS, Releases.application("a"), new WriteOptions(false, "tester")))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(Status.of(e.error()).retryAfterSeconds())
                                    .isZero());
            silence.countDown();
            assertThat(next(watch)).isEqualTo("ADDED a 5");
        }
    }

    @Test
    void slowReaderAppliesBackpressureToTheApiServer() throws InterruptedException {
        String event = Releases.event(
                "ADDED",
                Releases.redis("a", "5")
                        .with(
                                "spec",
                                JsonObject.of(
                                        "values",
                                        JsonObject.builder()
                                                .put("text", "x".repeat(64 * 1024))
                                                .build())));
        AtomicLong written = new AtomicLong();
        int all = 2000;
        server.lines(List.of(), exchange -> {
            for (int i = 0; i < all; i++) {
                exchange.getResponseBody().write((event + "\n").getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                written.incrementAndGet();
            }
            exchange.close();
        });

        try (WatchStream watch = watch()) {
            AtomicLong before = new AtomicLong();
            await().pollInterval(Duration.ofMillis(500)).until(() -> {
                long now = written.get();
                return before.getAndSet(now) == now && now >= 1000;
            });
            assertThat(written.get()).isBetween(1000L, all - 100L);
            for (int i = 0; i < all; i++) {
                assertThat(next(watch)).isEqualTo("ADDED a 5");
            }
            assertThat(next(watch)).isEqualTo("ENDED");
        }
    }

    @Test
    void watchForwardsTheClientsOptions() {
        assertThat(queryOf("", true, InitialEvents.UNSET)).isEqualTo(Map.of("allowWatchBookmarks", "true"));
        assertThat(queryOf("0", false, InitialEvents.UNSET)).isEqualTo(Map.of("resourceVersion", "0"));
        assertThat(queryOf("", false, InitialEvents.SEND))
                .isEqualTo(Map.of("sendInitialEvents", "true", "resourceVersionMatch", "NotOlderThan"));
        assertThat(queryOf("7", false, InitialEvents.SKIP))
                .isEqualTo(Map.of(
                        "resourceVersion", "7", "sendInitialEvents", "false", "resourceVersionMatch", "NotOlderThan"));
    }

    private Map<String, String> queryOf(String resourceVersion, boolean bookmarks, InitialEvents initialEvents) {
        server.lines(List.of(), HttpExchange::close);
        store.watch(
                        REDIS,
                        new WatchRequest(
                                "team-a",
                                LabelSelector.EVERYTHING,
                                FieldSelector.parse("metadata.name=a"),
                                resourceVersion,
                                bookmarks,
                                initialEvents))
                .close();
        Map<String, String> query = server.received().getLast().query();
        assertThat(query)
                .containsEntry("watch", "true")
                .containsEntry("fieldSelector", "metadata.name=redis-a")
                .containsKey("labelSelector");
        query.keySet().removeAll(List.of("watch", "fieldSelector", "labelSelector"));
        return query;
    }

    private WatchStream watch() {
        return store.watch(REDIS, WatchRequest.after("team-a", "4"));
    }

    private static String next(WatchStream watch) throws InterruptedException {
        @Nullable WatchEvent<ServedApplication> event = watch.next(PATIENCE);
        return switch (event) {
            case null -> "nothing";
            case WatchEvent.Added<ServedApplication>(var object) -> "ADDED " + line(object);
            case WatchEvent.Modified<ServedApplication>(var object) -> "MODIFIED " + line(object);
            case WatchEvent.Deleted<ServedApplication>(var object) -> "DELETED " + line(object);
            case WatchEvent.Bookmark<ServedApplication>(var version, var end) ->
                (end ? "INITIAL-EVENTS-END " : "BOOKMARK ") + version;
            case WatchEvent.Failed<ServedApplication>(var error) -> "FAILED " + error;
            case WatchEvent.Ended<ServedApplication> _ -> "ENDED";
        };
    }

    private static String line(ServedApplication object) {
        return object.metadata().name() + " " + object.metadata().resourceVersion();
    }
}
