package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.admission.OkHttpWebhookClient;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.core.admission.NoExpressions;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Calls of webhooks: the authorities that the client trusts, its limits and retries, and redirects that it does not
 * follow (CVE-2020-8561).
 */
class WebhookClientTest {
    private static final AdmissionReview REVIEW = new AdmissionReview("v1", "1", JsonObject.EMPTY, false);

    private final CertificateAuthority authority = CertificateAuthority.create("webhooks");
    private final List<Map<String, List<String>>> headers = Collections.synchronizedList(new ArrayList<>());
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final List<HttpsServer> servers = new ArrayList<>();
    private final OkHttpWebhookClient client =
            new OkHttpWebhookClient(new JacksonCodec(), _ -> List.of(InetAddress.getLoopbackAddress()));

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void serviceIsCalledByItsClusterNameWithoutCredentials() throws IOException {
        int port = serve(authority.server("hook.team.svc"), answer(200, "{\"kind\":\"AdmissionReview\"}"));

        assertThat(client.review(service(port, authority.pem()), REVIEW))
                .isEqualTo(JsonObject.of("kind", new JsonString("AdmissionReview")));
        assertThat(asked).containsExactly("POST /check?timeout=30s");
        assertThat(headers.getFirst())
                .doesNotContainKeys("Authorization", "X-remote-user", "Cookie")
                .containsEntry("Content-type", List.of("application/json"))
                .containsEntry("Host", List.of("hook.team.svc:" + port));
    }

    @Test
    void certificateForAnotherNameIsNotTrusted() throws IOException {
        int port = serve(authority.server("other.team.svc"), answer(200, "{}"));

        refused(() -> client.review(service(port, authority.pem()), REVIEW), "hook.team.svc");
        assertThat(asked).isEmpty();
    }

    @Test
    void certificateOfAnotherAuthorityIsNotTrusted() throws IOException {
        int port = serve(authority.server("hook.team.svc"), answer(200, "{}"));
        String other = CertificateAuthority.create("other").pem();

        refused(() -> client.review(service(port, other), REVIEW), "unable to find valid certification path");
        refused(() -> client.review(service(port, null), REVIEW), "unable to find valid certification path");
        assertThat(asked).isEmpty();
    }

    @Test
    void redirectIsNotFollowed() throws IOException {
        int port = serve(authority.server("hook.team.svc"), exchange -> {
            exchange.getResponseHeaders().set("Location", "https://hook.team.svc/elsewhere");
            answer(307, "").handle(exchange);
        });

        refused(() -> client.review(service(port, authority.pem()), REVIEW), "status code 307");
        assertThat(asked).hasSize(1);
    }

    @Test
    void endlessResponseIsRefusedAsTooLarge() throws IOException {
        int port = serve(authority.server("hook.team.svc"), exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] block = new byte[1 << 16];
            for (int i = 0; i < 1 << 20; i++) {
                exchange.getResponseBody().write(block);
            }
        });

        refused(() -> client.review(service(port, authority.pem()), REVIEW), "larger than");
    }

    @Test
    void callTimesOutIfTheWebhookDoesNotAnswer() throws IOException {
        CountDownLatch over = new CountDownLatch(1);
        int port = serve(authority.server("hook.team.svc"), _ -> awaitEnd(over));
        try {
            refused(
                    () -> client.review(service(port, authority.pem(), 2), REVIEW),
                    "Post \"https://hook.team.svc:" + port + "/check?timeout=2s\": context deadline exceeded");
        } finally {
            over.countDown();
        }
    }

    @Test
    void callIsRetriedAfterTheDelayInRetryAfter() throws IOException {
        int port = serve(authority.server("hook.team.svc"), exchange -> {
            switch (asked.size()) {
                case 1 -> later(429, "0").handle(exchange);
                case 2 -> later(503, "1").handle(exchange);
                default -> answer(200, "{}").handle(exchange);
            }
        });

        assertThat(client.review(service(port, authority.pem()), REVIEW)).isEqualTo(JsonObject.EMPTY);
        assertThat(asked).hasSize(3);
    }

    @Test
    void callIsRetriedTenTimesAndOnlyIfTheAnswerHasRetryAfter() throws IOException {
        int always = serve(authority.server("hook.team.svc"), later(429, "0"));
        int never = serve(authority.server("hook.team.svc"), answer(503, "no"));

        refused(() -> client.review(service(always, authority.pem()), REVIEW), "has received too many requests");
        assertThat(asked).hasSize(11);
        asked.clear();
        refused(() -> client.review(service(never, authority.pem()), REVIEW), "currently unable to handle the request");
        assertThat(asked).hasSize(1);
    }

    @Test
    void callIsNotRetriedIfRetryAfterExceedsTheTimeout() throws IOException {
        int port = serve(authority.server("hook.team.svc"), later(429, "3600"));

        refused(() -> client.review(service(port, authority.pem()), REVIEW), ": context deadline exceeded");
        assertThat(asked).hasSize(1);
    }

    private static void awaitEnd(CountDownLatch over) throws IOException {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private int serve(Identity identity, HttpHandler handler) throws IOException {
        SSLContext tls = identity.sslContext(authority.pem());
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            headers.add(Map.copyOf(exchange.getRequestHeaders()));
            handler.handle(exchange);
        });
        server.start();
        servers.add(server);
        return server.getAddress().getPort();
    }

    private static HttpHandler answer(int code, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    private static HttpHandler later(int code, String seconds) {
        return exchange -> {
            exchange.getResponseHeaders().set("Retry-After", seconds);
            answer(code, "").handle(exchange);
        };
    }

    /** The longest timeout, so that a busy machine does not reach it. */
    private static Webhook service(int port, @Nullable String caPem) {
        return service(port, caPem, 30);
    }

    private static Webhook service(int port, @Nullable String caPem, int timeoutSeconds) {
        JsonObject.Builder config = JsonObject.builder()
                .put(
                        "service",
                        JsonObject.builder()
                                .put("name", "hook")
                                .put("namespace", "team")
                                .put("path", "/check")
                                .put("port", port)
                                .build());
        if (caPem != null) {
            config.put("caBundle", Base64.getEncoder().encodeToString(caPem.getBytes(StandardCharsets.UTF_8)));
        }
        JsonObject webhook = JsonObject.builder()
                .put("name", "hook")
                .put("timeoutSeconds", timeoutSeconds)
                .put("clientConfig", config.build())
                .build();
        JsonObject configuration = JsonObject.of("webhooks", JsonArray.of(webhook));
        return Webhook.allOf(configuration, new NoExpressions()).getFirst();
    }

    private static void refused(ThrowingCallable call, String why) {
        assertThatThrownBy(call).isInstanceOf(IOException.class).hasMessageContaining(why);
    }
}
