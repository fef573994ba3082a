package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.jsonpath.JsonPath;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.cost.CostLimitingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WriteOptions;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that a store with limited costs fulfils the store contract, and what the limits are. An object costs its replicas. */
class CostLimitingApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final Cost CPU = new Cost("cpu", "", ValueSource.of(JsonPath.parse(".replicas")), true);

    private final QuotasInMemory plenty = new QuotasInMemory(1_000_000);
    private final QuotasInMemory ten = new QuotasInMemory(10);
    private final ApplicationStore limited = limited(ten);

    @Override
    protected ApplicationKind kind() {
        return Kinds.builder(Kinds.redis()).costs(List.of(CPU)).build();
    }

    @Override
    protected ApplicationKind otherKind() {
        return Kinds.builder(Kinds.postgres()).costs(List.of(CPU)).build();
    }

    @Override
    protected ApplicationStore store() {
        return limited(plenty);
    }

    @Override
    protected boolean knowsRecentStates() {
        return true;
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @Test
    void createThatExceedsTheQuotaIsForbidden() {
        add(redis, "a", 7);

        assertThat(message(() -> add(redis, "b", 4)))
                .isEqualTo("redises.apps.test.example.com \"b\" is forbidden: exceeded quota: q, requested:"
                        + " cost.apps.test.example.com/cpu=4, used: cost.apps.test.example.com/cpu=7, limited:"
                        + " cost.apps.test.example.com/cpu=10");
        add(redis, "c", 3);
        assertThat(names()).containsExactly("a", "c");
        assertThat(ten.used(namespace)).isEqualTo(BigDecimal.TEN);
    }

    @Test
    void defaultsCountAsTheyAreShown() {
        add(redis, "a", 8);
        limited.create(redis, object(redis, "b").withSpec(null), OPTIONS); // two replicas by default

        assertThat(message(() -> add(redis, "c", 1))).contains("used: cost.apps.test.example.com/cpu=10");
    }

    @Test
    void kindsOfAGroupShareACost() {
        add(other, "a", 8);

        assertThat(message(() -> add(redis, "a", 3))).contains("exceeded quota");
        add(redis, "a", 2);
    }

    @Test
    void updateIsChargedWhatItAdds() {
        StoredApplication first = add(redis, "a", 7);

        assertThat(message(() -> replaced(first, 11))).contains("requested: cost.apps.test.example.com/cpu=4");
        StoredApplication full = replaced(first, 10);
        replaced(full, 1);
        add(redis, "b", 9);
    }

    @Test
    void writeThatCostsNoMoreIsNeverRefused() {
        ApplicationStore before = memory();
        StoredApplication large = before.create(redis, object(redis, "a").withSpec(Kinds.replicas(50)), OPTIONS);
        ApplicationStore now = limited(ten, before);

        StoredApplication labelled = now.update(
                redis,
                large,
                large.application()
                        .withMetadata(large.metadata().toBuilder()
                                .labels(Map.of("a", "b"))
                                .build()),
                OPTIONS);

        now.update(redis, labelled, labelled.application().withSpec(Kinds.replicas(49)), OPTIONS);
    }

    @Test
    void useIsCountedAgainBeforeAWriteIsRefused() {
        add(redis, "a", 9);
        limited.delete(redis, new NamespacedName(namespace, "a"), new DeleteRequest("", "", "", false));
        assertThat(ten.used(namespace)).isEqualTo(BigDecimal.valueOf(9));

        add(redis, "b", 8);

        assertThat(ten.used(namespace)).isEqualTo(BigDecimal.valueOf(8));
    }

    @Test
    void dryRunIsCheckedAndChargesNothing() {
        WriteOptions dryRun = new WriteOptions(true, "test");
        limited.create(redis, object(redis, "a").withSpec(Kinds.replicas(10)), dryRun);

        assertThat(message(() -> limited.create(redis, object(redis, "a").withSpec(Kinds.replicas(11)), dryRun)))
                .contains("exceeded quota");
        assertThat(ten.used(namespace)).isNull();
    }

    @Test
    void conflictsAreRetriedAndThenReported() {
        ten.conflict(9);
        add(redis, "a", 1);
        ten.conflict(10);

        assertThat(message(() -> add(redis, "b", 1))).contains("other clients update it too");
        assertThat(ten.used(namespace)).isEqualTo(BigDecimal.ONE);
        assertThat(names()).containsExactly("a");
    }

    @Test
    void costThatCannotBeComputedIsForbiddenUnderAQuota() {
        JsonObject spec = JsonObject.of("replicas", new JsonString("many"));

        assertThat(message(() -> limited.create(redis, object(redis, "a").withSpec(spec), OPTIONS)))
                .endsWith("failed quota: q: the cost \"cpu\" of this object cannot be computed");
    }

    @Test
    void costThatIsNotLimitedIsNotCharged() {
        ApplicationKind free = Kinds.builder(redis)
                .costs(List.of(new Cost("cpu", "", CPU.value(), false)))
                .build();

        limited.create(free, object(free, "a").withSpec(Kinds.replicas(99)), OPTIONS);

        assertThat(ten.used(namespace)).isNull();
    }

    @Test
    void concurrentCreatesFillTheQuotaExactly() throws Exception {
        List<Future<Boolean>> writes = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                String name = "r" + i;
                writes.add(clients.submit(() -> {
                    try {
                        add(redis, name, 1);
                        return true;
                    } catch (ApiException _) {
                        return false;
                    }
                }));
            }
        }
        int created = 0;
        for (Future<Boolean> write : writes) {
            created += write.get() ? 1 : 0;
        }
        assertThat(created).isEqualTo(10);
        assertThat(names()).hasSize(10);
    }

    private StoredApplication add(ApplicationKind kind, String name, long replicas) {
        return limited.create(kind, object(kind, name).withSpec(Kinds.replicas(replicas)), OPTIONS);
    }

    private StoredApplication replaced(StoredApplication current, long replicas) {
        return limited.update(redis, current, current.application().withSpec(Kinds.replicas(replicas)), OPTIONS);
    }

    private Application object(ApplicationKind kind, String name) {
        return new Application(kind.gvk(), ObjectMeta.of(namespace, name), null, JsonObject.EMPTY);
    }

    private List<String> names() {
        return limited.list(redis, ListRequest.all(namespace)).items().stream()
                .map(object -> object.namespacedName().name())
                .toList();
    }

    private static String message(Runnable write) {
        ApiError error = errorOf(write::run);
        JsonValue message = Status.of(error).toJson().get("message");
        return message instanceof JsonString(String text) ? text : "";
    }

    private ApplicationStore limited(QuotasInMemory quotas) {
        return limited(quotas, memory());
    }

    private ApplicationStore limited(QuotasInMemory quotas, ApplicationStore store) {
        KindRegistry registry = KindRegistry.assemble(
                List.of(new Declaration.Valid("redis", kind()), new Declaration.Valid("postgres", otherKind())));
        return new CostLimitingApplicationStore(store, quotas, () -> registry, new TextCodec());
    }

    private static ApplicationStore memory() {
        return new MemoryApplicationStore(
                new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofMillis(50));
    }
}
