package dev.chartroom.adapters.kubernetes.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.FakeApiServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesSecretValuesTest {
    private static final NamespacedName SECRET = new NamespacedName("databases", "shop");

    private final FakeApiServer cluster = new FakeApiServer();
    private final KubernetesSecretValues secrets = new KubernetesSecretValues(cluster.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void valueIsDecodedAndReadAgainEachTime() {
        cluster.answer(200, offered("{\"password\":\"w6Q=\"}")).answer(200, offered("{\"password\":\"Yg==\"}"));

        assertThat(secrets.value(SECRET, "password")).contains("ä".getBytes(StandardCharsets.UTF_8));
        assertThat(secrets.value(SECRET, "password")).contains("b".getBytes(StandardCharsets.UTF_8));
        assertThat(cluster.received())
                .extracting(FakeApiServer.Received::path)
                .containsOnly("/api/v1/namespaces/databases/secrets/shop");
    }

    @Test
    void missingKeyOrSecretHasNoValue() {
        cluster.answer(200, offered("{\"other\":\"Yg==\"}")).answer(404, "{}");

        assertThat(secrets.value(SECRET, "password")).isEmpty();
        assertThat(secrets.value(SECRET, "password")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'labels':{}}",
                "{'labels':{'chartroom.dev/offered':'false'}}",
                "{'labels':{'chartroom.dev/offered':''}}",
                "{'labels':{'offered':'true'}}",
                "{'annotations':{'chartroom.dev/offered':'true'}}"
            })
    void secretWithoutTheOfferedLabelHasNoValue(String metadata) {
        cluster.answer(200, "{\"metadata\":" + metadata.replace('\'', '"') + ",\"data\":{\"password\":\"Yg==\"}}");

        assertThat(secrets.value(SECRET, "password")).isEmpty();
    }

    private static String offered(String data) {
        return "{\"metadata\":{\"labels\":{\"chartroom.dev/offered\":\"true\"}},\"data\":" + data + "}";
    }

    @ParameterizedTest
    @CsvSource({"../x, shop", "databases, ../../x", "databases, ''", "databases, a/b"})
    void invalidSecretNameIsNotRequested(String namespace, String name) {
        assertThat(secrets.value(new NamespacedName(namespace, name), "password"))
                .isEmpty();
        assertThat(cluster.received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "403, this server may not read Secrets in databases",
        "500, the Secret cannot be read at this time",
        "200, the Secret cannot be read at this time"
    })
    void failedReadIsUnavailable(int code, String message) {
        cluster.answer(code, code == 200 ? "[]" : "{}");

        assertThatThrownBy(() -> secrets.value(SECRET, "password"))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining(message);
    }
}
