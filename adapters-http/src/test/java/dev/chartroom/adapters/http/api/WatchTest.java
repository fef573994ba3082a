package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.request.ServerCapacity;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D40 to D50. */
class WatchTest extends ApiTest {
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    @ParameterizedTest
    @ValueSource(strings = {"watch=1", "watch=true", "watch", "watch=1&resourceVersion=0", "watch=1&timeout=1s"})
    void headersArriveAtOnceWithoutEvents(String query) {
        try (Watch watch = server.watch(collection() + "?" + query)) {
            assertThat(watch.code).isEqualTo(200);
            assertThat(watch.headers.firstValue("Content-Type")).contains("application/json");
            assertThat(watch.headers.firstValue("Content-Length")).isEmpty();
            assertThat(watch.headers.firstValue("Transfer-Encoding"))
                    .isEqualTo(watch.version == HttpClient.Version.HTTP_2 ? Optional.empty() : Optional.of("chunked"));
            created("cart", "{}");
            assertThat(watch.nextName("ADDED")).isEqualTo("cart");
        }
    }

    /** A store might read large objects before the watch begins, and takes a turn to read them. */
    @Test
    void watchesOfLargeObjectsReleaseTheirTurns() {
        String watched = collection() + "?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&"
                + "allowWatchBookmarks=true&resourceVersion=0";
        created("large", "{\"name\":\"" + "x".repeat(20_000) + "\"}");
        List<Watch> watches = IntStream.range(0, ServerCapacity.TURNS)
                .mapToObj(i -> server.watch(watched, Users.HEADER, i % 2 == 0 ? "dave" : "alice"))
                .toList();

        TestResponse written =
                post("{\"metadata\":{\"name\":\"other\"},\"spec\":{\"name\":\"" + "x".repeat(20_000) + "\"}}");

        written.assertCode(201);
        watches.forEach(watch -> assertThat(watch.code).isEqualTo(200));
        watches.forEach(Watch::close);
    }

    @Test
    void changesAreSentInOrder() {
        String start = get(collection()).resourceVersion();
        try (Watch watch = server.watch(collection() + "?watch=1&resourceVersion=" + start)) {
            JsonObject added = created("cart", "{\"replicas\":3}");
            JsonObject changed =
                    patch("cart", MERGE, "{\"spec\":{\"replicas\":4}}").json();
            JsonObject other = createdWithFinalizer("other");
            JsonObject marked = delete(path("other")).json();
            delete(path("cart")).assertCode(200);

            assertThat(watch.next("ADDED")).isEqualTo(added);
            assertThat(watch.next("MODIFIED")).isEqualTo(changed);
            assertThat(watch.next("ADDED")).isEqualTo(other);
            assertThat(watch.next("MODIFIED")).isEqualTo(marked);
            JsonObject deleted = watch.next("DELETED");
            assertThat(deleted.get("spec")).isEqualTo(changed.get("spec"));
            assertThat(Long.parseLong(resourceVersion(deleted))).isGreaterThan(Long.parseLong(resourceVersion(marked)));
        }
    }

    @Test
    void watchStartsAfterItsResourceVersion() {
        JsonObject a = created("a", "{}");
        JsonObject b = created("b", "{}");

        try (Watch after = server.watch(collection() + "?watch=1&resourceVersion=" + resourceVersion(a));
                Watch fromNow = server.watch(collection() + "?watch=1")) {
            assertThat(after.next("ADDED")).isEqualTo(b);
            assertThat(fromNow.next("ADDED")).isEqualTo(a);
            assertThat(fromNow.next("ADDED")).isEqualTo(b);
        }
    }

