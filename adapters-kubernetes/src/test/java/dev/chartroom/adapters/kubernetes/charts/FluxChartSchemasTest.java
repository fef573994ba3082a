package dev.chartroom.adapters.kubernetes.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.kind.FollowedSchema;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FluxChartSchemasTest {
    private static final SourceRef REDIS =
            new SourceRef("source.toolkit.fluxcd.io/v1", "OCIRepository", "charts", "redis");

    private final FakeApiServer cluster = new FakeApiServer();
    private final FakeApiServer artifacts = new FakeApiServer();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final AtomicInteger changes = new AtomicInteger();
    private final FluxChartSchemas schemas =
            new FluxChartSchemas(cluster.http(), new JacksonCodec(), FluxChartSchemasTest::schema);

    @AfterEach
    void stop() {
        schemas.close();
        events.add("");
        cluster.close();
        artifacts.close();
    }

    @Test
    void schemaComesFromTheArtifact() {
        sources(source(artifact("/redis.tgz", "one")));
        artifacts.answer(200, "one");

        assertThat(awaited()).isEqualTo(known("one"));
        assertThat(changes).hasValue(1);
        assertThat(cluster.received().getFirst().path())
                .isEqualTo("/apis/source.toolkit.fluxcd.io/v1/namespaces/charts/ocirepositories");
        assertThat(artifacts.received()).singleElement().satisfies(received -> {
            assertThat(received.path()).isEqualTo("/redis.tgz");
            assertThat(received.headers()).doesNotContainKeys("Authorization", "Cookie");
        });
    }

    @Test
    void schemaIsReadAgainOnlyIfTheArtifactChanges() {
        sources(source(artifact("/1", "one")));
        artifacts.answer(200, "one");
        assertThat(awaited()).isEqualTo(known("one"));

        // A changed source with the same artifact does not cause another fetch.
        events.add(modified(source(artifact("/1", "one") + ",\"observedGeneration\":2")));
        artifacts.answer(200, "two");
        events.add(modified(source(artifact("/2", "two"))));

        await().until(() -> schemas.of(REDIS).equals(known("two")));
        assertThat(artifacts.received())
                .extracting(FakeApiServer.Received::path)
                .containsExactly("/1", "/2");
        assertThat(changes).hasValue(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "metadata":{"namespace":"charts","name":"redis"} | has no artifact yet
            "metadata":{"namespace":"charts","name":"redis"},"status":{"conditions":[{"type":"Ready","message":"no such tag"}]} | has no artifact yet: no such tag
            """)
    void sourceWithoutArtifactIsUnfetched(String source, String reason) {
        sources("{" + source + "}");

        assertThat(awaited()).isEqualTo(new FollowedSchema.Unfetched("OCIRepository charts/redis " + reason));
        assertThat(artifacts.received()).isEmpty();
    }

    @Test
    void missingSourceHasNoSchema() {
        sources("{\"other\":{}}");

        assertThat(awaited()).isEqualTo(new FollowedSchema.Unknown("OCIRepository charts/redis does not exist"));
        assertThat(artifacts.received()).isEmpty();
    }

    @Test
    void sourceDoesNotExistIfItsResourceIsNotServed() {
        cluster.answer(404, "{\"kind\":\"Status\",\"code\":404,\"reason\":\"NotFound\"}")
                .answer(200, "{\"kind\":\"APIResourceList\",\"resources\":[]}");

        assertThat(awaited()).isEqualTo(new FollowedSchema.Unknown("OCIRepository charts/redis does not exist"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            404 | nothing   | the download of its artifact failed with HTTP status 404
            302 | elsewhere | the download of its artifact failed with HTTP status 302
            200 | another   | its artifact does not have the digest sha256:
            """)
    void responseThatIsNotTheArtifactIsRejected(int code, String body, String reason) {
        sources(source(artifact("/redis.tgz", "one")));
        for (int i = 0; i < 10; i++) {
            artifacts.answer(code, body, "Location", artifacts.url() + "/elsewhere");
        }

        assertThat(awaited())
                .isInstanceOfSatisfying(
                        FollowedSchema.Unknown.class,
                        unknown -> assertThat(unknown.reason())
                                .startsWith("OCIRepository charts/redis cannot be read: " + reason));
        assertThat(artifacts.received())
                .allSatisfy(received -> assertThat(received.path()).isEqualTo("/redis.tgz"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            file:///etc/passwd | sha256:00 | the URL of its artifact is not an HTTP URL
            ftp://charts/a.tgz | sha256:00 | the URL of its artifact is not an HTTP URL
            http://127.0.0.1:9/a | md5:00  | the digest of its artifact must be one of [sha256, sha384, sha512], not "md5:00"
            http://127.0.0.1:9/a | sha256  | the digest of its artifact must be one of [sha256, sha384, sha512], not "sha256"
            http://127.0.0.1:9/a | ''      | the digest of its artifact must be one of [sha256, sha384, sha512], not ""
            """)
    void artifactThatCannotBeVerifiedIsNotFetched(String url, String digest, String reason) {
        sources(source("\"artifact\":{\"url\":\"" + url + "\",\"digest\":\"" + digest + "\"}"));

        assertThat(awaited())
                .isEqualTo(new FollowedSchema.Unknown("OCIRepository charts/redis cannot be read: " + reason));
    }

    @Test
    void artifactThatIsTooLargeIsNotRead() {
        sources(source(artifact("/redis.tgz", "one")));
        // The fetch is retried, maybe before the test sees its first result.
        for (int fetch = 0; fetch < 10; fetch++) {
            artifacts.script(exchange -> {
                exchange.sendResponseHeaders(200, 0);
                byte[] some = new byte[1024 * 1024];
                try (var body = exchange.getResponseBody()) {
                    for (int i = 0; i <= ArtifactClient.MAX_SIZE / some.length; i++) {
                        body.write(some);
                    }
                }
            });
        }

        assertThat(awaited())
                .isEqualTo(new FollowedSchema.Unknown(
                        "OCIRepository charts/redis cannot be read: its artifact is larger than 20971520 bytes"));
    }

    @Test
    void unreadableChartIsReportedAndNotFetchedAgain() {
        sources(source(artifact("/1", "bad")));
        artifacts.answer(200, "bad");
        assertThat(awaited())
                .isEqualTo(new FollowedSchema.Unknown(
                        "OCIRepository charts/redis has an unreadable chart: there is no Chart.yaml"));

        artifacts.answer(200, "odd");
        events.add(modified(source(artifact("/2", "odd"))));
        await().until(() -> schemas.of(REDIS) instanceof FollowedSchema.Unknown unknown
                && unknown.reason().contains("because of a bug"));
        events.add(modified(source(artifact("/2", "odd") + ",\"observedGeneration\":2")));
        artifacts.answer(200, "good");
        events.add(modified(source(artifact("/3", "good"))));
        await().until(() -> schemas.of(REDIS).equals(known("good")));
        assertThat(artifacts.received())
                .extracting(FakeApiServer.Received::path)
                .containsExactly("/1", "/2", "/3");
    }

    @Test
    void failedFetchIsRetried() {
        sources(source(artifact("/redis.tgz", "one")));
        artifacts.answer(503, "").answer(200, "one");

        awaited();
        await().until(() -> schemas.of(REDIS).equals(known("one")));
    }

    @Test
    void deletedSourceHasNoSchema() {
        sources(source(artifact("/1", "one")));
        artifacts.answer(200, "one");
        assertThat(awaited()).isEqualTo(known("one"));

        events.add(modified(source(artifact("/1", "one"))).replace("MODIFIED", "DELETED"));

        await().until(() ->
                schemas.of(REDIS).equals(new FollowedSchema.Unknown("OCIRepository charts/redis does not exist")));
    }

    @Test
    void sourceThatCannotBeReadInTimeIsUnknown() {
        cluster.answer(403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\",\"message\":\"no\"}");
        try (FluxChartSchemas impatient = new FluxChartSchemas(
                cluster.http(), new JacksonCodec(), FluxChartSchemasTest::schema, Duration.ofMillis(1))) {
            impatient.follow(changes::incrementAndGet);
            impatient.of(REDIS);

            await().untilAsserted(() -> assertThat(impatient.of(REDIS))
                    .isEqualTo(new FollowedSchema.Unknown("OCIRepository charts/redis was not read within 0 seconds")));
            await().untilAsserted(() -> assertThat(changes).hasValue(1));
        }
    }

    @ParameterizedTest
    @CsvSource({"HelmChart, helmcharts", "ExternalArtifact, externalartifacts", "OCIRepository, ocirepositories"})
    void eachSourceKindIsReadFromItsOwnResource(String kind, String resource) {
        schemas.of(new SourceRef("source.toolkit.fluxcd.io/v1beta2", kind, "a", "b"));

        await().until(() -> !cluster.received().isEmpty());
        assertThat(cluster.received().getFirst().path())
                .isEqualTo("/apis/source.toolkit.fluxcd.io/v1beta2/namespaces/a/" + resource);
    }

    @Test
    void sourcesOfANamespaceShareOneWatchUntilNoneIsNeeded() {
        sources(source(artifact("/1", "one")));
        artifacts.answer(200, "one");
        SourceRef other = new SourceRef(REDIS.apiVersion(), REDIS.kind(), REDIS.namespace(), "other");
        assertThat(awaited()).isEqualTo(known("one"));
        await().until(() ->
                schemas.of(other).equals(new FollowedSchema.Unknown("OCIRepository charts/other does not exist")));
        assertThat(cluster.received()).hasSize(2);

        schemas.retain(Set.of(REDIS));
        assertThat(schemas.of(REDIS)).isEqualTo(known("one"));
        schemas.retain(Set.of());
        sources(source(artifact("/2", "two")));
        artifacts.answer(200, "two");
        assertThat(awaited()).as("is looked for anew").isEqualTo(known("two"));
    }

    /** Serves a list of sources, and then a watch that sends the test's events until an empty one. */
    private void sources(String... items) {
        cluster.answer(
                        200,
                        "{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":["
                                + String.join(",", items) + "]}")
                .lines(List.of(), this::tell);
        schemas.follow(changes::incrementAndGet);
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

    private FollowedSchema awaited() {
        return await().until(() -> schemas.of(REDIS), schema -> !(schema instanceof FollowedSchema.Awaited));
    }

    private String artifact(String path, String content) {
        return "\"artifact\":{\"url\":\"" + artifacts.url() + path + "\",\"digest\":\"sha256:" + sha256(content)
                + "\"}";
    }

    private static String source(String status) {
        return "{\"metadata\":{\"namespace\":\"charts\",\"name\":\"redis\",\"resourceVersion\":\"8\"},\"status\":{"
                + status + "}}";
    }

    private static String modified(String object) {
        return "{\"type\":\"MODIFIED\",\"object\":" + object + "}";
    }

    private static String sha256(String content) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the schema of an archive with this content. */
    private static JsonObject schema(byte[] archive) throws UnreadableChartException {
        String content = new String(archive, StandardCharsets.UTF_8);
        if (content.equals("bad")) {
            throw new UnreadableChartException("there is no Chart.yaml");
        }
        if (content.equals("odd")) {
            throw new IllegalStateException("odd");
        }
        return JsonObject.of("description", new JsonString(content));
    }

    private static FollowedSchema known(String content) {
        return new FollowedSchema.Known(JsonObject.of("description", new JsonString(content)));
    }
}
