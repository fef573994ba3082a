package dev.chartroom.adapters.kubernetes.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.admission.NoExpressions;
import dev.chartroom.domain.admission.AdmissionExpressions;
import dev.chartroom.domain.admission.AdmissionHooks;
import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.admission.PolicyParams.Params;
import dev.chartroom.ports.time.SteppedClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests how the namespaces, policies, webhooks and parameters of a cluster are read. */
class ClusterAdmissionTest {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
    private static final String EMPTY =
            "{\"kind\":\"ThingList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}";

    private static final ParamKind CONFIG_MAPS = new ParamKind("v1", "ConfigMap");

    private final FakeApiServer server = new FakeApiServer();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Map<String, String> bodies = new ConcurrentHashMap<>();
    /** The path whose requests are not answered until {@link #released} opens. */
    private volatile String stuck = "";

    private final CountDownLatch released = new CountDownLatch(1);
    private final AdmissionExpressions expressions = new NoExpressions();

    /** Answers requests in any order: with the body of the path, otherwise 404. A watch sends nothing. */
    @BeforeEach
    void serve() {
        bodies.put(GROUP.substring(0, GROUP.length() - 1), "{\"kind\":\"APIResourceList\",\"resources\":[]}");
        for (int i = 0; i < 100; i++) {
            server.script(exchange -> {
                boolean isWatch =
                        String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=1");
                String path = exchange.getRequestURI().getPath();
                if (path.equals(stuck)) {
                    await(released);
                }
                String body = bodies.get(path);
                if (isWatch) {
                    exchange.sendResponseHeaders(200, 0);
                    await(over);
                } else if (body == null) {
                    exchange.sendResponseHeaders(404, -1);
                } else {
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream out = exchange.getResponseBody()) {
                        out.write(body.getBytes(StandardCharsets.UTF_8));
                    }
                }
            });
        }
    }

    @AfterEach
    void stop() {
        released.countDown();
        over.countDown();
        server.close();
    }

    @Test
    void webhooksAreSortedByConfigurationAndOnlyBoundPoliciesApply() {
        bodies.put(GROUP + "validatingwebhookconfigurations", list("""
                {"metadata":{"name":"z"},"webhooks":[{"name":"z1"}]},
                {"metadata":{"name":"a"},"webhooks":[{"name":"a1"},{"name":"a2"}]}"""));
        bodies.put(GROUP + "validatingadmissionpolicies", list("""
                {"metadata":{"name":"bound"},"spec":{}}, {"metadata":{"name":"unbound"},"spec":{}}"""));
        bodies.put(GROUP + "validatingadmissionpolicybindings", list("""
                {"metadata":{"name":"b"},"spec":{"policyName":"bound"}},
                {"metadata":{"name":"c"},"spec":{"policyName":"not there"}}"""));
        try (ClusterAdmissionHooks hooks =
                ClusterAdmissionHooks.start(server.http(), new JacksonCodec(), expressions, _ -> {})) {
            Awaitility.await().until(() -> hooks.hooks().isPresent());

            AdmissionHooks known = hooks.hooks().orElseThrow();
            assertThat(hooks.problem()).isEmpty();
            assertThat(known.validatingWebhooks()).extracting(Webhook::name).containsExactly("a1", "a2", "z1");
            assertThat(known.validatingPolicies())
                    .extracting(bound -> bound.policy().definition().name())
                    .containsExactly("bound");
        }
    }

    @Test
    void unreadableConfigurationMakesAdmissionUnavailable() {
        bodies.put(GROUP + "mutatingwebhookconfigurations", list("""
                {"metadata":{"name":"a"},"webhooks":[{"name":"a1","objectSelector":
                 {"matchExpressions":[{"key":"a","operator":"Matches","values":["b"]}]}}]}"""));
        try (ClusterAdmissionHooks hooks =
                ClusterAdmissionHooks.start(server.http(), new JacksonCodec(), expressions, _ -> {})) {
            Awaitility.await()
                    .until(() -> hooks.problem().orElse("").contains("is not a valid label selector operator"));
            assertThat(hooks.hooks()).isEmpty();
        }
    }

    @Test
    void namespaceThatIsNotCachedIsReadFromTheCluster() {
        bodies.put("/api/v1/namespaces", list("{\"metadata\":{\"name\":\"known\"}}"));
        try (ClusterNamespaces namespaces = ClusterNamespaces.start(server.http(), new JacksonCodec())) {
            Awaitility.await().until(() -> namespaces.get("known").has("metadata"));
            bodies.put("/api/v1/namespaces/new", "{\"metadata\":{\"name\":\"new\"}}");

            assertThat(namespaces.get("new").objectOrEmpty("metadata").stringOrEmpty("name"))
                    .isEqualTo("new");
            assertThat(reasonOf(namespaces, "missing")).isEqualTo(StatusReason.NOT_FOUND);
            assertThat(reasonOf(namespaces, "../pods")).isEqualTo(StatusReason.NOT_FOUND);
            assertThat(server.received()).noneMatch(received -> received.path().contains("pods"));
        }
    }

    @Test
    void apiGroupThatDoesNotAnswerDoesNotDelayTheHooks() {
        stuck = "/apis/example.com/v1";
        bodies.put(GROUP + "validatingadmissionpolicies", list("""
                {"metadata":{"name":"p"},"spec":{"paramKind":{"apiVersion":"example.com/v1","kind":"Limit"}}}"""));
        bodies.put(GROUP + "validatingadmissionpolicybindings", list("""
                {"metadata":{"name":"b"},"spec":{"policyName":"p"}}"""));
        try (ClusterPolicyParams params = params();
                ClusterAdmissionHooks hooks =
                        ClusterAdmissionHooks.start(server.http(), new JacksonCodec(), expressions, params::use)) {
            Awaitility.await().until(() -> hooks.hooks().isPresent());

            assertThatThrownBy(() -> params.of(new ParamKind("example.com/v1", "Limit")))
                    .hasMessage("paramKind kind `example.com/v1, Kind=Limit` not yet synced to use for admission");
            assertThat(hasAskedFor(stuck)).isTrue();
        }
    }

    @Test
    void paramsAreFoundByNameAndLabelWithKindAndApiVersion() {
        serveConfigMaps();
        try (ClusterPolicyParams params = params()) {
            params.use(Set.of(CONFIG_MAPS));
            Params configMaps = params.of(CONFIG_MAPS);

            assertThat(configMaps.isLoaded()).isTrue();
            assertThat(configMaps.isNamespaced()).isTrue();
            JsonObject one = configMaps.get("a", "one").orElseThrow();
            assertThat(one.stringOrEmpty("kind")).isEqualTo("ConfigMap");
            assertThat(one.stringOrEmpty("apiVersion")).isEqualTo("v1");
            assertThat(configMaps.get("a", "two")).isEmpty();
            assertThat(configMaps.list("b", LabelSelector.parse("l=1"))).hasSize(1);
            assertThat(configMaps.list("b", LabelSelector.parse("l=2"))).isEmpty();
        }
    }

    @Test
    void paramsOfAKindAreReadOnFirstUse() {
        serveConfigMaps();
        try (ClusterPolicyParams params = params()) {
            ParamKind limits = new ParamKind("example.com/v1", "Limit");
            params.use(Set.of(CONFIG_MAPS, limits));

            assertThat(params.of(CONFIG_MAPS).isLoaded()).isTrue();
            assertThat(hasAskedFor("/api/v1/configmaps")).isTrue();
            assertThat(hasAskedFor("/apis/example.com/v1")).isFalse();
        }
    }

    @Test
    void lateRequestDoesNotWatchParamsThatNoPolicyUsesAnyMore() {
        serveConfigMaps();
        try (ClusterPolicyParams params = params()) {
            params.use(Set.of(CONFIG_MAPS));
            assertThat(params.of(CONFIG_MAPS).isLoaded()).isTrue();

            params.use(Set.of());
            assertUnknown(() -> params.of(CONFIG_MAPS));
        }
    }

    @Test
    void paramsAreNotWatchedAfterClose() {
        serveConfigMaps();
        ClusterPolicyParams params = params();
        params.close();
        params.use(Set.of(CONFIG_MAPS));

        assertUnknown(() -> params.of(CONFIG_MAPS));
    }

    @Test
    void paramKindDiscoveredAfterCloseIsNotWatched() {
        serveConfigMaps();
        stuck = "/api/v1";
        FollowedParamKind configMaps =
                FollowedParamKind.start(CONFIG_MAPS, server.http(), new JacksonCodec(), Clock.systemUTC());
        Awaitility.await().until(() -> hasAskedFor(stuck));
        configMaps.close();
        released.countDown();

        assertUnknown(configMaps::params);
        assertThat(hasAskedFor("/api/v1/configmaps")).isFalse();
    }

    @Test
    void missingParamKindIsAnErrorOfThePolicyUntilItExists() {
        SteppedClock clock = new SteppedClock(Instant.EPOCH);
        try (ClusterPolicyParams params = new ClusterPolicyParams(server.http(), new JacksonCodec(), clock)) {
            params.use(Set.of(CONFIG_MAPS));
            assertThatThrownBy(() -> params.of(CONFIG_MAPS))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("failed to find resource referenced by paramKind: 'v1, Kind=ConfigMap'");

            serveConfigMaps();
            clock.set(Instant.EPOCH.plusSeconds(5));
            assertThatThrownBy(() -> params.of(CONFIG_MAPS)).hasMessageStartingWith("failed to find resource");
            clock.set(Instant.EPOCH.plusSeconds(6));
            assertThat(params.of(CONFIG_MAPS).isLoaded()).isTrue();
        }
    }

    private ClusterPolicyParams params() {
        return new ClusterPolicyParams(server.http(), new JacksonCodec(), Clock.systemUTC());
    }

    private void serveConfigMaps() {
        bodies.put(
                "/api/v1",
                "{\"resources\":[{\"name\":\"configmaps/status\",\"kind\":\"ConfigMap\",\"namespaced\":true},"
                        + "{\"name\":\"configmaps\",\"kind\":\"ConfigMap\",\"namespaced\":true}]}");
        bodies.put("/api/v1/configmaps", list("""
                {"metadata":{"namespace":"a","name":"one","labels":{"l":"1"}}},
                {"metadata":{"namespace":"b","name":"two","labels":{"l":"1"}}}"""));
    }

    private boolean hasAskedFor(String path) {
        return server.received().stream().anyMatch(received -> received.path().equals(path));
    }

    private static void assertUnknown(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("paramKind kind `v1, Kind=ConfigMap` not known");
    }

    private static StatusReason reasonOf(ClusterNamespaces namespaces, String name) {
        ApiException thrown = catchThrowableOfType(ApiException.class, () -> namespaces.get(name));
        return Status.of(thrown.error()).reason();
    }

    private static String list(String items) {
        return EMPTY.replace("[]", "[" + items + "]");
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
