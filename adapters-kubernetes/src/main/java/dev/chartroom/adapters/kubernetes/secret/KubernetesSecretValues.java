package dev.chartroom.adapters.kubernetes.secret;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.secret.SecretValues;
import java.util.Base64;
import java.util.Optional;

/**
 * Reads Secrets one at a time, with Chartroom's own rights: a GET for each value. A Secret without the label {@link
 * #OFFERED} counts as missing.
 */
public final class KubernetesSecretValues implements SecretValues {
    /** Specs may refer to a Secret only if this label is {@code true} on it. */
    public static final String OFFERED = "chartroom.dev/offered";

    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    private final KubernetesHttp http;
    private final JsonCodec codec;

    public KubernetesSecretValues(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public Optional<byte[]> value(NamespacedName secret, String key) {
        if (!NameFormats.dnsLabel(secret.namespace()).isEmpty()
                || !NameFormats.dnsSubdomain(secret.name()).isEmpty()) {
            return Optional.empty();
        }
        KubernetesResponse response =
                http.get("/api/v1/namespaces/" + secret.namespace() + "/secrets/" + secret.name(), new Query());
        if (response.code() == NOT_FOUND) {
            return Optional.empty();
        }
        if (response.code() == FORBIDDEN) {
            throw new ApiException(ApiError.unavailable("this server may not read Secrets in " + secret.namespace()));
        }
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject json)) {
            throw new ApiException(ApiError.unavailable("the Secret cannot be read at this time"));
        }
        if (!json.objectOrEmpty("metadata")
                .objectOrEmpty("labels")
                .stringOrEmpty(OFFERED)
                .equals("true")) {
            return Optional.empty();
        }
        return json.objectOrEmpty("data").get(key) instanceof JsonString(String base64)
                ? Optional.of(Base64.getDecoder().decode(base64))
                : Optional.empty();
    }
}
