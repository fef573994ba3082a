package dev.chartroom.e2e.survive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.JsonClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kinds, objects, namespaces, tenants, connections and watches come and go. Afterwards, the server uses no more than before. Takes
 * half of the minutes of {@link SurviveTest}.
 */
@Tag("survive")
@RequiresControlPlane(controllers = true)
class ChurnTest {
    private static final int SECONDS = 30 * Integer.getInteger("survive.minutes", 10);
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int WATCHES = 20;
    /** The bytes that may be left for a while, such as entries in caches with a limit. */
    private static final long HEAP = 8L * 1024 * 1024;

    @Test
    void churnLeavesThreadsDescriptorsAndHeapAsTheyWere() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        try (Deployment deployment = Deployment.start(controlPlane, 1)) {
            long pid = deployment.replicas().getFirst().pid();
            int cycle = 0;
            // Classes are loaded, and caches with a limit are filled.
            for (long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos() / 3;
                    cycle < 3 || System.nanoTime() < end; ) {
                cycle(deployment, controlPlane, cycle++);
            }
            ProcessState before = settled(pid);
            int warmUp = cycle;
            for (long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
                    cycle < 2 * warmUp || System.nanoTime() < end; ) {
                cycle(deployment, controlPlane, cycle++);
            }
            ProcessState after = settled(pid);
            System.out.println("survive: churn of " + cycle + " cycles, the first " + warmUp + " to warm up: " + before
                    + ", then " + after);

            assertThat(after.threads()).as("threads").isLessThanOrEqualTo(before.threads() + 2);
            assertThat(after.virtualThreads()).as("virtual threads").isLessThanOrEqualTo(before.virtualThreads() + 2);
            assertThat(after.descriptors()).as("descriptors").isLessThanOrEqualTo(before.descriptors() + 4);
            assertThat(after.heap()).as("heap").isLessThanOrEqualTo(before.heap() + HEAP);
        }
    }

    /** Connections end a while after their last stream. The state is that of the lowest number of threads. */
    private static ProcessState settled(long pid) {
        ProcessState[] last = {ProcessState.of(pid)};
        Awaitility.await("the state changes no more")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(10))
                .until(() -> {
                    ProcessState next = ProcessState.of(pid);
                    boolean isSettled = next.threads() >= last[0].threads()
                            && next.virtualThreads() >= last[0].virtualThreads()
                            && next.descriptors() >= last[0].descriptors();
                    last[0] = next;
                    return isSettled;
                });
        return last[0];
    }

    private static void cycle(Deployment deployment, ControlPlane controlPlane, int cycle) {
        String plural = "churn" + cycle + "s";
        String namespace = "churn-" + cycle;
        Path file = deployment.definitions().resolve(plural + ".yaml");
        HttpClient http = HttpClient.newBuilder()
                .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                .build();
        try {
            JsonClient client = new JsonClient(http, controlPlane.url());
            // The aggregator answers in plain text for a kind that it does not know.
            TimedClient plain = new TimedClient(http, controlPlane.url());
            Files.writeString(file, definition(plural, cycle));
            String kind = "/apis/" + Deployment.GROUP + "/v1alpha1/" + plural;
            String objects = "/apis/" + Deployment.GROUP + "/v1alpha1/namespaces/" + namespace + "/" + plural;
            await("the kind is served", () -> code(plain, kind) == 200);
            expect(
                    201,
                    client.post(
                            "/api/v1/namespaces",
                            JsonClient.object("{\"metadata\":{\"name\":\"" + namespace + "\"}}")));
            List<InputStream> watches = watches(http, controlPlane.url() + kind);
            for (int i = 0; i < 10; i++) {
                JsonObject object = JsonClient.object("{\"metadata\":{\"name\":\"o-" + i + "\"},\"spec\":{}}");
                expect(201, client.post(objects, object));
                expect(200, client.mergePatch(objects + "/o-" + i, "{\"spec\":{\"replicas\":3}}"));
                tenant(http, controlPlane.url() + objects, "tenant-" + cycle + "-" + i);
            }
            expect(200, client.get(objects));
            for (InputStream watch : watches) {
                assertThat(watch.read()).isNotNegative();
            }
            // Half of the clients cancel their watches. The others see the kind go.
            for (InputStream watch : watches.subList(0, WATCHES / 2)) {
                watch.close();
            }
            expect(200, client.delete("/api/v1/namespaces/" + namespace));
            await("the namespace is gone", () -> code(plain, "/api/v1/namespaces/" + namespace) == 404);
            Files.delete(file);
            await("the kind is gone", () -> code(plain, kind) == 404);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            http.shutdownNow();
        }
    }

    private static int code(TimedClient client, String path) {
        return client.send("GET", path, "application/json", "")
                .map(TimedClient.Answer::code)
                .orElse(0);
    }

    private static List<InputStream> watches(HttpClient http, String url) {
        List<InputStream> watches = new ArrayList<>();
        for (int i = 0; i < WATCHES; i++) {
            HttpResponse<InputStream> answer = http.sendAsync(
                            HttpRequest.newBuilder(URI.create(url + "?watch=true"))
                                    .build(),
                            BodyHandlers.ofInputStream())
                    .join();
            assertThat(answer.statusCode()).isEqualTo(200);
            watches.add(answer.body());
        }
        return watches;
    }

    /** A user that the server has not seen before, and that has no right. */
    private static void tenant(HttpClient http, String url, String name) {
        int code = http.sendAsync(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Impersonate-User", name)
                                .build(),
                        BodyHandlers.discarding())
                .join()
                .statusCode();
        assertThat(code).isEqualTo(403);
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(LIMIT).until(condition);
    }

    private static void expect(int code, JsonClient.Reply reply) {
        assertThat(reply.code()).as("%s", reply.body()).isEqualTo(code);
    }

    private static String definition(String plural, int cycle) throws IOException {
        return Files.readString(Definitions.EXAMPLES.resolve("redises.yaml"))
                .replace("redises", plural)
                .replace("RedisList", "Churn" + cycle + "List")
                .replace("kind: Redis", "kind: Churn" + cycle)
                .replace("singular: redis", "singular: churn" + cycle)
                .replace("shortNames: [rd]", "shortNames: [ch" + cycle + "]")
                .replace("prefix: redis-", "prefix: churn" + cycle + "-");
    }
}
