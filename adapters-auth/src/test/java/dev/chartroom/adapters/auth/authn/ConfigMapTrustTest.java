package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.auth.FakeApiServer;
import dev.chartroom.adapters.auth.FakeConfigMaps;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.log.RecordedLog;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigMapTrustTest {
    private static final TestAuthority CLIENTS = TestAuthority.root("clients");
    private static final TestAuthority FRONT_PROXY = TestAuthority.root("front-proxy");
    private static final TestAuthority ROTATED = TestAuthority.root("front-proxy");
    private static final Map<String, String> DATA = Map.of(
            "client-ca-file", CLIENTS.pem(),
            "requestheader-client-ca-file", FRONT_PROXY.pem(),
            "requestheader-username-headers", "[\"X-Remote-User\"]");

    private FakeApiServer server;
    private FakeConfigMaps configMaps;

    @BeforeEach
    void startServer() throws IOException {
        server = FakeApiServer.start();
        configMaps = server.configMaps();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void configMapIsReadBeforeStartReturns() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = start()) {
            assertThat(trust.isLoaded()).isTrue();
            assertThat(trust.get()).isEqualTo(trustOf(DATA));
        }
    }

    @Test
    void changeArrivesByTheWatch() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            int lists = configMaps.lists();
            Map<String, String> rotated = with("requestheader-client-ca-file", ROTATED.pem() + FRONT_PROXY.pem());
            configMaps.put(rotated);
            awaitTrust(trust, trustOf(rotated));
            assertThat(configMaps.lists()).isEqualTo(lists);
        }
    }

    @Test
    void headerTrustEndsWhenTheFrontProxyAuthorityDisappears() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            configMaps.put(Map.of("client-ca-file", CLIENTS.pem()));
            awaitTrust(trust, new ClusterTrust(List.of(CLIENTS.certificate()), RequestHeaderTrust.NONE));
        }
    }

    @Test
    void malformedFrontProxyDataKeepsThePreviousFrontProxyTrust() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            Map<String, String> changed = with("requestheader-username-headers", "X-Remote-User");
            changed.put("client-ca-file", ROTATED.pem());
            configMaps.put(changed);
            awaitTrust(
                    trust,
                    new ClusterTrust(
                            List.of(ROTATED.certificate()), trustOf(DATA).requestHeader()));
        }
    }

    /** The names would otherwise count as absent, and then every certificate of the CA is allowed. */
    @Test
    void valuesThatAreNotStringsKeepAllPreviousTrust() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            int lists = configMaps.lists();
            configMaps.putMalformed("{\"requestheader-allowed-names\":[\"aggregator\"]}");
            configMaps.endWatches();
            await().until(() -> configMaps.lists() > lists);
            awaitOneWatch();
            assertThat(trust.get()).isEqualTo(trustOf(DATA));
        }
    }

    @Test
    void configMapOfAnotherNameIsNotTrusted() {
        configMaps.put(DATA);
        configMaps.addOther(Map.of("client-ca-file", ROTATED.pem()));
        try (ConfigMapTrust trust = start()) {
            assertThat(trust.get()).isEqualTo(trustOf(DATA));
        }
    }

    /** After a restore from a backup, a watch of the old resource version would report nothing. */
    @Test
    void configMapIsListedAgainAfterEachWatch() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            int lists = configMaps.lists();
            configMaps.endWatches();
            await().until(() -> configMaps.lists() > lists);
            assertThat(trust.get()).isEqualTo(trustOf(DATA));
        }
    }

    @Test
    void missingAllowedNamesAreLoggedAsAWarning() {
        configMaps.put(DATA);
        assertThat(warningsOfStart()).singleElement().asString().startsWith("No allowed names are configured");

        configMaps.put(with("requestheader-allowed-names", "[\"aggregator\"]"));
        assertThat(warningsOfStart()).isEmpty();
    }

    /** The target of a redirect is not a trusted server. */
    @Test
    void redirectIsNotFollowed() {
        configMaps.put(DATA);
        configMaps.redirect();
        try (ConfigMapTrust trust = start()) {
            awaitAnotherList();
            assertThat(trust.get()).isEqualTo(ClusterTrust.NONE);
            assertThat(trust.isLoaded()).isFalse();
        }
    }

    @Test
    void configMapMayAppearLater() {
        try (ConfigMapTrust trust = startWatching()) {
            assertThat(trust.isLoaded()).isTrue();
            assertThat(trust.get()).isEqualTo(ClusterTrust.NONE);
            configMaps.put(DATA);
            awaitTrust(trust, trustOf(DATA));
        }
    }

    @Test
    void deletionOfTheConfigMapEndsAllTrust() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            configMaps.remove();
            awaitTrust(trust, ClusterTrust.NONE);
        }
    }

    @Test
    void deletionMissedByTheWatchIsDetectedByAList() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            configMaps.failWith(500);
            configMaps.endWatches();
            awaitAnotherList();
            configMaps.remove();
            assertThat(trust.get()).isEqualTo(trustOf(DATA));
            configMaps.failWith(0);
            awaitTrust(trust, ClusterTrust.NONE);
        }
    }

    @Test
    void forbiddenListAtStartIsRetried() {
        configMaps.put(DATA);
        configMaps.failWith(403);
        try (ConfigMapTrust trust = start()) {
            assertThat(trust.isLoaded()).isFalse();
            assertThat(trust.get()).isEqualTo(ClusterTrust.NONE);
            awaitAnotherList();
            assertThat(trust.isLoaded()).isFalse();
            configMaps.failWith(0);
            await().until(trust::isLoaded);
            awaitTrust(trust, trustOf(DATA));
        }
    }

    @Test
    void trustIsNotLoadedIfTheServerIsUnreachableAtStart() {
        KubernetesHttp http = server.http();
        server.close();
        try (ConfigMapTrust trust = ConfigMapTrust.start(http, new JacksonCodec())) {
            assertThat(trust.isLoaded()).isFalse();
            assertThat(trust.get()).isEqualTo(ClusterTrust.NONE);
        }
    }

    @Test
    void lastTrustStaysWhileTheServerFails() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            configMaps.failWith(503);
            configMaps.endWatches();
            awaitAnotherList();
            awaitAnotherList();
            assertThat(trust.isLoaded()).isTrue();
            assertThat(trust.get()).isEqualTo(trustOf(DATA));
            Map<String, String> rotated = with("client-ca-file", ROTATED.pem());
            configMaps.put(rotated);
            configMaps.failWith(0);
            awaitTrust(trust, trustOf(rotated));
        }
    }

    @Test
    void endedWatchIsReopened() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            configMaps.endWatches();
            Map<String, String> rotated = with("client-ca-file", ROTATED.pem());
            configMaps.put(rotated);
            awaitTrust(trust, trustOf(rotated));
        }
    }

    @Test
    void expiredWatchListsAgain() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            configMaps.tell("ERROR", "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":410,\"reason\":\"Expired\"}");
            awaitAnotherList();
            assertThat(trust.get()).isEqualTo(trustOf(DATA));
        }
    }

    @Test
    void bookmarkChangesNothing() {
        configMaps.put(DATA);
        try (ConfigMapTrust trust = startWatching()) {
            configMaps.tell("BOOKMARK", "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{}}");
            Map<String, String> rotated = with("client-ca-file", ROTATED.pem());
            int lists = configMaps.lists();
            configMaps.put(rotated);
            awaitTrust(trust, trustOf(rotated));
            assertThat(configMaps.lists()).isEqualTo(lists);
        }
    }

    @Test
    void noRequestIsSentAfterClose() {
        configMaps.put(DATA);
        ConfigMapTrust trust = startWatching();
        trust.close();
        int lists = configMaps.lists();
        // The fake server detects a closed connection only when it writes.
        await().until(() -> {
            configMaps.put(with("client-ca-file", ROTATED.pem()));
            return configMaps.openWatches() == 0;
        });
        assertThat(trust.get()).isEqualTo(trustOf(DATA));
        assertThat(configMaps.lists()).isEqualTo(lists);
    }

    private List<String> warningsOfStart() {
        RecordedLog warnings = new RecordedLog(LogRecord::getMessage);
        warnings.setLevel(Level.WARNING);
        Logger log = Logger.getLogger(ConfigMapTrust.class.getName());
        log.addHandler(warnings);
        try (ConfigMapTrust _ = start()) {
            return List.copyOf(warnings.lines());
        } finally {
            log.removeHandler(warnings);
        }
    }

    private ConfigMapTrust start() {
        return ConfigMapTrust.start(server.http(), new JacksonCodec());
    }

    private ConfigMapTrust startWatching() {
        ConfigMapTrust trust = start();
        awaitOneWatch();
        return trust;
    }

    private void awaitOneWatch() {
        await().until(() -> configMaps.openWatches() == 1);
    }

    private void awaitAnotherList() {
        int before = configMaps.lists();
        await().until(() -> configMaps.lists() > before);
    }

    private static void awaitTrust(ConfigMapTrust trust, ClusterTrust expected) {
        await().untilAsserted(() -> assertThat(trust.get()).isEqualTo(expected));
    }

    private static ClusterTrust trustOf(Map<String, String> data) {
        return ClusterTrustParser.parse(data, ClusterTrust.NONE).trust();
    }

    private static Map<String, String> with(String key, String value) {
        Map<String, String> data = new HashMap<>(DATA);
        data.put(key, value);
        return data;
    }
}
