package dev.chartroom.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReflectorTest {
    private static final String PATH = "/api/v1/things";

    private final FakeApiServer server = new FakeApiServer();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger changes = new AtomicInteger();

    @AfterEach
    void stop() {
        over.countDown();
        server.close();
    }

    @Test
    void endedWatchResumesAtTheLastResourceVersion() {
        server.answer(200, list("7", thing("a", "7")))
                .lines(
                        List.of(event("ADDED", thing("b", "8")), event("BOOKMARK", thing("", "12"))),
                        exchange -> exchange.close())
                .lines(List.of(event("DELETED", thing("a", "13"))), _ -> await());
        try (Reflector things = follow()) {
            Awaitility.await().until(() -> names(things).equals(List.of("b")));
        }
        assertThat(server.received())
                .extracting(received -> received.query().get("resourceVersion"))
                .containsExactly(null, "7", "12");
        // A bookmark changes nothing, so it is not reported.
        assertThat(changes).hasValue(3);
    }

    @Test
    void expiredWatchListsAgainAndDropsMissingObjects() {
        server.answer(200, list("7", thing("a", "7")))
                .lines(List.of("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410}}"), _ -> await())
                .answer(200, list("20", thing("c", "9")))
                .lines(List.of(), _ -> await());
        try (Reflector things = follow()) {
            Awaitility.await().until(() -> names(things).equals(List.of("c")));
        }
    }

    @Test
    void missingResourceHasNoObjects() {
        server.answer(404, "404 page not found")
                .answer(200, "{\"kind\":\"APIResourceList\",\"resources\":[{\"name\":\"others\"}]}");
        try (Reflector things = follow()) {
            Awaitility.await().until(things::isLoaded);
            assertThat(things.all()).isEmpty();
        }
    }

    @Test
    void missingGroupHasNoObjectsUntilItExists() {
        String groups = "{\"kind\":\"APIGroupList\",\"groups\":[{\"versions\":[{\"groupVersion\":\"other/v1\"}]}]}";
        server.answer(404, "404 page not found")
                .answer(404, "404 page not found")
                .answer(200, groups)
                .answer(404, "404 page not found")
                .answer(404, "404 page not found")
                .answer(200, groups)
                .answer(200, list("7", thing("a", "7")))
                .lines(List.of(), _ -> await());
        try (Reflector things = follow()) {
            Awaitility.await().until(things::isLoaded);
            assertThat(things.all()).isEmpty();
            Awaitility.await().until(() -> names(things).equals(List.of("a")));
            assertThat(changes).as("nobody is told twice that there is nothing").hasValue(2);
        }
    }

    @Test
    void fieldSelectorIsSentWithListAndWatch() {
        server.answer(200, list("7", thing("a", "7"))).lines(List.of(), _ -> await());
        try (Reflector things =
                Reflector.start(server.http(), new JacksonCodec(), PATH, "metadata.name=a", changes::incrementAndGet)) {
            Awaitility.await().until(() -> server.received().size() == 2);
            assertThat(names(things)).containsExactly("a");
        }
        assertThat(server.received())
                .extracting(received -> received.query().get("fieldSelector"))
                .containsExactly("metadata.name=a", "metadata.name=a");
    }

    /** Such a response may come from a proxy or a faulty API server. It does not prove that no objects exist. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | 404 page not found | 404 | no",
                "404 | 404 page not found | 403 | no",
                "404 | not found | 200 | {}",
                "200 | {} | 200 | {}",
                "404 | no | 200 | {\"kind\":\"APIResourceList\",\"resources\":[{\"name\":\"things\"}]}",
                "200 | {\"kind\":\"ThingList\",\"metadata\":{},\"items\":[]} | 200 | {}"
            })
    void responseThatIsNotAListKeepsTheKnownObjects(int code, String body, int discoveryCode, String discovery) {
        server.answer(200, list("7", thing("a", "7")))
                .lines(
                        List.of("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410}}"),
                        HttpExchange::close)
                .answer(code, body)
                .answer(discoveryCode, discovery);
        try (Reflector things = follow()) {
            Awaitility.await().until(() -> server.received().size() >= (code == 404 ? 4 : 3));
            assertThat(names(things)).containsExactly("a");
        }
    }

    @Test
    void brokenWatchResumesAtTheLastResourceVersion() {
        server.answer(200, list("7", thing("a", "7")))
                .lines(List.of(event("ADDED", thing("b", "8"))), _ -> {
                    throw new IOException("broken");
                })
                .lines(List.of(event("ADDED", thing("c", "9"))), _ -> await());
        try (Reflector things = follow()) {
            Awaitility.await().until(() -> names(things).equals(List.of("a", "b", "c")));
        }
        assertThat(server.received().getLast().query()).containsEntry("resourceVersion", "8");
    }

    @Test
    void knownObjectsStayWhileTheServerFails() {
        server.answer(200, list("7", thing("a", "7")))
                .lines(List.of("{\"type\":\"ERROR\"}"), HttpExchange::close)
                .answer(500, "no");
        try (Reflector things = follow()) {
            Awaitility.await().until(() -> server.received().size() >= 3);
            assertThat(things.isLoaded()).isTrue();
            assertThat(things.find(new NamespacedName("ns", "a"))).isPresent();
            assertThat(things.in("ns")).hasSize(1);
            assertThat(things.in("other")).isEmpty();
        }
    }

    private Reflector follow() {
        return Reflector.start(server.http(), new JacksonCodec(), PATH, changes::incrementAndGet);
    }

    private static List<String> names(Reflector things) {
        return things.all().stream().map(ReflectorTest::name).sorted().toList();
    }

    private static String name(JsonObject thing) {
        return thing.objectOrEmpty("metadata").stringOrEmpty("name");
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String list(String version, String items) {
        return "{\"kind\":\"ThingList\",\"metadata\":{\"resourceVersion\":\"" + version + "\"},\"items\":[" + items
                + "]}";
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}";
    }

    private static String thing(String name, String version) {
        return "{\"metadata\":{\"namespace\":\"ns\",\"name\":\"" + name + "\",\"resourceVersion\":\"" + version
                + "\"}}";
    }
}
