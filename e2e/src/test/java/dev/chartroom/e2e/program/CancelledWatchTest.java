package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Idle watches end within seconds after their clients have closed them; all others continue. No watch of a client is a
 * watch upstream.
 */
@RequiresControlPlane
class CancelledWatchTest {
    private static final int WATCHES = 1000;
    /** Fewer watches than the streams that a kube-apiserver allows per connection. */
    private static final int A_CLIENT = 50;

    /** The number of watches that are opened concurrently. */
    private static final int AT_A_TIME = 8;

    private static final String WATCH = "/apis/apps.example.com/v1alpha1/namespaces/cancelled/redises?watch=1";

    private static final AtomicInteger TOLD = new AtomicInteger();

    private static ControlPlane controlPlane;
    private static Program program;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", "cancelled");
        program = Program.start(controlPlane, Definitions.EXAMPLES).registered("apps.example.com", "v1alpha1");
        // Watches of other tests end with their servers.
        Awaitility.await("watches of other tests are gone")
                .atMost(Duration.ofSeconds(15))
                .until(() -> upstreamWatches() == 0);
    }

    @AfterAll
    static void stop() {
        program.close();
    }

    @Test
    void watchesThroughTheAggregatorEndWhenCancelled() throws Exception {
        assertNoneIsLeft(controlPlane.caPem(), controlPlane.url(), HttpClient.Version.HTTP_2);
    }

    @ParameterizedTest
    @EnumSource
    void directWatchesEndWhenCancelled(HttpClient.Version version) throws Exception {
        assertNoneIsLeft(program.caPem(), program.url(), version);
    }

    private static void assertNoneIsLeft(String caPem, String url, HttpClient.Version version) throws Exception {
        List<HttpClient> clients = new ArrayList<>();
        try (HttpClient direct = program.client(controlPlane.admin().identity())) {
            // The garbage collector and the quota controller also watch each kind after some time.
            long byControllers =
                    2L * program.assembly().catalogue().registry().kinds().size();
            assertThat(byControllers).isLessThan(WATCHES / 2);
            List<InputStream> left = new ArrayList<>();
            // One watch of each client stays open, so that one watch remains on each connection that the aggregator
            // shares.
            List<InputStream> kept = new ArrayList<>();
            try (ExecutorService threads =
                    Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
                List<Future<InputStream>> opened = new ArrayList<>();
                for (int i = 0; i < WATCHES; i++) {
                    if (i % A_CLIENT == 0) {
                        clients.add(client(caPem, version));
                    }
                    HttpClient client = clients.getLast();
                    opened.add(threads.submit(() -> open(client, url, version)));
                }
                for (int i = 0; i < WATCHES; i++) {
                    (i % A_CLIENT == 0 ? kept : left).add(opened.get(i).get());
                }
            }
            assertThat(watches(direct)).isBetween((long) WATCHES, WATCHES + byControllers);
            assertThat(upstreamWatches()).isZero();

            close(left);

            awaitWatches(direct, kept.size(), byControllers);
            assertAllAreTold(kept);

            close(kept);

            awaitWatches(direct, 0, byControllers);
        } finally {
            // close() would wait for open watches.
            clients.forEach(HttpClient::shutdownNow);
        }
    }

    private static void close(List<InputStream> watches) throws IOException {
        for (InputStream watch : watches) {
            watch.close();
        }
    }

    private static void awaitWatches(HttpClient direct, long ofClients, long byControllers) {
        Awaitility.await("watches are gone")
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(watches(direct)).isBetween(ofClients, ofClients + byControllers));
    }

    /** Proves that the remaining watches still receive events: a closed connection would also end all its watches. */
    private static void assertAllAreTold(List<InputStream> watches) throws Exception {
        String name = "told-" + TOLD.incrementAndGet();
        List<CompletableFuture<String>> events = watches.stream()
                .map(watch -> CompletableFuture.supplyAsync(() -> nextEvent(watch), Thread::startVirtualThread))
                .toList();

        controlPlane.kubectl().apply("""
                apiVersion: apps.example.com/v1alpha1
                kind: Redis
                metadata: {name: %s, namespace: cancelled}
                spec: {}
                """.formatted(name));

        for (CompletableFuture<String> event : events) {
            assertThat(event.get(10, TimeUnit.SECONDS))
                    .startsWith("{\"type\":\"ADDED\"")
                    .contains('"' + name + '"');
        }
        // The deletion would be an event for the watches of the next test.
        controlPlane.kubectl().succeed("delete", "redises.apps.example.com", name, "-n", "cancelled");
    }

    private static String nextEvent(InputStream watch) {
        try {
            // Closing the reader would end the watch.
            BufferedReader reader = new BufferedReader(new InputStreamReader(watch, StandardCharsets.UTF_8));
            String line = reader.readLine();
            return line == null ? "the end" : line.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpClient client(String caPem, HttpClient.Version version) {
        return HttpClient.newBuilder()
                .version(version)
                .sslContext(controlPlane.admin().identity().sslContext(caPem))
                .build();
    }

    /** Returns when the headers of the watch have arrived, which the server sends at once. */
    private static InputStream open(HttpClient client, String url, HttpClient.Version version)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(
                HttpRequest.newBuilder(URI.create(url + WATCH))
                        .timeout(Duration.ofSeconds(10))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(version);
        return answer.body();
    }

    /** Returns the number of watches that the server reports; negative if it reports none. */
    private static long watches(HttpClient client) throws IOException, InterruptedException {
        String details = client.send(
                        HttpRequest.newBuilder(URI.create(program.url() + "/readyz/watch-cache"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        Matcher watches =
                Pattern.compile("apps\\.example\\.com: .* ([0-9]+) watches").matcher(details);
        return watches.find() ? Long.parseLong(watches.group(1)) : -1;
    }

    private static long upstreamWatches() {
        return controlPlane
                .kubectl()
                .succeed("get", "--raw", "/metrics")
                .lines()
                .filter(line -> line.startsWith("apiserver_longrunning_requests{")
                        && line.contains("resource=\"helmreleases\"")
                        && line.contains("scope=\"namespace\"")
                        && line.contains("verb=\"WATCH\""))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
