package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.storage.Kinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsTest extends ApiTest {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\S+?)(\\{.*})? (\\S+)$");

    @Test
    void requestsAreCountedByVerbScopeAndCode() {
        double created = value("apiserver_request_total", "POST", "resource", "201");
        double listed = value("apiserver_request_total", "LIST", "namespace", "200");
        double applied = value("apiserver_request_total", "APPLY", "resource", "200");
        double missed = value("apiserver_request_total", "GET", "resource", "404");
        double took = value("apiserver_request_duration_seconds_count", "LIST", "namespace", "");

        created("one", "{}");
        get(collection()).assertCode(200);
        patch(
                        "one?fieldManager=me",
                        "application/apply-patch+yaml",
                        "{apiVersion: " + API_VERSION + ", kind: Redis, metadata: {name: one}, spec: {}}")
                .assertCode(200);
        get(path("none")).assertCode(404);

        assertThat(value("apiserver_request_total", "POST", "resource", "201")).isEqualTo(created + 1);
        assertThat(value("apiserver_request_total", "LIST", "namespace", "200")).isEqualTo(listed + 1);
        assertThat(value("apiserver_request_total", "APPLY", "resource", "200")).isEqualTo(applied + 1);
        assertThat(value("apiserver_request_total", "GET", "resource", "404")).isEqualTo(missed + 1);
        assertThat(value("apiserver_request_duration_seconds_count", "LIST", "namespace", ""))
                .isEqualTo(took + 1);
    }

    /** Otherwise clients could fill the memory with made-up names. */
    @Test
    void unknownNamesDoNotAppearInMetrics() {
        get("/apis/made.up/v1/things/x");
        get(ROOT + "/madeups");
        get(path("one") + "/madeup");
        server.send("MADEUP", "/madeup", null);

        assertThat(metrics().toLowerCase(Locale.ROOT))
                .doesNotContain("made", "things")
                .contains("verb=\"other\"");
    }

    @Test
    void sizesOfReadsAreMeasured() {
        double sizes = value("apiserver_response_sizes_count", "LIST", "namespace", "");
        double bytes = value("apiserver_response_sizes_sum", "LIST", "namespace", "");

        int length = get(collection()).assertCode(200).text().length();

        assertThat(value("apiserver_response_sizes_count", "LIST", "namespace", ""))
                .isEqualTo(sizes + 1);
        // The size includes the headers.
        assertThat(value("apiserver_response_sizes_sum", "LIST", "namespace", ""))
                .isBetween(bytes + length, bytes + length + 1_000);
    }

    @ParameterizedTest
    @CsvSource({"POST, create", "PUT, update", "PATCH, patch", "DELETE, delete"})
    void sizesOfBodiesAreMeasured(String method, String verb) {
        String labels = "resource=\"redises\",verb=\"" + verb + "\"";
        String object = created("one", "{}").toString();
        String body = method.equals("DELETE") ? "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}" : object;
        double count = sum("apiserver_request_body_size_bytes_count", labels);
        double bytes = sum("apiserver_request_body_size_bytes_sum", labels);

        server.send(
                method,
                method.equals("POST") ? collection() : path("one"),
                body,
                "Content-Type",
                "PATCH".equals(method) ? MERGE : "application/json");

        assertThat(sum("apiserver_request_body_size_bytes_count", labels)).isEqualTo(count + 1);
        assertThat(sum("apiserver_request_body_size_bytes_sum", labels)).isEqualTo(bytes + body.length());
    }

    @Test
    void bodyThatIsNotReadHasNoSize() {
        double count = sum("apiserver_request_body_size_bytes_count", "resource=\"redises\"");

        server.send("POST", collection(), "{}", Users.HEADER, "carol").assertStatus(403, "Forbidden");

        assertThat(sum("apiserver_request_body_size_bytes_count", "resource=\"redises\""))
                .isEqualTo(count);
    }

    @Test
    void requestsInFlightIncludeTheScrapeItself() {
        assertThat(sum("apiserver_current_inflight_requests", "request_kind=\"readOnly\""))
                .isGreaterThanOrEqualTo(1);
        assertThat(sum("apiserver_current_inflight_requests", "request_kind=\"mutating\""))
                .isZero();
    }

    @Test
    void servingCertificateExpiryIsAMetric() {
        Matcher sample = SAMPLE.matcher(metrics());
        assertThat(sample.results()
                        .filter(found ->
                                found.group(1).equals("chartroom_serving_certificate_expiration_timestamp_seconds"))
                        .map(found -> Double.valueOf(found.group(3))))
                .containsExactly((double) TestServer.CERTIFICATE_EXPIRES.getEpochSecond());
    }

    @Test
    void openWatchesAndSentEventsAreCounted() {
        double open = value("apiserver_longrunning_requests", "WATCH", "namespace", "");
        double events = events("apiserver_watch_events_total");
        double deliveries = events("chartroom_watch_delivery_seconds_count");
        try (Watch watch = server.watch(collection() + "?watch=1")) {
            created("seen", "{}");
            watch.next("ADDED");

            assertThat(value("apiserver_longrunning_requests", "WATCH", "namespace", ""))
                    .isEqualTo(open + 1);
            Awaitility.await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
                assertThat(events("apiserver_watch_events_total")).isEqualTo(events + 1);
                assertThat(events("apiserver_watch_events_sizes_count"))
                        .isEqualTo(events("apiserver_watch_events_total"));
                assertThat(events("chartroom_watch_delivery_seconds_count")).isEqualTo(deliveries + 1);
            });
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(value("apiserver_longrunning_requests", "WATCH", "namespace", ""))
                        .isEqualTo(open));
    }

    @Test
    void bothFormatsOfPrometheusAreServed() {
        assertThat(get("/metrics").header("Content-Type")).startsWith("text/plain; version=0.0.4");
        assertThat(get("/metrics", "Accept", "application/openmetrics-text; version=1.0.0")
                        .header("Content-Type"))
                .startsWith("application/openmetrics-text");
        assertThat(get(
                                "/metrics",
                                "Accept",
                                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                                        + "encoding=delimited;q=0.6,text/plain;version=0.0.4;q=0.3")
                        .assertCode(200)
                        .header("Content-Type"))
                .startsWith("text/plain; version=0.0.4");
        get("/metrics", Users.HEADER, "carol").assertStatus(403, "Forbidden");
    }

    /** The queries of the service levels in docs/performance.md use only metrics that exist. */
    @Test
    void metricsOfTheDocumentedServiceLevelsExist() throws IOException {
        try (Watch watch = server.watch(collection() + "?watch=1")) {
            created("one", "{}");
            watch.next("ADDED");
        }
        String document = Files.readString(Path.of("../docs/performance.md"));
        String levels = document.substring(document.indexOf("## Service levels"));
        Set<String> asked = new TreeSet<>();
        Matcher names = Pattern.compile("\\b(apiserver|chartroom)_[a-z_]+").matcher(levels);
        while (names.find()) {
            asked.add(names.group());
        }
        Set<String> bounds = new TreeSet<>();
        Matcher les = Pattern.compile("(chartroom|apiserver)_([a-z_]+)_bucket\\{[^}]*le=\"([0-9.]+)\"")
                .matcher(levels);
        while (les.find()) {
            bounds.add(les.group(1) + "_" + les.group(2) + " " + les.group(3));
        }
        String metrics = metrics();

        assertThat(asked).isNotEmpty().allSatisfy(name -> assertThat(metrics).contains("\n" + name));
        assertThat(bounds).hasSizeGreaterThan(2).allSatisfy(bound -> {
            String[] parts = bound.split(" ", 2);
            assertThat(metrics).containsPattern(parts[0] + "_bucket\\{[^}]*le=\"" + Pattern.quote(parts[1]) + "\"");
        });
    }

    private static String metrics() {
        return server.send("GET", "/metrics", null).assertCode(200).text();
    }

    /** Returns the value for redises by verb, scope and, if it is not empty, code. */
    private static double value(String name, String verb, String scope, String code) {
        return sum(
                name,
                "verb=\"" + verb + "\"",
                "resource=\"redises\"",
                "scope=\"" + scope + "\"",
                "component=\"apiserver\"",
                code.isEmpty() ? "" : "code=\"" + code + "\"");
    }

    private static double events(String name) {
        return sum(name, "group=\"" + Kinds.GROUP + "\"", "resource=\"redises\"");
    }

    private static double sum(String name, String... labels) {
        return SAMPLE.matcher(metrics())
                .results()
                .filter(sample -> sample.group(1).equals(name))
                .filter(sample -> Arrays.stream(labels)
                        .allMatch(label ->
                                sample.group(2) != null && sample.group(2).contains(label)))
                .mapToDouble(sample -> Double.parseDouble(sample.group(3)))
                .sum();
    }
}
