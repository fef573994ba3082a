package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    @Override
    protected ApplicationStore store() {
        return new MemoryApplicationStore(
                new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofMillis(50));
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
    void remainingItemCountIsSetOnlyWithoutASelector() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            create("ns", name);
            create("ns-other", name);
        }

        ApplicationPage page = store.list(redis, page("ns", LabelSelector.EVERYTHING, 2, ""));
        assertThat(page.remainingItemCount()).isEqualTo(3);
        assertThat(store.list(redis, page("ns", LabelSelector.EVERYTHING, 2, page.continueToken()))
                        .remainingItemCount())
                .isEqualTo(1);
        assertThat(store.list(redis, page("", LabelSelector.EVERYTHING, 9, "")).remainingItemCount())
                .isEqualTo(1);
        assertThat(store.list(redis, page("ns", LabelSelector.parse("!a"), 2, ""))
                        .remainingItemCount())
                .isNull();
    }

    @Test
    void listOfAllNamespacesIsSortedByKey() {
        create("a", "z");
        create("a-b", "a");

        assertThat(store.list(redis, ListRequest.all("")).items())
                .extracting(item -> item.metadata().namespace())
                .containsExactly("a-b", "a");
    }

    @Test
    void slowWatchEndsAndDoesNotBlockWriters() throws InterruptedException {
        StoredApplication a = create("ns", "a");
        try (WatchStream watch =
                store.watch(redis, WatchRequest.after("ns", a.metadata().resourceVersion()))) {
            for (int i = 0; i < 20_000; i++) {
                a = store.update(redis, a, a.application().withSpec(Kinds.replicas(100 + i)), OPTIONS);
            }

            int told = 0;
            while (watch.next(Duration.ZERO) instanceof WatchEvent.Modified<ServedApplication>) {
                told++;
            }
            assertThat(told * (long) a.served().json().length).isBetween(1L << 20, 4L << 20);
            assertThat(told).isLessThan(20_000);
            assertThat(watch.next(Duration.ZERO)).isInstanceOf(WatchEvent.Ended.class);
        }
    }

    @Test
    void expiredContinueTokenReturnsATokenForAnInconsistentList() {
        StoredApplication a = create("ns", "a");
        create("ns", "b");
        String token =
                store.list(redis, page("ns", LabelSelector.EVERYTHING, 1, "")).continueToken();
        for (int i = 0; i <= 10_000; i++) {
            a = store.update(redis, a, a.application().withSpec(Kinds.replicas(i)), OPTIONS);
        }
        create("ns", "c");

        ApiError error = errorOf(() -> store.list(redis, page("ns", LabelSelector.EVERYTHING, 1, token)));

        assertThat(error).isInstanceOfSatisfying(ApiError.Expired.class, expired -> {
            assertThat(expired.message()).startsWith("The provided continue parameter is too old to display a");
            assertThat(store.list(redis, page("ns", LabelSelector.EVERYTHING, 0, expired.continueToken()))
                            .items())
                    .extracting(item -> item.metadata().name())
                    .containsExactly("b", "c");
        });
        assertThat(errorOf(() -> store.list(
                        redis,
                        new ListRequest(
                                "ns", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 0, "", "1", "Exact"))))
                .isEqualTo(ApiError.expired("The resourceVersion for the provided list is too old."));
    }

    @Test
    void readWithTheNextResourceVersionWaitsForTheWrite() throws InterruptedException {
        MemoryApplicationStore patient = new MemoryApplicationStore(
                new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofSeconds(30));
        StoredApplication first = patient.create(redis, application("a", Kinds.replicas(1)), OPTIONS);
        String next = Long.toString(version(first) + 1);
        Thread writer = Thread.startVirtualThread(
                () -> patient.update(redis, first, first.application().withSpec(Kinds.replicas(2)), OPTIONS));

        ServedApplication read = patient.get(redis, first.metadata().namespacedName(), next);

        assertThat(read.resourceVersion()).isEqualTo(next);
        writer.join();
    }

    @Test
    void statusUpdateIsStoredWithoutANewGeneration() {
        StoredApplication created = create("ns", "a");
        JsonObject status = JsonObject.of("phase", new JsonString("Running"));

        StoredApplication updated =
                store.update(redis, created, created.application().withStatus(status), OPTIONS);

        assertThat(updated.application().status()).isEqualTo(status);
        assertThat(updated.metadata().generation()).isEqualTo(1);
        assertThat(version(updated)).isGreaterThan(version(created));
        assertThat(store.current(redis, new NamespacedName("ns", "a"))
                        .application()
                        .status())
                .isEqualTo(status);
    }

    private StoredApplication create(String namespace, String name) {
        return store.create(
                redis,
                new Application(redis.gvk(), ObjectMeta.of(namespace, name), Kinds.replicas(1), JsonObject.EMPTY),
                OPTIONS);
    }

    private static ListRequest page(String namespace, LabelSelector labels, long limit, String token) {
        return new ListRequest(namespace, labels, FieldSelector.EVERYTHING, limit, token, "", "");
    }
}
