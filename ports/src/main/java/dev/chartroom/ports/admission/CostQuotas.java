package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The ResourceQuotas that limit what objects cost. Their status has the use, as for other resources (wire contract H5).
 * Thread-safe.
 */
public interface CostQuotas {
    /** No quotas. */
    CostQuotas NONE = new CostQuotas() {
        @Override
        public boolean areLimited(String namespace, String resource) {
            return false;
        }

        @Override
        public List<CostQuota> limiting(String namespace, String resource) {
            return List.of();
        }

        @Override
        public boolean setUsed(String namespace, String resource, CostQuota quota, BigDecimal used) {
            return true;
        }
    };

    /**
     * A quota and its use of one resource.
     *
     * @param used empty if nothing was counted yet
     * @param read the quota as it was read
     */
    record CostQuota(String name, BigDecimal hard, Optional<BigDecimal> used, JsonObject read) {}

    /**
     * Returns whether a quota of a namespace limits a resource, without a request.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the quotas are not known yet
     */
    boolean areLimited(String namespace, String resource);

    /**
     * Reads the quotas of a namespace that limit a resource, such as {@code cost.apps.example.com/cpu}.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the quotas cannot be read
     */
    List<CostQuota> limiting(String namespace, String resource);

    /**
     * Records the use of a resource.
     *
     * @return false if the quota has changed since it was read; nothing was recorded then
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the quota cannot be updated
     */
    boolean setUsed(String namespace, String resource, CostQuota quota, BigDecimal used);
}
