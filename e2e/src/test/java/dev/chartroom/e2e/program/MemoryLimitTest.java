package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server survives concurrent requests of the maximum size with the memory of a small container. */
class MemoryLimitTest {
    private static final int READS = 400;
    private static final int WRITES = 200;
    /** In MiB, the limit of the container. */
    private static final int LIMIT = 512;
    /** In bytes; the limit of a body is 3 MiB. */
    private static final int LARGE = 2_900_000;

    /** The number of objects in a list that no socket buffer can hold. */
    private static final int LIST = 60;

    private static final String KINDS = "/apis/apps.example.com/v1alpha1/namespaces/default/redises";

    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0} users")
    @ValueSource(ints = {1, 50})
    void largestConcurrentRequestsStayWithinTheMemoryLimit(int users) throws Exception {
        try (DevServer server = DevServer.start(Map.of("JAVA_TOOL_OPTIONS", "-XX:MaxRAM=" + LIMIT + "m"), directory);
                HttpClient client = client()) {
            String large = "{\"metadata\":{\"name\":\"large\",\"annotations\":{\"a\":\"" + "x".repeat(200_000)
                    + "\"}},\"spec\":{}}";
            assertThat(send(client, "POST", KINDS, large, "")).isEqualTo(201);
            // An array of numbers takes more memory after decoding than any other JSON of its length.
            String body = "{\"metadata\":{\"generateName\":\"w-\"},\"spec\":{\"x\":[" + "0,".repeat(LARGE / 2) + "0]}}";

            List<CompletableFuture<Integer>> all = IntStream.range(0, READS + WRITES)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> {
                                String user = users == 1 ? "" : "user-" + i % users;
                                return i % 3 == 0
                                        ? send(client, "POST", KINDS, body, user)
                                        : send(client, "GET", KINDS + "/large", "", user);
                            },
                            Thread::startVirtualThread))
                    .toList();
            Map<Integer, Long> codes = all.stream()
                    .map(CompletableFuture::join)
                    .collect(Collectors.groupingBy(code -> code, Collectors.counting()));

            assertThat(codes).containsKeys(200, 429);
            assertThat(codes.keySet()).isSubsetOf(200, 201, 403, 413, 422, 429, 504);
            assertThat(send(client, "GET", "/livez", "", "")).isEqualTo(200);
            assertThat(mostMemory(server)).isLessThan(LIMIT);
        }
    }

    /** A list is converted to YAML while it is sent: each reader holds one item, however slow it is. */
    @Test
    void unreadYamlListsStayWithinTheMemoryLimit() throws Exception {
        try (DevServer server = DevServer.start(Map.of("JAVA_TOOL_OPTIONS", "-XX:MaxRAM=" + LIMIT + "m"), directory);
                HttpClient client = client()) {
            for (int i = 0; i < LIST; i++) {
                String item = "{\"metadata\":{\"name\":\"item-" + i + "\",\"annotations\":{\"a\":\""
                        + "x".repeat(200_000) + "\"}},\"spec\":{}}";
                assertThat(send(client, "POST", KINDS, item, "")).isEqualTo(201);
            }
            HttpRequest list = request("GET", KINDS, "", "")
                    .header("Accept", "application/yaml")
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();

            // The client must not wait for the unread responses, even if the test fails.
            try {
                List<HttpResponse<InputStream>> unread = IntStream.range(0, READS)
                        .mapToObj(_ -> client.sendAsync(list, BodyHandlers.ofInputStream()))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

                assertThat(unread.stream().map(HttpResponse::statusCode))
                        .contains(200)
                        .containsOnly(200, 429);
                assertThat(send(client, "GET", "/livez", "", "")).isEqualTo(200);
                assertThat(mostMemory(server)).isLessThan(LIMIT);
            } finally {
                client.shutdownNow();
            }
        }
    }

    /** Returns the status code. */
    private int send(HttpClient client, String method, String path, String body, String user) {
        try {
            return client.send(request(method, path, body, user).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest.Builder request(String method, String path, String body, String user) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(said("server: (\\S+)") + path))
                .timeout(Duration.ofMinutes(2))
                .header("Authorization", "Bearer " + said("token: (\\S+)"))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!user.isEmpty()) {
            request.header("Impersonate-User", user);
        }
        return request;
    }

    private HttpClient client() {
        String ca = new String(
                Base64.getDecoder().decode(said("certificate-authority-data: (\\S+)")), StandardCharsets.US_ASCII);
        return HttpClient.newBuilder().sslContext(Identity.anonymous(ca)).build();
    }

    /** Finds a value in the kubeconfig. */
    private String said(String pattern) {
        try {
            Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(directory.resolve("kubeconfig")));
            assertThat(matcher.find()).isTrue();
            return matcher.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the peak memory of the process in MiB. */
    private static long mostMemory(DevServer server) throws IOException {
        return Files.readAllLines(
                        Path.of("/proc", Long.toString(server.process().pid()), "status"))
                .stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")) / 1024)
                .findFirst()
                .orElseThrow();
    }
}
