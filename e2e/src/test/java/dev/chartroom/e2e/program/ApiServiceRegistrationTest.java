package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ApiServices;
import dev.chartroom.ports.tls.CertificateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The aggregator reaches a server in this JVM and presents the front proxy's certificate to it. */
@RequiresControlPlane
class ApiServiceRegistrationTest {
    private static final String GROUP = "fixture.chartroom.dev";
    private static final CertificateAuthority SERVING = CertificateAuthority.create("fixture serving CA");

    private final ControlPlane controlPlane = ControlPlane.shared();
    private final Queue<String> callers = new ConcurrentLinkedQueue<>();
    private final HttpsServer server = start();

    @BeforeEach
    void listening() {
        server.createContext("/apis/" + GROUP + "/v1", exchange -> answer((HttpsExchange) exchange));
        server.start();
    }

    @AfterEach
    void unregisterBeforeStopping() {
        controlPlane.unregisterApiService(GROUP, "v1");
        server.stop(0);
    }

    @Test
    void aggregatorSendsFrontProxyCertificateAndUserName() {
        controlPlane.registerApiService(GROUP, "v1", server.getAddress().getPort(), SERVING.pem());

        var answer = controlPlane.kubectl(controlPlane.user("jane")).succeed("get", "--raw", "/apis/" + GROUP + "/v1");

        assertThat(answer).contains("APIResourceList");
        assertThat(callers).anySatisfy(caller -> assertThat(caller).matches("CN=.+ as jane"));
    }

    @Test
    void unregisteredServerIsGoneFromDiscovery() {
        controlPlane.registerApiService(GROUP, "v1", server.getAddress().getPort(), SERVING.pem());
        // The aggregator merges discovery shortly after it reports the server as available.
        await().untilAsserted(() ->
                assertThat(controlPlane.kubectl().succeed("api-versions")).contains(GROUP));

        controlPlane.unregisterApiService(GROUP, "v1");

        await().untilAsserted(() ->
                assertThat(controlPlane.kubectl().succeed("api-versions")).doesNotContain(GROUP));
    }

    @Test
    void serverWithAnUntrustedCertificateIsReportedAsUnavailable() {
        var other = CertificateAuthority.create("fixture other CA");

        assertThatThrownBy(() -> controlPlane.registerApiService(
                        GROUP, "v1", server.getAddress().getPort(), other.pem(), Duration.ofSeconds(5)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("FailedDiscoveryCheck")
                .hasMessageContaining("certificate");
    }

    private void answer(HttpsExchange exchange) throws IOException {
        try (exchange) {
            callers.add(exchange.getSSLSession().getPeerPrincipal().getName() + " as "
                    + exchange.getRequestHeaders().getFirst("X-Remote-User"));
            var body =
                    "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"%s/v1\",\"resources\":[]}"
                            .formatted(GROUP)
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private HttpsServer start() {
        try {
            var created = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            SSLContext tls = SERVING.server(ApiServices.SERVER_NAME).sslContext(controlPlane.frontProxyCaPem());
            created.setHttpsConfigurator(new HttpsConfigurator(tls) {
                @Override
                public void configure(HttpsParameters parameters) {
                    var required = getSSLContext().getDefaultSSLParameters();
                    required.setNeedClientAuth(true);
                    parameters.setSSLParameters(required);
                }
            });
            return created;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
