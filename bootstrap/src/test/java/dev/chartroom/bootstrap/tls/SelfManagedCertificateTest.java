package dev.chartroom.bootstrap.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.secret.OwnSecret;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SelfManagedCertificateTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> NAMES = List.of("chartroom.own.svc");
    private static final String PATH = "/api/v1/namespaces/own/secrets";
    private static final ManagedCertificates OTHERS = ManagedCertificates.create(NAMES, NOW);

    private final ScriptedSecrets server = new ScriptedSecrets();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void emptySecretGetsACertificate() {
        server.answer(200, secret(Map.of())).answer(200, "{}");

        try (SelfManagedCertificate started = start(Duration.ofHours(1))) {
            assertThat(requests()).containsExactly("GET " + PATH + "/certificates", "PUT " + PATH + "/certificates");
            JsonObject written = server.requests().getLast().json();
            assertThat(written.objectOrEmpty("metadata").stringOrEmpty("resourceVersion"))
                    .isEqualTo("7");
            assertThat(written.objectOrEmpty("metadata").objectOrEmpty("labels").names())
                    .containsExactly("kept");
            assertThat(written.objectOrEmpty("data").names())
                    .containsExactlyInAnyOrder("ca.crt", "ca.key", "tls.crt", "tls.key");
            assertThat(started.problem()).isEmpty();
        }
    }

    @Test
    void missingSecretIsReportedAndNotCreated() {
        server.answer(404, "{}");

        try (SelfManagedCertificate started = start(Duration.ofHours(1))) {
            assertThat(requests()).containsExactly("GET " + PATH + "/certificates");
            assertThat(started.problem())
                    .hasValue("the Secret own/certificates does not exist; create it without data");
        }
    }

    @Test
    void slowerReplicaUsesTheCertificateOfTheFaster() {
        server.answer(200, secret(Map.of())).answer(409, "{}").answer(200, secret(OTHERS.data()));

        try (SelfManagedCertificate started = start(Duration.ofHours(1))) {
            List<String> trusted = new CopyOnWriteArrayList<>();
            started.follow(trusted::add);

            assertThat(trusted).containsExactly(OTHERS.authorities());
            assertThat(requests()).hasSize(3);
        }
    }

    /** The authorities are reported after every read, since an APIService may have lost them. */
    @Test
    void replicaFollowsTheSecret() {
        ManagedCertificates renewed = ManagedCertificates.create(NAMES, NOW.plus(Duration.ofMinutes(30)));
        server.answer(200, secret(OTHERS.data()))
                .answer(200, secret(OTHERS.data()))
                .answer(200, secret(renewed.data()));

        try (SelfManagedCertificate started = start(Duration.ofMillis(1))) {
            List<String> trusted = new CopyOnWriteArrayList<>();
            started.follow(trusted::add);

            await().until(() -> started.expires().equals(renewed.serving().expires()));
            await().until(() -> trusted.size() >= 3);
            assertThat(trusted).startsWith(OTHERS.authorities()).endsWith(renewed.authorities());
        }
    }

    @Test
    void secretThatLostItsDataGetsThemBack() {
        server.answer(200, secret(OTHERS.data()))
                .answer(404, "{}")
                .answer(200, secret(Map.of()))
                .answer(200, "{}");

        try (SelfManagedCertificate _ = start(Duration.ofMillis(1))) {
            await().until(() -> server.requests().size() >= 4);
            assertThat(server.requests().get(3).json().objectOrEmpty("data"))
                    .isEqualTo(JsonObject.ofStrings(encoded(OTHERS.data())));
        }
    }

    /** An answer of 501 follows every scripted one. */
    @Test
    void replicaIsNotReadyUntilTheSecretWasRead() {
        server.answer(403, """
                {"kind":"Status","apiVersion":"v1","status":"Failure","message":"secrets are forbidden","code":403}""");

        try (SelfManagedCertificate started = start(Duration.ofHours(1), Duration.ofMillis(1))) {
            List<String> trusted = new CopyOnWriteArrayList<>();
            started.follow(trusted::add);

            assertThat(started.problem()).hasValue("cannot read the Secret own/certificates: secrets are forbidden");
            assertThat(trusted).isEmpty();
            server.answer(200, secret(OTHERS.data()));
            await().until(() -> started.problem().isEmpty());
            assertThat(trusted).containsExactly(OTHERS.authorities());
            assertThat(started.expires()).isEqualTo(OTHERS.serving().expires());
        }
    }

    @Test
    void unreadableChangeKeepsTheCertificate() {
        server.answer(200, secret(OTHERS.data())).answer(200, secret(Map.of("tls.crt", "other")));

        try (SelfManagedCertificate started = start(Duration.ofMillis(1))) {
            await().until(() -> server.requests().size() >= 4);
            assertThat(started.expires()).isEqualTo(OTHERS.serving().expires());
            assertThat(started.problem()).isEmpty();
        }
    }

    @Test
    void secretOfSomeoneElseIsRefused() {
        server.answer(200, secret(Map.of("tls.crt", "a", "tls.key", "b")));

        assertThatThrownBy(() -> start(Duration.ofHours(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no ca.crt");
        assertThat(requests()).containsExactly("GET " + PATH + "/certificates");
    }

    private SelfManagedCertificate start(Duration interval) {
        return start(interval, Duration.ofHours(1));
    }

    private SelfManagedCertificate start(Duration interval, Duration retry) {
        return SelfManagedCertificate.start(
                new OwnSecret(server.http(), JacksonCodec.ofStored(), new NamespacedName("own", "certificates")),
                NAMES,
                Clock.fixed(NOW, ZoneOffset.UTC),
                new SelfManagedCertificate.Intervals(interval, retry));
    }

    private List<String> requests() {
        return server.requests().stream().map(ScriptedSecrets.Request::line).toList();
    }

    private static String secret(Map<String, String> data) {
        String values =
                new String(JacksonCodec.ofStored().encode(JsonObject.ofStrings(encoded(data))), StandardCharsets.UTF_8);
        return """
                {"apiVersion":"v1","kind":"Secret","data":%s,
                 "metadata":{"name":"certificates","namespace":"own","resourceVersion":"7","labels":{"kept":"yes"}}}""".formatted(values);
    }

    private static Map<String, String> encoded(Map<String, String> data) {
        Map<String, String> encoded = new TreeMap<>();
        data.forEach((key, value) ->
                encoded.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return encoded;
    }
}
