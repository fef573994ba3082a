package dev.chartroom.adapters.kubernetes.helm;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.adoption.HelmInstallation;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.HelmInstallations;
import dev.chartroom.ports.release.HelmRecords;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the Secrets in which Helm records its releases. Each Secret has one revision. Its labels contain the name, the
 * revision and the status, so only the Secret of one revision is decoded.
 */
public final class HelmSecrets implements HelmInstallations, HelmRecords {
    private static final String TYPE = "helm.sh/release.v1";
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final HelmRecordDecoder decoder;

    /** @param codec decodes JSON that the cluster stores */
    public HelmSecrets(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.decoder = new HelmRecordDecoder(codec);
    }

    @Override
    public Optional<HelmInstallation> deployed(NamespacedName helmRelease) {
        if (!NameFormats.dnsLabel(helmRelease.namespace()).isEmpty()
                || !NameFormats.dnsSubdomain(helmRelease.name()).isEmpty()) {
            throw ApiException.badRequest("\"" + helmRelease.key() + "\" is not the name of a release in Helm");
        }
        Query query = new Query()
                .with("fieldSelector", "type=" + TYPE)
                .with("labelSelector", "owner=helm,status=deployed,name=" + helmRelease.name());
        KubernetesResponse response = http.get("/api/v1/namespaces/" + helmRelease.namespace() + "/secrets", query);
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject list)) {
            throw new ApiException(RemoteStatus.of(response, codec)
                    .map(status -> ApiError.plain(status.reason(), status.message()))
                    .orElseGet(() ->
                            ApiError.unavailable("the kube-apiserver answered with HTTP status " + response.code())));
        }
        return list.arrayOrEmpty("items").objects().stream()
                .max(Comparator.comparingLong(HelmSecrets::revision))
                .map(secret -> installation(helmRelease, secret));
    }

    @Override
    public Optional<Supplier<HelmRecord>> find(NamespacedName release, long revision) {
        String name = "sh.helm.release.v1." + release.name() + ".v" + revision;
        KubernetesResponse response =
                http.get("/api/v1/namespaces/" + release.namespace() + "/secrets/" + name, new Query());
        if (response.code() == NOT_FOUND) {
            return Optional.empty();
        }
        if (response.code() == FORBIDDEN) {
            throw new ApiException(ApiError.internal("the server has no permission to get secrets"));
        }
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject secret)) {
            throw new ApiException(
                    ApiError.unavailable("the kube-apiserver answered with HTTP status " + response.code()));
        }
        return secret.stringOrEmpty("type").equals(TYPE)
                ? Optional.of(() -> record(name, secret.objectOrEmpty("data").stringOrEmpty("release")))
                : Optional.empty();
    }

    private HelmRecord record(String secret, String data) {
        try {
            return decoder.record(data);
        } catch (IllegalArgumentException e) {
            throw new ApiException(ApiError.internal(
                    "the Secret " + secret + " is not a record of Helm that can be read: " + e.getMessage()));
        }
    }

    private HelmInstallation installation(NamespacedName helmRelease, JsonObject secret) {
        try {
            return decoder.decode(helmRelease, secret.objectOrEmpty("data").stringOrEmpty("release"));
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest("the Secret "
                    + secret.objectOrEmpty("metadata").stringOrEmpty("name")
                    + " is not a record of Helm that can be read: " + e.getMessage());
        }
    }

    /** Returns the revision in the label of a Secret; -1 if the label is not a number. */
    private static long revision(JsonObject secret) {
        String version =
                secret.objectOrEmpty("metadata").objectOrEmpty("labels").stringOrEmpty("version");
        return version.matches("[0-9]{1,18}") ? Long.parseLong(version) : -1;
    }
}
