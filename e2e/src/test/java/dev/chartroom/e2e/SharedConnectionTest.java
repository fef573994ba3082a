package dev.chartroom.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The kube-apiserver sends the requests of all users over one connection. Bodies that no request reads, four times the
 * window of the connection for each outcome, keep nobody's write waiting.
 */
@RequiresControlPlane
class SharedConnectionTest {
    private static final String KINDS = "/apis/apps.example.com/v1alpha1/namespaces/shared-connection/redises";
    private static final int TOTAL = 4 * 1024 * 1024;
    private static final int BODY = 200 * 1024;

    private static ControlPlane controlPlane;
    private static Program program;

    /** A request that fails, or needs no body, and the codes it may be answered with. */
    private record Wasted(String method, String path, String type, List<Integer> codes) {}

    private static final List<Wasted> REQUESTS = List.of(
            new Wasted("POST", KINDS + "?dryRun=Nope", "application/json", List.of(400, 422)),
            new Wasted("POST", KINDS, "application/xml", List.of(415)),
            new Wasted("POST", KINDS + "/x/y", "application/json", List.of(404, 405)),
            new Wasted(
                    "POST", "/apis/apps.example.com/v1alpha1/namespaces/a/nothings", "application/json", List.of(404)),
            new Wasted("PATCH", KINDS + "/missing", "application/strategic-merge-patch+json", List.of(404, 415)),
            new Wasted("PATCH", KINDS + "/missing", "text/plain", List.of(415)),
            new Wasted("PUT", KINDS + "/missing", "application/json", List.of(400, 404)),
            new Wasted("DELETE", KINDS + "/missing", "application/json", List.of(404)),
            new Wasted("GET", KINDS, "application/json", List.of(200)));

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", "shared-connection");
        program = Program.start(controlPlane, Definitions.EXAMPLES).registered("apps.example.com", "v1alpha1");
    }

    @AfterAll
    static void stop() {
        program.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bodiesThatNobodyReadsKeepNoWriteWaiting(boolean aggregated) throws Exception {
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(
                        controlPlane.admin().identity().sslContext(aggregated ? controlPlane.caPem() : program.caPem()))
                .build()) {
            String url = aggregated ? controlPlane.url() : program.url();
            String body = "{\"metadata\":{\"name\":\"" + "x".repeat(BODY) + "\"}}";
            for (Wasted request : REQUESTS) {
                for (int sent = 0; sent < TOTAL; sent += BODY) {
                    assertThat(send(client, url, request, body))
                            .as(request.toString())
                            .isIn(request.codes());
                }
                Wasted write = new Wasted("POST", KINDS + "?dryRun=All", "application/json", List.of(201));
                assertThat(send(client, url, write, "{\"metadata\":{\"name\":\"written\"},\"spec\":{}}"))
                        .as("a write after " + request)
                        .isEqualTo(201);
            }
        }
    }

    private static int send(HttpClient client, String url, Wasted request, String body)
            throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create(url + request.path()))
                                .timeout(Duration.ofSeconds(20))
                                .header("Content-Type", request.type())
                                .method(request.method(), BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }
}
