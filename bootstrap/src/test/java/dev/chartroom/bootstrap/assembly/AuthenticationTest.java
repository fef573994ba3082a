package dev.chartroom.bootstrap.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.metrics.ServerMetrics;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.auth.Authorizer;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AuthenticationTest {
    private static final int REQUESTS = 50;
    /** The limit of reviews in flight for anonymous requests. */
    private static final int REVIEWS = 10;

    private final AtomicInteger reviews = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer kubeApiServer;

    @BeforeEach
    void start() throws IOException {
        kubeApiServer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        kubeApiServer.setExecutor(threads);
        kubeApiServer.createContext("/", exchange -> {
            reviews.incrementAndGet();
            try {
                end.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(403, -1);
            exchange.close();
        });
        kubeApiServer.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        threads.close();
        kubeApiServer.stop(0);
    }

    @Test
    void concurrentReviewsOfAnonymousRequestsAreLimited() {
        ApiClient client = new ApiClient();
        client.setBasePath("http://127.0.0.1:" + kubeApiServer.getAddress().getPort());
        Authorizer authorizer = ClusterAuthentication.authorizer(
                new ReviewClient(new KubernetesHttp(client), JacksonCodec.ofStored()),
                new ServerMetrics("v0.0.0", Clock.systemUTC()));
        for (int i = 0; i < REQUESTS; i++) {
            RequestAttributes request = new RequestAttributes.NonResource(UserInfo.ANONYMOUS, "get", "/x/" + i);
            threads.execute(() -> {
                try {
                    authorizer.authorize(request);
                } catch (ApiException _) {
                    refused.incrementAndGet();
                }
            });
        }

        Awaitility.await().untilAsserted(() -> assertThat(refused).hasValue(REQUESTS - REVIEWS));
        Awaitility.await().untilAsserted(() -> assertThat(reviews).hasValue(REVIEWS));
    }
}
