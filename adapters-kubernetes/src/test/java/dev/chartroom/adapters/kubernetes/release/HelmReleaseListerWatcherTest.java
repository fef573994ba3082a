package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HelmReleaseListerWatcherTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<ApplicationKind> KINDS = List.of(Kinds.redis(), Kinds.postgres());
    private static final String KIND_LABEL = Kinds.GROUP + "/application.kind";
    private static final String GROUP_SELECTOR = Kinds.GROUP + "/application.group=" + Kinds.GROUP;

    private final FakeApiServer server = new FakeApiServer();
    private final HelmReleaseListerWatcher feed = new HelmReleaseListerWatcher(server.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void pageContainsEveryKindOfTheGroup() {
        server.answer(
                200,
                Releases.list(
                        "{\"resourceVersion\":\"9\",\"continue\":\"more\"}",
                        Releases.redis("a", "5"),
                        Releases.stored(Kinds.postgres(), Releases.application("b"), "6"),
                        Releases.withLabel(Releases.redis("c", "7"), KIND_LABEL, "NotServed")));

        ApplicationPage page = feed.list(KINDS, "token");

        assertThat(page.items())
                .extracting(item -> item.kind().names().kind() + " "
                        + item.metadata().name() + " " + item.metadata().resourceVersion())
                .containsExactly("Redis a 5", "Postgres b 6");
        assertThat(page.resourceVersion()).isEqualTo("9");
        assertThat(page.continueToken()).isEqualTo("more");
        assertThat(server.received().getLast().path()).isEqualTo("/apis/helm.toolkit.fluxcd.io/v2/helmreleases");
        assertThat(server.received().getLast().query())
                .isEqualTo(Map.of(
                        "labelSelector",
                        KIND_LABEL + " in (Postgres,Redis)," + GROUP_SELECTOR,
                        "limit",
                        "500",
                        "continue",
                        "token"));
    }

    /** The selector is part of the URL, whose length is limited. */
    @Test
    void listOfManyKindsSelectsTheWholeGroup() {
        server.answer(200, Releases.list("{\"resourceVersion\":\"9\"}", Releases.redis("a", "5")));

        assertThat(feed.list(Collections.nCopies(21, Kinds.redis()), "").items())
                .hasSize(1);
        assertThat(server.received().getLast().query()).containsEntry("labelSelector", GROUP_SELECTOR);
    }

    @Test
    void watchEventsHaveTheKindOfTheirRelease() throws InterruptedException {
        JsonObject redis = Releases.redis("a", "5");
        server.lines(
                List.of(
                        Releases.event("ADDED", redis),
                        Releases.event("MODIFIED", Releases.stored(Kinds.postgres(), Releases.application("b"), "6")),
                        Releases.event("DELETED", Releases.withMetadata(redis, "resourceVersion", "7")),
                        "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"8\"}}}"),
                HttpExchange::close);

        try (WatchStream watch = feed.watch(KINDS, new ResourceVersion(4))) {
            assertThat(next(watch)).isEqualTo("ADDED Redis a 5");
            assertThat(next(watch)).isEqualTo("MODIFIED Postgres b 6");
            assertThat(next(watch)).isEqualTo("DELETED Redis a 7");
            assertThat(next(watch)).isEqualTo("BOOKMARK 8");
            assertThat(next(watch)).isEqualTo("ENDED");
        }
        assertThat(server.received().getLast().query())
                .isEqualTo(Map.of(
                        "watch", "true",
                        "labelSelector", GROUP_SELECTOR,
                        "resourceVersion", "4",
                        "allowWatchBookmarks", "true"));
    }

    @Test
    void watchListSendsInitialEventsInOneStream() throws InterruptedException {
        server.lines(
                List.of(
                        Releases.event("ADDED", Releases.redis("a", "5")),
                        "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"8\",\"annotations\":"
                                + "{\"k8s.io/initial-events-end\":\"true\"}}}}"),
                HttpExchange::close);

        try (WatchStream watch = feed.watchList(KINDS)) {
            assertThat(next(watch)).isEqualTo("ADDED Redis a 5");
            assertThat(watch.next(PATIENCE)).isEqualTo(new WatchEvent.Bookmark<>("8", true));
        }
        assertThat(server.received().getLast().query())
                .isEqualTo(Map.of(
                        "watch", "true",
                        "labelSelector", GROUP_SELECTOR,
                        "sendInitialEvents", "true",
                        "resourceVersionMatch", "NotOlderThan",
                        "allowWatchBookmarks", "true"));
    }

    @Test
    void releaseThatIsNoApplicationIsSentAsDeletedOrBookmark() throws InterruptedException {
        JsonObject redis = Releases.redis("a", "5");
        server.lines(
                List.of(
                        Releases.event("MODIFIED", Releases.withLabel(redis, KIND_LABEL, "NotServed")),
                        Releases.event("MODIFIED", Releases.withMetadata(redis, "creationTimestamp", "x")),
                        Releases.event("MODIFIED", Releases.withMetadata(redis, "name", "other-a"))),
                HttpExchange::close);

        try (WatchStream watch = feed.watch(KINDS, new ResourceVersion(4))) {
            assertThat(next(watch)).isEqualTo("DELETED Redis a 5");
            assertThat(next(watch)).isEqualTo("DELETED Redis a 5");
            assertThat(next(watch)).isEqualTo("BOOKMARK 5");
        }
    }

    /** The object is as deep as a release in etcd can be, and deeper than the codec reads. */
    @Test
    void unreadableReleaseIsSentAsDeletedAndANamelessOneExpiresTheWatch() throws InterruptedException {
        String metadata = "\"metadata\":{\"namespace\":\"team-a\",\"name\":\"redis-a\",\"resourceVersion\":\"7\"}";
        String deep = "\"spec\":" + "{\"a\":".repeat(400) + "1" + "}".repeat(400);
        server.lines(
                List.of(
                        "{\"type\":\"MODIFIED\",\"object\":{" + metadata + "," + deep + "}}",
                        "{\"type\":\"MODIFIED\",\"object\":{" + deep + "}}"),
                HttpExchange::close);

        try (WatchStream watch = feed.watch(KINDS, new ResourceVersion(4))) {
            assertThat(next(watch)).isEqualTo("DELETED Redis a 7");
            assertThat(watch.next(PATIENCE))
                    .isInstanceOfSatisfying(
                            WatchEvent.Failed.class,
                            failed -> assertThat(failed.error()).isInstanceOf(ApiError.Expired.class));
        }
    }

    /** A list returns this release, so a watch must too, although the event adds a level. */
    @Test
    void watchSendsAReleaseOfTheMaximumDepth() throws InterruptedException {
        String release = Releases.redis("a", "7").toString();
        String deepest = "";
        for (int levels = 50; isRead(nested(levels, release)); levels++) {
            deepest = nested(levels, release);
        }
        String event = "{\"type\":\"MODIFIED\",\"object\":" + deepest + "}";
        assertThat(isRead(event)).isFalse();
        server.lines(List.of(event), HttpExchange::close);

        try (WatchStream watch = feed.watch(KINDS, new ResourceVersion(4))) {
            assertThat(next(watch)).isEqualTo("MODIFIED Redis a 7");
        }
    }

    private static String nested(int levels, String release) {
        return "{\"deep\":" + "{\"a\":".repeat(levels) + "1" + "}".repeat(levels) + "," + release.substring(1);
    }

    private static boolean isRead(String json) {
        try {
            new JacksonCodec().parse(json.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (ApiException _) {
            return false;
        }
    }

    @Test
    void errorsAreTranslatedAsInTheStore() {
        server.answer(410, Releases.status(410, "Expired", "too old")).answer(503, "");

        assertThatThrownBy(() -> feed.watch(KINDS, new ResourceVersion(1)).close())
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.EXPIRED));
        assertThatThrownBy(() -> feed.list(KINDS, ""))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE));
    }

    private static String next(WatchStream watch) throws InterruptedException {
        @Nullable WatchEvent<ServedApplication> event = watch.next(PATIENCE);
        return switch (event) {
            case null -> "nothing";
            case WatchEvent.Added<ServedApplication>(var object) -> "ADDED " + line(object);
            case WatchEvent.Modified<ServedApplication>(var object) -> "MODIFIED " + line(object);
            case WatchEvent.Deleted<ServedApplication>(var object) -> "DELETED " + line(object);
            case WatchEvent.Bookmark<ServedApplication> bookmark -> "BOOKMARK " + bookmark.resourceVersion();
            case WatchEvent.Failed<ServedApplication>(var error) -> "FAILED " + error;
            case WatchEvent.Ended<ServedApplication> _ -> "ENDED";
        };
    }

    private static String line(ServedApplication object) {
        return object.kind().names().kind() + " " + object.metadata().name() + " "
                + object.metadata().resourceVersion();
    }
}
