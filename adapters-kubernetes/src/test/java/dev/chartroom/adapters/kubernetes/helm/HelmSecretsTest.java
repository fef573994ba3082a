package dev.chartroom.adapters.kubernetes.helm;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.adoption.HelmInstallation;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.kubernetes.client.FakeApiServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelmSecretsTest {
    private static final NamespacedName CART = new NamespacedName("shop", "cart");
    private static final String RECORD = """
            {"name":"cart","namespace":"shop","version":2,"info":{"status":"deployed"},
             "chart":{"metadata":{"name":"redis","version":"17.0.0"},"templates":[{"data":"e30="}]},
             "config":%s,"manifest":"---"}
            """;

    private final FakeApiServer server = new FakeApiServer();
    private final HelmSecrets secrets = new HelmSecrets(server.http(), JacksonCodec.ofStored());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void newestDeployedRevisionIsDecoded() {
        server.answer(
                200,
                list(
                        secret("9", gzip(RECORD.formatted("{\"replicas\":9}"))),
                        secret("10", gzip(RECORD.formatted("{\"replicas\":10}")))));

        assertThat(secrets.deployed(CART))
                .contains(new HelmInstallation(CART, "redis", "17.0.0", object("{replicas: 10}")));
        assertThat(server.received()).singleElement().satisfies(request -> {
            assertThat(request.path()).isEqualTo("/api/v1/namespaces/shop/secrets");
            assertThat(request.query())
                    .containsEntry("fieldSelector", "type=helm.sh/release.v1")
                    .containsEntry("labelSelector", "owner=helm,status=deployed,name=cart");
        });
    }

    @Test
    void releaseWithoutADeployedRevisionIsMissing() {
        server.answer(200, list());

        assertThat(secrets.deployed(CART)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}"})
    void installationWithoutValuesHasNone(String config) {
        server.answer(200, list(secret("1", gzip(RECORD.formatted(config)))));

        assertThat(secrets.deployed(CART).orElseThrow().values()).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void uncompressedRecordIsRead() {
        server.answer(200, list(secret("1", RECORD.formatted("{}").getBytes(StandardCharsets.UTF_8))));

        assertThat(secrets.deployed(CART).orElseThrow().chart()).isEqualTo("redis");
    }

    @Test
    void recordThatDecompressesBeyondTheLimitIsRefused() {
        server.answer(200, list(secret("1", gzip(" ".repeat(HelmRecordDecoder.MAX_RECORD + 1)))));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> secrets.deployed(CART))
                .withMessageContaining("sh.helm.release.v1.cart.v1")
                .withMessageContaining("decompresses to more than");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "[]", "{\"chart\":{}}", "{\"chart\":[]}", "{\"chart\":{\"metadata\":{}}}", "{\"chart\""
            })
    void malformedRecordIsRefused(String record) {
        server.answer(200, list(secret("1", gzip(record))));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> secrets.deployed(CART))
                .withMessageContaining("is not a record of Helm that can be read");
    }

    @Test
    void truncatedRecordIsRefused() {
        byte[] record = gzip(RECORD.formatted("{}"));
        server.answer(200, list(secret("1", Arrays.copyOf(record, record.length / 2))));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> secrets.deployed(CART))
                .withMessageContaining("cannot be decompressed");
    }

    @Test
    void revisionIsReadByTheExactNameOfItsSecret() {
        server.answer(200, record("helm.sh/release.v1", """
                {"name":"cart","version":7,"info":{"status":"deployed","notes":"Hello"},
                 "chart":{"metadata":{"name":"redis","version":"17.0.0"},"values":{"size":1}},
                 "config":{"size":2},"manifest":"kind: A"}
                """));

        assertThat(secrets.find(CART, 7).orElseThrow().get())
                .isEqualTo(new HelmRecord(
                        7,
                        "deployed",
                        object("{name: 'redis', version: '17.0.0'}"),
                        object("{size: 1}"),
                        object("{size: 2}"),
                        "kind: A",
                        "Hello"));
        assertThat(server.received())
                .singleElement()
                .satisfies(request -> assertThat(request.path())
                        .isEqualTo("/api/v1/namespaces/shop/secrets/sh.helm.release.v1.cart.v7"));
    }

    @Test
    void recordWithoutOptionalPartsIsRead() {
        server.answer(200, record("helm.sh/release.v1", "{\"chart\":{},\"manifest\":3,\"version\":\"x\"}"));

        assertThat(secrets.find(CART, 7).orElseThrow().get())
                .isEqualTo(new HelmRecord(0, "", JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, "", ""));
    }

    @Test
    void secretOfAnotherTypeIsNoRecord() {
        server.answer(200, record("Opaque", "{}"));

        assertThat(secrets.find(CART, 7)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            403 | the server has no permission to get secrets
            500 | the kube-apiserver answered with HTTP status 500
            """)
    void otherAnswerIsAnError(int status, String message) {
        server.answer(status, "{}");

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> secrets.find(CART, 7))
                .withMessageContaining(message);
    }

    @Test
    void missingRecordIsEmpty() {
        server.answer(404, "{}");

        assertThat(secrets.find(CART, 7)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "{\"chart\""})
    void malformedRecordIsAnErrorThatNamesTheSecret(String json) {
        server.answer(200, record("helm.sh/release.v1", json));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> secrets.find(CART, 7).orElseThrow().get())
                .withMessageContaining("sh.helm.release.v1.cart.v7 is not a record of Helm that can be read");
    }

    private static String record(String type, String json) {
        return "{\"type\":\"" + type + "\",\"data\":{\"release\":\"" + twice(gzip(json)) + "\"}}";
    }

    @Test
    void missingRightHasTheMessageOfTheCluster() {
        server.answer(
                403,
                "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\",\"message\":\"secrets is forbidden\"}");

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> secrets.deployed(CART))
                .withMessage("secrets is forbidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../x", "a/b", "a,owner=x"})
    void invalidNameIsNotRequested(String name) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> secrets.deployed(new NamespacedName("shop", name)));
        assertThat(server.received()).isEmpty();
    }

    private static String list(String... secrets) {
        return Stream.of(secrets).collect(Collectors.joining(",", "{\"kind\":\"SecretList\",\"items\":[", "]}"));
    }

    private static String secret(String version, byte[] record) {
        return "{\"metadata\":{\"name\":\"sh.helm.release.v1.cart.v" + version + "\",\"labels\":{\"version\":\""
                + version + "\"}},\"data\":{\"release\":\"" + twice(record) + "\"}}";
    }

    private static String twice(byte[] record) {
        return Base64.getEncoder().encodeToString(Base64.getEncoder().encode(record));
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zipped = new GZIPOutputStream(bytes)) {
            zipped.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
