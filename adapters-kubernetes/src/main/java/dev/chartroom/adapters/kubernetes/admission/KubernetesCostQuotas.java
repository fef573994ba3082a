package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.admission.CostQuotas;
import dev.chartroom.ports.json.JsonCodec;
import java.math.BigDecimal;
import java.util.List;

/** Reads the use of costs from the status of ResourceQuotas, and records it there. */
public final class KubernetesCostQuotas implements CostQuotas {
    private final QuotaStatuses statuses;
    private final ResourceQuotas quotas;

    public KubernetesCostQuotas(KubernetesHttp http, ResourceQuotas quotas, JsonCodec codec) {
        this.statuses = new QuotaStatuses(http, codec);
        this.quotas = quotas;
    }

    @Override
    public boolean areLimited(String namespace, String resource) {
        if (!quotas.isLoaded()) {
            throw new ApiException(ApiError.unavailable("the quotas of the cluster have not been read yet"));
        }
        return !quotas.limiting(namespace, resource).isEmpty();
    }

    @Override
    public List<CostQuota> limiting(String namespace, String resource) {
        return quotas.limiting(namespace, resource).stream()
                .map(name -> statuses.read(namespace, name, resource))
                .filter(CountedQuota::isLimiting)
                .map(CountedQuota::cost)
                .toList();
    }

    @Override
    public boolean setUsed(String namespace, String resource, CostQuota quota, BigDecimal used) {
        return statuses.replace(namespace, quota.name(), new CountedQuota(quota.read(), resource).withUsed(used));
    }
}
