package dev.chartroom.core.cost;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.request.NamespaceTurns;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.admission.CostQuotas;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that refuses writes whose cost exceeds a quota. A write that costs no more than before is never refused. All
 * writes that cost more take turns in their namespace until they are stored, so writes through this replica cannot exceed
 * a quota together.
 */
public final class CostLimitingApplicationStore implements ApplicationStore {
    private final ApplicationStore store;
    private final CostQuotas quotas;
    private final CostCharge charges;
    private final NamespaceTurns turns = new NamespaceTurns();

    /**
     * @param store the inner store; it receives kinds in their stored version
     * @param registry the served kinds, because kinds of a group can share a cost
     */
    public CostLimitingApplicationStore(
            ApplicationStore store, CostQuotas quotas, Supplier<KindRegistry> registry, JsonCodec codec) {
        this.store = store;
        this.quotas = quotas;
        this.charges = new CostCharge(quotas, new CostUsage(store, registry, codec));
    }

    /**
     * Like {@link ApplicationStore#create}.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException also Forbidden, if the object exceeds a quota
     */
    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return charged(
                kind,
                application.metadata().namespacedName(),
                increases(kind, null, application.spec()),
                options,
                () -> store.create(kind, application, options));
    }

    /**
     * Like {@link ApplicationStore#update}.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException also Forbidden, if the change exceeds a quota
     */
    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        return charged(
                kind,
                next.metadata().namespacedName(),
                increases(kind, current.application(), next.spec()),
                options,
                () -> store.update(kind, current, next, options));
    }

    private StoredApplication charged(
            ApplicationKind kind,
            NamespacedName name,
            List<CostCharge.Increase> increases,
            WriteOptions options,
            Supplier<StoredApplication> write) {
        List<CostCharge.Increase> limited = increases.stream()
                .filter(increase -> quotas.areLimited(name.namespace(), increase.resource()))
                .toList();
        if (limited.isEmpty()) {
            return write.get();
        }
        return turns.during(name.namespace(), () -> {
            limited.forEach(increase -> charges.charge(kind, name, increase, options.dryRun()));
            return write.get();
        });
    }

    /**
     * Returns the limited costs that grow.
     *
     * @param before the object before the write; null if the write creates it
     */
    private static List<CostCharge.Increase> increases(
            ApplicationKind kind, @Nullable Application before, @Nullable JsonObject after) {
        if (kind.costs().stream().noneMatch(Cost::isLimited)) {
            return List.of();
        }
        ObjectCosts next = ObjectCosts.of(kind, after);
        if (before == null) {
            return increases(kind, next, _ -> BigDecimal.ZERO);
        }
        ObjectCosts old = ObjectCosts.of(kind, before.spec());
        return next.equals(old)
                ? List.of()
                : increases(kind, next, cost -> old.find(cost).orElse(BigDecimal.ZERO));
    }

    private static List<CostCharge.Increase> increases(
            ApplicationKind kind, ObjectCosts next, Function<Cost, BigDecimal> old) {
        return kind.costs().stream()
                .filter(Cost::isLimited)
                .map(cost -> new CostCharge.Increase(
                        cost.name(),
                        cost.resource(kind.group()),
                        next.find(cost).map(value -> value.subtract(old.apply(cost)))))
                .filter(increase ->
                        increase.more().map(more -> more.signum() > 0).orElse(true))
                .toList();
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return store.get(kind, name, resourceVersion);
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return store.find(kind, name);
    }

    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return store.recent(kind, name);
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        return store.list(kind, request);
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return store.delete(kind, name, request);
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        return store.watch(kind, request);
    }
}
