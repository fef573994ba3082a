package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.placement.StoreSwitch;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Many clients write through two replicas while the kind moves back and forth. All acknowledged writes must exist at
 * the end. No write may reach a store that is closed for writes.
 */
class StoreSwitchStressTest {
    private static final int WRITERS = 8;
    private static final int MOVES = 20;
    private static final WriteOptions OPTIONS = new WriteOptions(false, "stress");
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final NamespacedName COUNTER = new NamespacedName("ns", "counter");

    private final PlacedStores stores = new PlacedStores();
    private final Set<String> expected = new ConcurrentSkipListSet<>();
    private final AtomicLong counted = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void noAcknowledgedWriteIsLostWhileAKindMovesBackAndForth() throws Exception {
        List<ApplicationStore> replicas = List.of(stores.replica(), stores.replica());
        replicas.getFirst().create(REDIS, application(COUNTER, 0), OPTIONS);
        expected.add(COUNTER.toString());
        List<Future<?>> writers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(threads.submit(() -> write(writer, replicas)));
            }
            try {
                for (int i = 0; i < MOVES; i++) {
                    move(i);
                }
            } finally {
                over.set(true);
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }

        MemoryApplicationStore holding = stores.storeOf(REDIS, true);
        assertThat(names(holding)).isEqualTo(new TreeSet<>(expected));
        assertThat(number(holding.current(REDIS, COUNTER))).isEqualTo(counted.get());
        assertThat(counted).as("writes were made").hasValueGreaterThan(MOVES);
    }

    private void move(int round) {
        // Waits for some writes of this round, in either store.
        long before = counted.get();
        Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> counted.get() >= before + 20);
        Map<String, String> left = PlacedStores.versions(REDIS, stores.storeOf(REDIS, false));
        MemoryApplicationStore from = stores.storeOf(REDIS, true);
        MemoryApplicationStore to = stores.storeOf(REDIS, false);
        try (StoreSwitch.Pause pause = stores.stores.pause(REDIS, Duration.ofSeconds(5))) {
            Map<String, String> paused = PlacedStores.versions(REDIS, from);
            assertThat(PlacedStores.versions(REDIS, to))
                    .as("nobody wrote in the other")
                    .isEqualTo(left);
            PlacedStores.copy(REDIS, from, to);
            assertThat(PlacedStores.versions(REDIS, from))
                    .as("nobody writes in a pause")
                    .isEqualTo(paused);
            if (round % 5 == 4) {
                return;
            }
            Map<String, String> copied = PlacedStores.versions(REDIS, to);
            assertThat(copied.keySet()).isEqualTo(paused.keySet());
            pause.moveTo(stores.nameOf(to));
        }
    }

    private void write(int writer, List<ApplicationStore> replicas) {
        for (int i = 0; !over.get(); i++) {
            ApplicationStore replica = replicas.get((writer + i) % replicas.size());
            NamespacedName name = new NamespacedName("ns", "w" + writer + "-" + i);
            switch (i % 3) {
                case 0 -> increment(replica);
                case 1 -> {
                    Application created = application(name, i);
                    if (isDone(() -> replica.create(REDIS, created, OPTIONS))) {
                        expected.add(name.toString());
                    }
                }
                default -> {
                    NamespacedName earlier = new NamespacedName("ns", "w" + writer + "-" + (i - 1));
                    // Half of the created objects stay.
                    if (i % 2 == 0
                            && isDone(() -> replica.delete(REDIS, earlier, new DeleteRequest("", "", "", false)))) {
                        expected.remove(earlier.toString());
                    }
                }
            }
        }
    }

    private void increment(ApplicationStore replica) {
        StoredApplication current = replica.current(REDIS, COUNTER);
        Application next = current.application().withSpec(Kinds.replicas(number(current) + 1));
        if (isDone(() -> replica.update(REDIS, current, next, OPTIONS))) {
            counted.incrementAndGet();
        }
    }

    /** Returns false if the write was rejected for one of the expected reasons. */
    private static boolean isDone(Runnable write) {
        try {
            write.run();
            return true;
        } catch (ApiException e) {
            assertThat(Status.of(e.error()).reason())
                    .isIn(StatusReason.CONFLICT, StatusReason.NOT_FOUND, StatusReason.SERVICE_UNAVAILABLE);
            return false;
        }
    }

    private static Set<String> names(ApplicationStore store) {
        return store.list(REDIS, ListRequest.all("")).items().stream()
                .map(item -> item.namespacedName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Application application(NamespacedName name, long replicas) {
        return new Application(
                REDIS.gvk(), ObjectMeta.of(name.namespace(), name.name()), Kinds.replicas(replicas), JsonObject.EMPTY);
    }

    private static long number(StoredApplication stored) {
        JsonObject spec = stored.application().spec();
        return spec != null && spec.get("replicas") instanceof JsonNumber replicas
                ? replicas.asLong().orElseThrow()
                : -1;
    }
}
