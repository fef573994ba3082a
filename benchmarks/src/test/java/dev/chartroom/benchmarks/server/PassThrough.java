package dev.chartroom.benchmarks.server;

import dev.chartroom.bootstrap.tls.ServingCertificate;
import dev.chartroom.bootstrap.tls.ServingTls;
import dev.chartroom.kubernetes.client.KubernetesClients;
import io.helidon.common.tls.Tls;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * The simplest aggregated server that keeps objects as releases. It passes each request on, with the same libraries as
 * the program, and reads nothing of it. It runs in its own process.
 */
public final class PassThrough {
    /** The group of its API. */
    public static final String GROUP = "stub.example.com";

    static final String VERSION = "v1";

    private static final String ROOT = "/apis/" + GROUP + "/" + VERSION;
    private static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2";
    private static final String RESOURCES =
            "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"%s/%s\",\"resources\":[]}"
                    .formatted(GROUP, VERSION);

    private PassThrough() {}

    /** @param files a kubeconfig, a serving certificate and its key */
    public static void main(String[] files) throws IOException {
        ApiClient upstream = KubernetesClients.create(Path.of(files[0]));
        ServingCertificate certificate =
                ServingCertificate.of(Files.readString(Path.of(files[1])), Files.readString(Path.of(files[2])));
        WebServer server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                // Otherwise each answer takes 40 ms: it is sent in two parts, and clients acknowledge the first one
                // late.
                .connectionOptions(options -> options.tcpNoDelay(true))
                .tls(Tls.builder().sslContext(ServingTls.of(certificate)).build())
                .routing(routing -> routing.any((request, response) -> pass(upstream, request, response)))
                .build()
                .start();
        System.out.println("The stub serves on 127.0.0.1:" + server.port());
    }

    private static void pass(ApiClient upstream, ServerRequest request, ServerResponse response) throws IOException {
        String path = request.path().rawPath();
        response.header(HeaderNames.CONTENT_TYPE, "application/json");
        if (!path.startsWith(ROOT + "/")) {
            response.send(RESOURCES);
            return;
        }
        OkHttpClient client = upstream.getHttpClient();
        byte[] sent =
                request.content().hasEntity() ? request.content().inputStream().readAllBytes() : new byte[0];
        String method = request.prologue().method().text();
        String contentType = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("application/json");
        String query = request.query().rawValue();
        Request passed = new Request.Builder()
                .url(upstream.getBasePath()
                        + RELEASES
                        + path.substring(ROOT.length())
                        + (query.isEmpty() ? "" : "?" + query))
                .header("Accept", "application/json")
                .header("Accept-Encoding", "identity")
                .method(method, method.equals("GET") ? null : RequestBody.create(sent, MediaType.get(contentType)))
                .build();
        try (Response answer = client.newCall(passed).execute()) {
            response.status(Status.create(answer.code()));
            response.send(answer.body().bytes());
        }
    }
}
