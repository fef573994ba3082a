package dev.chartroom.core.cost;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.CostQuotas;
import dev.chartroom.ports.admission.CostQuotas.CostQuota;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Charges a growing cost to the quotas of a namespace. The use in a quota is a running sum. It does not follow deletions
 * or failed writes, so it is counted again before a write is refused.
 */
record CostCharge(CostQuotas quotas, CostUsage usage) {
    /** The most attempts to update quotas. Other replicas and the quota controller cause conflicts. */
    private static final int TRIES = 10;

    /**
     * A growing cost of an object.
     *
     * @param cost the name of the cost
     * @param resource the name of the resource in quotas
     * @param more how much more the object costs than before; empty if its cost cannot be computed
     */
    record Increase(String cost, String resource, Optional<BigDecimal> more) {}

    /**
     * Charges the increase to each quota that limits it.
     *
     * @param dryRun whether the quotas are only checked
     * @throws ApiException Forbidden if the increase exceeds a quota; ServiceUnavailable if a quota cannot be updated
     */
    void charge(ApplicationKind kind, NamespacedName name, Increase increase, boolean dryRun) {
        Set<String> charged = new HashSet<>();
        for (int tries = 0; tries < TRIES; tries++) {
            List<CostQuota> left = quotas.limiting(name.namespace(), increase.resource()).stream()
                    .filter(quota -> !charged.contains(quota.name()))
                    .toList();
            for (CostQuota quota : left) {
                BigDecimal used = next(kind, name, increase, quota);
                if (dryRun || quotas.setUsed(name.namespace(), increase.resource(), quota, used)) {
                    charged.add(quota.name());
                }
            }
            if (left.stream().map(CostQuota::name).allMatch(charged::contains)) {
                return;
            }
        }
        throw new ApiException(ApiError.unavailable(
                "the quota of the namespace cannot be updated, because other clients update it too"));
    }

    /** Returns the use of a quota after the write. */
    private BigDecimal next(ApplicationKind kind, NamespacedName name, Increase increase, CostQuota quota) {
        BigDecimal more = increase.more()
                .orElseThrow(() -> forbidden(
                        kind,
                        name,
                        "failed quota: " + quota.name() + ": the cost \"" + increase.cost()
                                + "\" of this object cannot be computed"));
        BigDecimal sum = quota.used().map(more::add).orElse(null);
        if (sum != null && sum.compareTo(quota.hard()) <= 0) {
            return sum;
        }
        BigDecimal used = usage.of(kind.group(), increase.cost(), name.namespace());
        if (used.add(more).compareTo(quota.hard()) > 0) {
            String resource = increase.resource() + "=";
            throw forbidden(
                    kind,
                    name,
                    "exceeded quota: " + quota.name() + ", requested: " + resource + more.toPlainString() + ", used: "
                            + resource + used.toPlainString() + ", limited: " + resource
                            + quota.hard().toPlainString());
        }
        return used.add(more);
    }

    private static ApiException forbidden(ApplicationKind kind, NamespacedName name, String why) {
        return new ApiException(new ApiError.Refused(
                StatusReason.FORBIDDEN,
                kind.groupResource(),
                name.name(),
                kind.groupResource() + " \"" + name.name() + "\" is forbidden: " + why,
                List.of(),
                0));
    }
}