    /** The server matches each selector against every change, and keeps the selector as long as its watch lasts. */
    @Test
    void tooManyLongSelectorsGet429AndOtherWatchesContinue() {
        String everything = "labelSelector=" + "!a,".repeat(20_000) + "!a";
        List<Watch> open = new ArrayList<>();
        try {
            int code;
            do {
                Watch watch = server.watch(collection() + "?watch=1&" + everything, Users.HEADER, "dave");
                open.add(watch);
                code = watch.code;
            } while (code == 200 && open.size() < 500);

            assertThat(code).isEqualTo(429);
            assertThat(open.getLast().headers.firstValue("Retry-After")).contains("1");
            assertThat(open).hasSizeLessThan(40);
            try (Watch others = server.watch(collection() + "?watch=1&labelSelector=!b")) {
                created("cart", "{}");
                assertThat(others.nextName("ADDED")).isEqualTo("cart");
                assertThat(open.getFirst().nextName("ADDED")).isEqualTo("cart");
            }
        } finally {
            open.forEach(Watch::close);
        }
        // Their share is free again.
        Awaitility.await().untilAsserted(() -> {
            try (Watch watch = server.watch(collection() + "?watch=1&" + everything, Users.HEADER, "dave")) {
                assertThat(watch.code).isEqualTo(200);
            }
        });
    }

    @Test
    void selectorsFilterTheWatch() {
        created("a", "{}");
        created("b", "{}");
        String one = collection() + "?watch=true&fieldSelector=metadata.name%3Db&resourceVersion=0";

        try (Watch watch = server.watch(one);
                Watch labelled = server.watch(collection() + "?watch=1&labelSelector=tier%3Dweb")) {
            patch("a", MERGE, "{\"metadata\":{\"labels\":{\"tier\":\"web\"}}}").assertCode(200);
            patch("b", MERGE, "{\"spec\":{\"replicas\":4}}").assertCode(200);
            patch("a", MERGE, "{\"metadata\":{\"labels\":{\"tier\":\"db\"}}}").assertCode(200);

            assertThat(watch.nextName("ADDED")).isEqualTo("b");
            assertThat(watch.nextName("MODIFIED")).isEqualTo("b");
            assertThat(labelled.nextName("ADDED")).isEqualTo("a");
            assertThat(labelled.nextName("DELETED")).isEqualTo("a");
        }
    }

