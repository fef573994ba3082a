package dev.chartroom.bootstrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.chartroom.adapters.http.api.ApiServer;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Credentials;
import dev.chartroom.ports.auth.RequestHeaders;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationStore;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerMetricsTest {
    private static final RequestHeaders NO_HEADERS = new RequestHeaders() {
        @Override
        public List<String> values(String name) {
            return List.of();
        }

        @Override
        public Set<String> names() {
            return Set.of();
        }
    };

    private final ServerMetrics metrics = new ServerMetrics("v0.0.0", Clock.systemUTC());

    /** Otherwise the default method of the interface would replace that of the store. */
    @Test
    void decoratorsPassOnEveryMethod() throws NoSuchMethodException {
        passesOnAll(ApplicationStore.class, MeasuredApplicationStore.class);
        passesOnAll(ApplicationListerWatcher.class, MeasuredListerWatcher.class);
        passesOnAll(Admission.class, MeasuredAdmission.class);
    }

    private static void passesOnAll(Class<?> port, Class<?> decorator) throws NoSuchMethodException {
        for (Method method : port.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                assertThat(decorator
                                .getMethod(method.getName(), method.getParameterTypes())
                                .getDeclaringClass())
                        .as(method.toString())
                        .isEqualTo(decorator);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "admin, admin",
        "kubelet, kubelet",
        "system:serviceaccount:kube-system:default, system:serviceaccount:kube-system:default",
        "system:serviceaccount:shop:default, other",
        "alice@example.com, email_id",
        "alice, other"
    })
    void namesOfUsersAreBounded(String user, String label) throws IOException {
        ApiServer.Access access = access(new Authentication.Authenticated(UserInfo.of(user, List.of())));

        authenticate(access);
        authenticate(access);

        assertThat(text())
                .contains(
                        "authenticated_user_requests{username=\"" + label + "\"} 2.0",
                        "authentication_attempts{result=\"success\"} 2.0");
    }

    @Test
    void rejectedAndFailedAuthenticationsAreCounted() throws IOException {
        ApiServer.Access access = metrics.measured(new ApiServer.Access(
                credentials -> {
                    if (credentials.peer().isEmpty()) {
                        throw new ApiException(ApiError.unavailable("down"));
                    }
                    return new Authentication.Rejected("forged");
                },
                _ -> new Decision.Allowed(),
                _ -> false));

        authenticate(access);
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> access.authenticator().authenticate(new Credentials(List.of(), NO_HEADERS, "")));

        assertThat(text())
                .contains(
                        "authentication_attempts{result=\"failure\"} 1.0",
                        "authentication_attempts{result=\"error\"} 1.0",
                        "authentication_duration_seconds_count{result=\"error\"} 1");
    }

    @Test
    void decisionsAreCountedByAuthorizerAndInAll() throws IOException {
        ApiServer.Access access = metrics.measured(new ApiServer.Access(
                _ -> new Authentication.NoCredentials(),
                metrics.counted(
                        "SubjectAccessReview",
                        attributes -> attributes.user().name().equals("alice")
                                ? new Decision.Allowed()
                                : new Decision.NoOpinion("")),
                _ -> false));

        authorize(access, "alice");
        authorize(access, "bob");

        assertThat(text())
                .contains(
                        "apiserver_authorization_decisions_total{decision=\"allowed\",name=\"SubjectAccessReview\","
                                + "type=\"SubjectAccessReview\"} 1.0",
                        "authorization_attempts_total{result=\"allowed\"} 1.0",
                        "authorization_attempts_total{result=\"no-opinion\"} 1.0");
    }

    @Test
    void requestsToTheKubeApiserverAreCountedAndReviewsAlsoOnTheirOwn() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        server.start();
        OkHttpClient client =
                new OkHttpClient.Builder().addInterceptor(metrics.client()).build();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        get(client, url + "/apis/authorization.k8s.io/v1/subjectaccessreviews");
        get(client, url + "/api/v1/pods");
        server.stop(0);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> get(client, url + "/api/v1/pods"));

        String host = "host=\"127.0.0.1:" + server.getAddress().getPort() + "\",method=\"GET\"}";
        assertThat(text())
                .contains(
                        "rest_client_requests_total{code=\"201\"," + host + " 2.0",
                        "rest_client_requests_total{code=\"<error>\"," + host + " 1.0",
                        "apiserver_delegated_authz_request_total{code=\"201\"} 1.0")
                .doesNotContain("apiserver_delegated_authn_request_total{");
    }

    @Test
    void readinessChecksAreMetrics() throws IOException {
        metrics.addHealth(List.of(HealthCheck.ping(), HealthCheck.of("broken", () -> Optional.of("it is broken"))));

        assertThat(text())
                .contains(
                        "kubernetes_healthcheck{name=\"ping\",type=\"readyz\"} 1.0",
                        "kubernetes_healthcheck{name=\"broken\",type=\"readyz\"} 0.0");
    }

    private ApiServer.Access access(Authentication result) {
        return metrics.measured(new ApiServer.Access(_ -> result, _ -> new Decision.Allowed(), _ -> false));
    }

    private static void authenticate(ApiServer.Access access) {
        access.authenticator().authenticate(new Credentials(List.of(), NO_HEADERS, "10.0.0.7"));
    }

    private static void authorize(ApiServer.Access access, String user) {
        access.authorizer().authorize(new RequestAttributes.NonResource(UserInfo.of(user, List.of()), "get", "/x"));
    }

    private static void get(OkHttpClient client, String url) throws IOException {
        try (Response response =
                client.newCall(new Request.Builder().url(url).build()).execute()) {
            assertThat(response.code()).isEqualTo(201);
        }
    }

    private String text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExpositionFormats.init()
                .getPrometheusTextFormatWriter()
                .write(out, metrics.registry().scrape());
        return out.toString(StandardCharsets.UTF_8);
    }
}
