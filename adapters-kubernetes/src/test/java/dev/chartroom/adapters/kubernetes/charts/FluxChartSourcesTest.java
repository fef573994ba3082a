package dev.chartroom.adapters.kubernetes.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.kubernetes.client.FakeApiServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FluxChartSourcesTest {
    private static final String PATH = "/apis/source.toolkit.fluxcd.io/v1/namespaces/charts/helmrepositories";
    private static final SourceRef REDIS = source("redis");
    private static final SourceRef OTHER = source("other");

    private final FakeApiServer cluster = new FakeApiServer();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final AtomicInteger changes = new AtomicInteger();
    private final FluxChartSources sources = new FluxChartSources(cluster.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        sources.close();
        events.add("");
        cluster.close();
    }

    @Test
    void sourceExistsUntilItIsDeleted() {
        list(object("redis"));
        askBeforeTheClusterAnswers();
        awaitPresence(new ChartPresence.Found(REDIS));
        awaitPresence(new ChartPresence.Missing(OTHER));
        assertThat(cluster.received())
                .extracting(FakeApiServer.Received::path)
                .as("one watch for both")
                .containsExactly(PATH, PATH);

        events.add("{\"type\":\"DELETED\",\"object\":" + object("redis") + "}");
        awaitPresence(new ChartPresence.Missing(REDIS));
        events.add("{\"type\":\"ADDED\",\"object\":" + object("other") + "}");
        awaitPresence(new ChartPresence.Found(OTHER));
    }

    @Test
    void sourceIsReportedOnlyWhenItsExistenceChanges() {
        list(object("redis"));
        awaitFirstChange();
        awaitPresence(new ChartPresence.Found(REDIS));

        events.add("{\"type\":\"MODIFIED\",\"object\":" + object("redis") + "}");
        events.add("{\"type\":\"ADDED\",\"object\":" + object("another") + "}");
        events.add("{\"type\":\"DELETED\",\"object\":" + object("redis") + "}");
        await().until(() -> changes.get() > 1);
        awaitPresence(new ChartPresence.Missing(REDIS));
        assertThat(changes).hasValue(2);
    }

    @Test
    void forbiddenSourceIsUnknownNotMissing() {
        sources.follow(changes::incrementAndGet);
        cluster.answer(403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\",\"message\":\"no right\"}");
        awaitFirstChange();
        awaitPresence(new ChartPresence.Unknown(REDIS, "no right"));

        // The next list is allowed.
        list(object("other"));
        awaitPresence(new ChartPresence.Missing(REDIS));
        awaitPresence(new ChartPresence.Found(OTHER));
    }

    @Test
    void sourceKindThatIsMissingInTheClusterIsRetried() {
        cluster.answer(404, "{\"kind\":\"Status\",\"code\":404,\"reason\":\"NotFound\"}")
                .answer(200, "{\"kind\":\"APIResourceList\",\"resources\":[]}");
        list(object("redis"));
        awaitPresence(
                new ChartPresence.Unknown(REDIS, "the cluster has no helmrepositories of source.toolkit.fluxcd.io/v1"));

        awaitPresence(new ChartPresence.Found(REDIS));
        assertThat(cluster.received().get(1).path()).isEqualTo("/apis/source.toolkit.fluxcd.io/v1");
    }

    @Test
    void missingSourceStaysMissingWhileTheClusterIsUnavailable() {
        sources.follow(changes::incrementAndGet);
        cluster.answer(200, list("7", ""))
                .lines(List.of("{\"type\":\"ERROR\",\"object\":{\"code\":410}}"), HttpExchange::close);
        for (int i = 0; i < 3; i++) {
            cluster.answer(503, "{\"kind\":\"Status\",\"code\":503,\"message\":\"silent\"}");
        }
        awaitPresence(new ChartPresence.Missing(REDIS));

        // The requests are a list, a watch, a failed list and the next list.
        await().until(() -> cluster.received().size() >= 4);
        awaitPresence(new ChartPresence.Unknown(OTHER, "silent"));
        assertThat(sources.of(REDIS)).contains(new ChartPresence.Missing(REDIS));
    }

    @Test
    void sourceThatIsNoLongerRetainedIsNotWatched() {
        list(object("redis"));
        awaitPresence(new ChartPresence.Found(REDIS));

        sources.retain(Set.of());
        list("");
        awaitPresence(new ChartPresence.Missing(REDIS));
    }

    /**
     * Reads a source before the cluster answers. A change is reported only if the last read returned something else.
     */
    private void askBeforeTheClusterAnswers() {
        cluster.hold();
        assertThat(sources.of(REDIS)).isEmpty();
        cluster.release();
    }

    private void awaitFirstChange() {
        askBeforeTheClusterAnswers();
        await().until(() -> changes.get() == 1);
    }

    private void awaitPresence(ChartPresence expected) {
        await().untilAsserted(() ->
                assertThat(sources.of(expected.source().orElseThrow())).contains(expected));
    }

    /** Serves a list of sources, and then a watch that sends the test's events until an empty one. */
    private void list(String items) {
        cluster.answer(200, list("7", items)).lines(List.of(), this::tell);
        sources.follow(changes::incrementAndGet);
    }

    private static String list(String version, String items) {
        return "{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"" + version + "\"},\"items\":[" + items + "]}";
    }

    private void tell(HttpExchange exchange) throws IOException {
        try (exchange) {
            for (String event = events.take(); !event.isEmpty(); event = events.take()) {
                exchange.getResponseBody().write((event + "\n").getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String object(String name) {
        return "{\"metadata\":{\"namespace\":\"charts\",\"name\":\"" + name + "\",\"resourceVersion\":\"8\"}}";
    }

    private static SourceRef source(String name) {
        return new SourceRef("source.toolkit.fluxcd.io/v1", "HelmRepository", "charts", name);
    }
}
