package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.admission.RecordedNotes;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.core.write.FieldValidation;
import dev.chartroom.core.write.Patch;
import dev.chartroom.core.write.WriteRequest;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationStoreContract;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the store contract for a kind that has moved, and the effects of moves on clients. */
class PlacedMemoryApplicationStoreTest extends ApplicationStoreContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private final PlacedStores stores = new PlacedStores();

    @Override
    protected ApplicationStore store() {
        ApplicationStore replica = stores.replica();
        // The contract is tested with a kind that has already moved.
        stores.move(redis);
        return replica;
    }

    @Override
    protected boolean knowsRecentStates() {
        return true;
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void objectsAreInTheStoreToWhichTheirKindMoved() {
        create("a", Kinds.replicas(1));
        NamespacedName name = new NamespacedName(namespace, "a");
        assertThat(stores.other.get(redis, name, "").namespacedName()).isEqualTo(name);
        assertThat(stores.usual.list(redis, ListRequest.all(namespace)).items()).isEmpty();

        stores.move(redis);

        assertThat(stores.usual.get(redis, name, "").namespacedName()).isEqualTo(name);
        update(get("a"), Kinds.replicas(2));
        assertThat(replicas(stores.usual, name)).isEqualTo(2);
        assertThat(replicas(stores.other, name)).isEqualTo(1);
    }

    @Test
    void updateOfAStateReadBeforeAMoveConflicts() {
        StoredApplication before = create("a", Kinds.replicas(1));

        stores.move(redis);

        assertThat(errorOf(() -> update(before, Kinds.replicas(2)))).isInstanceOf(ApiError.Conflict.class);
        assertThat(replicas(store, before.metadata().namespacedName())).isEqualTo(1);
    }

    @Test
    void patchDuringAMoveIsAppliedInTheNewStore() {
        create("a", Kinds.replicas(1));
        NamespacedName name = new NamespacedName(namespace, "a");
        AtomicInteger reads = new AtomicInteger();
        Admission moving = movingWith(() -> {
            if (reads.incrementAndGet() == 1) {
                stores.move(redis);
            }
        });
        ApplicationWriter writer =
                new ApplicationWriter(store, moving, ObjectQuota.UNLIMITED, new Random(), Clock.systemUTC());

        Patch patch = Patch.merge(JsonDocument.ofJson(JsonObject.of("spec", Kinds.replicas(7)), List.of()));
        writer.patch(
                redis,
                name,
                patch,
                new WriteRequest(OPTIONS, FieldValidation.STRICT, "", new RecordedNotes().context(), () -> {}));

        assertThat(reads).hasValue(2);
        assertThat(replicas(stores.usual, name)).isEqualTo(7);
    }

    @Test
    void continueTokenFromBeforeAMoveIsExpired() {
        create("a", Kinds.replicas(1));
        create("b", Kinds.replicas(1));
        ListRequest inPages = ListRequest.all(namespace).withLimit(1);
        String token = store.list(redis, inPages).continueToken();
        assertThat(store.list(redis, inPages.withContinue(token)).items()).hasSize(1);

        stores.move(redis);

        assertThat(errorOf(() -> store.list(redis, inPages.withContinue(token))))
                .isInstanceOf(ApiError.Expired.class);
        String next = store.list(redis, inPages).continueToken();
        assertThat(store.list(redis, inPages.withContinue(next)).items()).hasSize(1);
    }

    @Test
    void moveExpiresWatchesOfTheKindOnly() throws InterruptedException {
        StoredApplication known = create("a", Kinds.replicas(1));
        try (WatchStream watch = store.watch(
                        redis, WatchRequest.after(namespace, known.metadata().resourceVersion()));
                WatchStream others = store.watch(other, WatchRequest.after(namespace, ""))) {
            stores.move(redis);

            WatchEvent<ServedApplication> end = watch.next(PATIENCE);
            assertThat(end instanceof WatchEvent.Failed<ServedApplication>(ApiError.Expired _))
                    .as("%s", end)
                    .isTrue();
            assertThat(watch.next(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
            store.create(other, application("b", Kinds.replicas(1)).withGvk(other.gvk()), OPTIONS);
            assertThat(others.next(PATIENCE)).isInstanceOf(WatchEvent.Added.class);
        }
        try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, ""))) {
            create("b", Kinds.replicas(1));
            assertThat(watch.next(PATIENCE)).isInstanceOf(WatchEvent.Added.class);
        }
    }

    @Test
    void watchesSurviveAPauseWithoutAMove() throws InterruptedException {
        try (WatchStream watch = store.watch(other, WatchRequest.after(namespace, ""))) {
            stores.stores.pause(other, PATIENCE).close();

            store.create(other, application("b", Kinds.replicas(1)).withGvk(other.gvk()), OPTIONS);
            assertThat(watch.next(PATIENCE)).isInstanceOf(WatchEvent.Added.class);
        }
    }

    private long replicas(ApplicationStore in, NamespacedName name) {
        JsonObject spec = in.current(redis, name).application().spec();
        return number(spec == null ? JsonObject.EMPTY : spec);
    }

    /** Admits everything, and runs an action between the read and the write of an object. */
    private static Admission movingWith(Runnable meanwhile) {
        return new Admission() {
            @Override
            public JsonObject mutate(AdmissionAttributes attributes, AdmissionNotes notes) {
                meanwhile.run();
                return attributes.objectOrEmpty();
            }

            @Override
            public void validate(AdmissionAttributes attributes, AdmissionNotes notes) {}

            @Override
            public boolean concernsDeletionOf(ApplicationKind kind) {
                return false;
            }

            @Override
            public void admitDeletion(AdmissionAttributes attributes, AdmissionNotes notes) {}
        };
    }
}
