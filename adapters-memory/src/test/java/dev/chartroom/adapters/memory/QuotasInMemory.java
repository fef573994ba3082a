package dev.chartroom.adapters.memory;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.admission.CostQuotas;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One quota in each namespace, whose status can only be replaced in the state that was read. */
final class QuotasInMemory implements CostQuotas {
    private final BigDecimal hard;
    private final Map<String, BigDecimal> used = new ConcurrentHashMap<>();
    /** The next replacements that another client comes before. */
    private final AtomicInteger conflicts = new AtomicInteger();

    QuotasInMemory(long hard) {
        this.hard = BigDecimal.valueOf(hard);
    }

    void conflict(int times) {
        conflicts.set(times);
    }

    /** Returns the recorded use of a namespace; null if there is none. */
    @Nullable
    BigDecimal used(String namespace) {
        return used.get(namespace);
    }

    @Override
    public boolean areLimited(String namespace, String resource) {
        return true;
    }

    @Override
    public List<CostQuota> limiting(String namespace, String resource) {
        return List.of(new CostQuota("q", hard, Optional.ofNullable(used.get(namespace)), JsonObject.EMPTY));
    }

    @Override
    public boolean setUsed(String namespace, String resource, CostQuota quota, BigDecimal next) {
        if (conflicts.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return false;
        }
        BigDecimal before = quota.used().orElse(null);
        return before == null ? used.putIfAbsent(namespace, next) == null : used.replace(namespace, before, next);
    }
}
