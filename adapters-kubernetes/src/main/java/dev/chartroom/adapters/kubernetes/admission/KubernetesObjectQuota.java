package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.json.JsonCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Counts objects in the status of the namespace's ResourceQuotas, as apiserver's resourcequota admission does for
 * kube-apiserver's own kinds (wire contract H5). The quota controller recounts from time to time, and after each
 * deletion.
 */
public final class KubernetesObjectQuota implements ObjectQuota {
    /**
     * The maximum number of attempts to update a quota. Other replicas and the quota controller cause conflicts. Within
     * one replica, creations in a namespace take turns.
     */
    private static final int TRIES = 10;

    private static final int TURNS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final ResourceQuotas quotas;
    private final JsonCodec codec;
    private final ReentrantLock[] turns =
            Stream.generate(ReentrantLock::new).limit(TURNS).toArray(ReentrantLock[]::new);

    public KubernetesObjectQuota(KubernetesHttp http, ResourceQuotas quotas, JsonCodec codec) {
        this.http = http;
        this.quotas = quotas;
        this.codec = codec;
    }

    @Override
    public void charge(ApplicationKind kind, NamespacedName name, boolean dryRun) {
        if (!quotas.isLoaded()) {
            throw new ApiException(ApiError.unavailable("the quotas of the cluster have not been read yet"));
        }
        String resource = "count/" + kind.groupResource();
        List<String> limiting = quotas.limiting(name.namespace(), resource);
        if (limiting.isEmpty()) {
            return;
        }
        ReentrantLock turn = turns[Math.floorMod(name.namespace().hashCode(), turns.length)];
        take(turn);
        try {
            charge(kind, name, limiting, resource, dryRun);
        } finally {
            turn.unlock();
        }
    }

    private static void take(ReentrantLock turn) {
        try {
            if (turn.tryLock(RequestDeadline.current().remainingUpTo(PATIENCE).toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new ApiException(ApiError.unavailable("another request uses the namespace's quota, please try again"));
    }

    private void charge(
            ApplicationKind kind, NamespacedName name, List<String> limiting, String resource, boolean dryRun) {
        List<String> left = limiting;
        for (int tries = 1; !left.isEmpty(); tries++) {
            List<CountedQuota> counted = left.stream()
                    .map(quota -> read(name.namespace(), quota, resource))
                    .filter(CountedQuota::isLimiting)
                    .toList();
            for (CountedQuota quota : counted) {
                quota.refusal().ifPresent(why -> {
                    throw forbidden(kind.groupResource(), name, why);
                });
            }
            left = dryRun ? List.of() : updateQuotas(name.namespace(), counted, tries == TRIES);
        }
    }

    /**
     * Counts the object in each quota and returns the names of the quotas that another client has changed since they
     * were read.
     */
    private List<String> updateQuotas(String namespace, List<CountedQuota> counted, boolean last) {
        List<String> conflicting = new ArrayList<>();
        for (CountedQuota quota : counted) {
            KubernetesResponse response = http.send(
                    "PUT", path(namespace, quota.name()) + "/status", new Query(), codec.encode(quota.charged()));
            if (response.code() == CONFLICT && !last) {
                conflicting.add(quota.name());
            } else if (!response.isSuccess() && response.code() != NOT_FOUND) {
                throw failed(response);
            }
        }
        return conflicting;
    }

    /** Reads a quota. A deleted one limits nothing. */
    private CountedQuota read(String namespace, String quota, String resource) {
        KubernetesResponse response = http.get(path(namespace, quota), new Query());
        if (!response.isSuccess() && response.code() != NOT_FOUND) {
            throw failed(response);
        }
        JsonObject found = response.isSuccess() && codec.parse(response.body()) instanceof JsonObject object
                ? object
                : JsonObject.EMPTY;
        return new CountedQuota(found, resource);
    }

    private ApiException failed(KubernetesResponse response) {
        String why = "the quota of the namespace cannot be read or updated: "
                + RemoteStatus.of(response, codec).map(RemoteStatus::message).orElse("HTTP status " + response.code());
        boolean passing = response.code() == CONFLICT || response.code() == 429 || response.code() >= 500;
        return new ApiException(
                passing
                        ? new ApiError.Plain(
                                StatusReason.SERVICE_UNAVAILABLE,
                                why,
                                List.of(),
                                Math.max(1, response.retryAfterSeconds()))
                        : ApiError.internal(why));
    }

    private static ApiException forbidden(GroupResource resource, NamespacedName name, String why) {
        return new ApiException(new ApiError.Refused(
                StatusReason.FORBIDDEN,
                resource,
                name.name(),
                resource + " \"" + name.name() + "\" is forbidden: " + why,
                List.of(),
                0));
    }

    /** Returns the path of a quota. Both names come from the API server, so they need no escaping. */
    private static String path(String namespace, String quota) {
        return "/api/v1/namespaces/" + namespace + "/resourcequotas/" + quota;
    }
}
