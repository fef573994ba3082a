package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.NamespaceTurns;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.json.JsonCodec;
import java.util.ArrayList;
import java.util.List;

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

    private final QuotaStatuses statuses;
    private final ResourceQuotas quotas;
    private final NamespaceTurns turns = new NamespaceTurns();

    public KubernetesObjectQuota(KubernetesHttp http, ResourceQuotas quotas, JsonCodec codec) {
        this.statuses = new QuotaStatuses(http, codec);
        this.quotas = quotas;
    }

    @Override
    public void charge(ApplicationKind kind, NamespacedName name, boolean dryRun) {
        requireLoaded();
        String resource = ObjectQuota.resource(kind);
        List<String> limiting = quotas.limiting(name.namespace(), resource);
        if (limiting.isEmpty()) {
            return;
        }
        turns.during(name.namespace(), () -> {
            charge(kind, name, limiting, resource, dryRun);
            return true;
        });
    }

    @Override
    public List<Limit> limits(String namespace, String resource) {
        requireLoaded();
        return quotas.received(namespace, resource).stream()
                .map(CountedQuota::limit)
                .toList();
    }

    private void requireLoaded() {
        if (!quotas.isLoaded()) {
            throw new ApiException(ApiError.unavailable("the quotas of the cluster have not been read yet"));
        }
    }

    private void charge(
            ApplicationKind kind, NamespacedName name, List<String> limiting, String resource, boolean dryRun) {
        List<String> left = limiting;
        for (int tries = 1; !left.isEmpty(); tries++) {
            List<CountedQuota> counted = left.stream()
                    .map(quota -> statuses.read(name.namespace(), quota, resource))
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
            if (!statuses.replace(namespace, quota.name(), quota.charged())) {
                if (last) {
                    throw new ApiException(ApiError.unavailable(
                            "the quota of the namespace cannot be updated, because other clients update it too"));
                }
                conflicting.add(quota.name());
            }
        }
        return conflicting;
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
}