    @Test
    void watchAcrossNamespacesSendsTheEventsOfAll() {
        String start = get(collection()).resourceVersion();
        try (Watch watch = server.watch(ROOT + "/redises?watch=1&resourceVersion=" + start)) {
            created("a", "{}");
            nameNamespace();
            created("b", "{}");

            assertThat(watch.nextName("ADDED")).isEqualTo("a");
            assertThat(watch.nextName("ADDED")).isEqualTo("b");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&resourceVersion=0", "&resourceVersion=%s"})
    void aWatchListEndsItsInitialEventsWithAnAnnotatedBookmark(String version) {
        JsonObject a = created("a", "{}");
        JsonObject b = created("b", "{}");
        String query = "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
                + version.formatted(resourceVersion(a));

        try (Watch watch = server.watch(collection() + query)) {
            assertThat(watch.next("ADDED")).isEqualTo(a);
            assertThat(watch.next("ADDED")).isEqualTo(b);
            assertThat(watch.next("BOOKMARK")).isEqualTo(Json.object("""
                    {"kind":"Redis","apiVersion":"%s","metadata":{"resourceVersion":"%s",
                     "annotations":{"k8s.io/initial-events-end":"true"}}}
                    """.formatted(API_VERSION, resourceVersion(b))));
            created("c", "{}");
            assertThat(watch.nextName("ADDED")).isEqualTo("c");
        }
    }

    @Test
    void initialEventsMayBeSkipped() {
        created("a", "{}");
        String query = "?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan";

        try (Watch watch = server.watch(collection() + query)) {
            created("b", "{}");

            assertThat(watch.nextName("ADDED")).isEqualTo("b");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sendInitialEvents=true",
                "sendInitialEvents=false",
                "sendInitialEvents=true&resourceVersionMatch=Exact",
                "resourceVersionMatch=NotOlderThan"
            })
    void incompleteWatchListParametersGet422(String query) {
        get(collection() + "?watch=1&" + query).assertStatus(422, "Invalid");
    }

    @ParameterizedTest
    @CsvSource({
        "resourceVersion=abc",
        "labelSelector=a%3D%28",
        "fieldSelector=spec.x%3D1",
        "timeoutSeconds=abc",
        "limit=abc",
    })
    void malformedWatchParametersGet400(String query) {
        get(collection() + "?watch=1&" + query).assertStatus(400, "BadRequest");
    }

    @Test
    void includeObjectIsValidatedOnlyForTables() {
        String query = "?watch=1&timeoutSeconds=1&includeObject=All";

        TestResponse answer = get(collection() + query, "Accept", TABLE + ",application/json");

        assertThat(answer.assertStatus(400, "BadRequest").message())
                .isEqualTo("Unable to convert to Table as requested: includeObject: Invalid value: \"All\":"
                        + " must be 'Metadata', 'Object', 'None', or empty");
        get(collection() + query).assertCode(200);
    }

    @Test
    void expiredResourceVersionGetsAnErrorEventWith410() {
        try (Watch watch = server.watch(collection() + "?watch=1&resourceVersion=1")) {
            JsonObject status = watch.next("ERROR");

            assertThat(watch.code).isEqualTo(200);
            assertThat(status.get("code")).hasToString("410");
            assertThat(status.stringOrEmpty("reason")).isEqualTo("Expired");
            assertThat(status.stringOrEmpty("message")).startsWith("too old resource version: 1 (");
            watch.assertEnds();
        }
    }

    @Test
    void watchInYamlGets406() {
        TestResponse answer = get(collection() + "?watch=1", "Accept", "application/yaml, application/json");

        assertThat(answer.assertCode(406).header("Content-Type")).isEqualTo("application/yaml");
        assertThat(((JsonObject) Json.CODEC.parseYaml(answer.text().getBytes(StandardCharsets.UTF_8)))
                        .stringOrEmpty("message"))
                .isEqualTo("only the following media types are accepted: application/json;stream=watch,"
                        + " application/vnd.kubernetes.protobuf;stream=watch");
        get(collection() + "?watch=1", "Accept", "application/yaml;stream=watch")
                .assertStatus(406, "NotAcceptable");
    }

    @Test
    void negativeTimeoutEndsTheWatchAtOnce() {
        created("cart", "{}");

        try (Watch watch = server.watch(collection() + "?watch=1&timeoutSeconds=-1")) {
            watch.assertEnds();
        }
    }

    @Test
    void watchAsAMetadataListEndsWithoutEvents() {
        created("cart", "{}");
        String accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

        try (Watch watch = server.watch(collection() + "?watch=1", "Accept", accept)) {
            assertThat(watch.code).isEqualTo(200);
            watch.assertEnds();
        }
    }

    @Test
    void watchEndsCleanlyAtItsTimeout() {
        created("cart", "{}");
        long start = System.nanoTime();

        try (Watch watch = server.watch(collection() + "?watch=1&timeoutSeconds=1")) {
            assertThat(watch.nextName("ADDED")).isEqualTo("cart");
            watch.assertEnds();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
    }

    @Test
    void requestAfterAnEndedWatchIsServed() {
        try (Watch watch = server.watch(collection() + "?watch=1&timeoutSeconds=1")) {
            watch.assertEnds();
        }

        get(collection()).assertCode(200);
    }

    @Test
    void onlyTheFirstEventOfATableHasColumns() {
        created("a", "{}");
        created("b", "{}");

        try (Watch watch = server.watch(collection() + "?watch=1", "Accept", TABLE)) {
            JsonObject first = watch.next("ADDED");
            JsonObject second = watch.next("ADDED");
            patch("a", MERGE, "{\"spec\":{\"replicas\":4}}").assertCode(200);
            JsonObject third = watch.next("MODIFIED");

            assertThat(first.stringOrEmpty("kind")).isEqualTo("Table");
            assertThat(first.arrayOrEmpty("columnDefinitions").isEmpty()).isFalse();
            assertThat(second.get("columnDefinitions")).isEqualTo(JsonNull.NULL);
            assertThat(third.get("columnDefinitions")).isEqualTo(JsonNull.NULL);
            assertThat(Json.objects(third.arrayOrEmpty("rows"))).hasSize(1);
        }
    }

    @Test
    void bookmarkAsTheFirstTableEventHasColumns() {
        String query = "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

        try (Watch watch = server.watch(collection() + query, "Accept", TABLE)) {
            JsonObject bookmark = watch.next("BOOKMARK");
            created("a", "{}");

            assertThat(Json.objects(bookmark.arrayOrEmpty("rows"))
                            .getFirst()
                            .objectOrEmpty("object")
                            .toString())
                    .contains("k8s.io/initial-events-end");
            assertThat(bookmark.arrayOrEmpty("columnDefinitions").isEmpty()).isFalse();
            assertThat(watch.next("ADDED").get("columnDefinitions")).isEqualTo(JsonNull.NULL);
        }
    }

    @Test
    void eventsAreServedAsMetadata() {
        JsonObject cart = created("cart", "{}");
        String accept = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
                + "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

        try (Watch watch = server.watch(collection() + "?watch=1", "Accept", accept)) {
            JsonObject partial = watch.next("ADDED");

            assertThat(partial.stringOrEmpty("kind")).isEqualTo("PartialObjectMetadata");
            assertThat(partial.get("metadata")).isEqualTo(cart.get("metadata"));
        }
    }

    @Test
    void stalledClientIsDroppedWithoutAffectingOthers() throws IOException {
        String watch =
                collection() + "?watch=1&resourceVersion=" + get(collection()).resourceVersion();
        created("large", "{}");
        try (RawConnection stalled = new RawConnection(server.port());
                Watch other = server.watch(watch)) {
            stalled.send("GET " + watch + " HTTP/1.1\r\nHost: a\r\n\r\n");
            Awaitility.await().until(() -> server.openWatches.get() == 2);
            other.next("ADDED");

            int writes = 0;
            while (server.openWatches.get() == 2) {
                String note = "x".repeat(200_000) + writes++;
                patch("large", MERGE, "{\"metadata\":{\"annotations\":{\"note\":\"" + note + "\"}}}")
                        .assertCode(200);
                assertThat(other.next("MODIFIED")).isNotNull();
            }

            assertThat(server.openWatches).hasValue(1);
            patch("large", MERGE, "{\"metadata\":{\"annotations\":{\"note\":\"\"}}}")
                    .assertCode(200);
            assertThat(other.next("MODIFIED")).isNotNull();
        }
    }

    @Test
    void watchOfAnUnknownResourceGets404() {
        get(ROOT + "/kafkas?watch=1").assertCode(404);
        get(ROOT + "/watch/kafkas").assertCode(404);
    }

    @Test
    void deprecatedWatchPathsAreServed() {
        created("a", "{}");
        created("b", "{}");
        String objects = ROOT + "/watch/namespaces/" + namespace + "/redises";

        try (Watch watch = server.watch(objects)) {
            assertThat(watch.nextName("ADDED")).isEqualTo("a");
            assertThat(watch.nextName("ADDED")).isEqualTo("b");
        }
        try (Watch watch = server.watch(objects + "/b")) {
            assertThat(watch.nextName("ADDED")).isEqualTo("b");
        }
        assertThat(get(objects + "/b?fieldSelector=metadata.name%3Da")
                        .assertStatus(400, "BadRequest")
                        .message())
                .isEqualTo("fieldSelector metadata.name doesn't match requested name");
    }
}
