package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract of every store that accepts copies of another store's objects. */
@SuppressWarnings("ClassCanBeStatic")
public abstract class ApplicationTargetContract extends StoreContract {
    private static final String GUARD = "example.com/guard";
    private static final String UID = "11111111-2222-4333-8444-000000000001";
    private static final String OTHER_UID = "11111111-2222-4333-8444-000000000002";
    private static final Instant CREATED = Instant.parse("2020-01-02T03:04:05Z");
    private static final Instant DELETED = Instant.parse("2021-02-03T04:05:06Z");

    protected ApplicationTargetContract() {}

    /** Returns the target under test; {@link #store} reads the objects that the target has stored. */
    protected abstract ApplicationTarget target();

    /** Returns false if generation and status come from another object, which the target does not write. */
    protected boolean ownsGenerationAndStatus() {
        return true;
    }

    /** Returns whether the target ignores a state that is not newer than the state that it has. */
    protected boolean guardsRevisions() {
        return false;
    }

    /** Returns an object of another store, with all metadata that an object can have. */
    protected final Application brought(String name) {
        JsonObject owner = JsonObject.builder()
                .put("apiVersion", "owners.test.example.com/v1")
                .put("kind", "Owner")
                .put("name", "owner")
                .put("uid", "5f8f4f9e-5b5e-4a44-9b47-000000000001")
                .build();
        JsonObject manager = JsonObject.builder()
                .put("manager", "alice")
                .put("operation", "Update")
                .put("apiVersion", redis.gvk().apiVersion())
                .put("time", "2020-01-02T03:04:05Z")
                .put("fieldsType", "FieldsV1")
                .put("fieldsV1", Kinds.managed("f:spec", "f:replicas"))
                .build();
        return new Application(
                redis.gvk(),
                ObjectMeta.of(namespace, name).toBuilder()
                        .uid(UID)
                        .resourceVersion("1000")
                        .generation(7)
                        .creationTimestamp(CREATED)
                        .labels(Map.of("team", "a", "tier", "x"))
                        .annotations(Map.of("note", "kept"))
                        .ownerReferences(JsonArray.of(owner))
                        .finalizers(List.of(GUARD))
                        .managedFields(JsonArray.of(manager))
                        .build(),
                spec(3),
                JsonObject.builder()
                        .put("observedGeneration", 7)
                        .put("ready", true)
                        .build());
    }

    /** Returns a later state of the same object. */
    private static Application later(
            Application application, String revision, UnaryOperator<ObjectMeta.Builder> change) {
        return application.withMetadata(
                change.apply(application.metadata().toBuilder().resourceVersion(revision))
                        .build());
    }

    private static Application terminating(Application application, String revision) {
        return later(
                application,
                revision,
                metadata -> metadata.deletionTimestamp(DELETED).deletionGracePeriodSeconds(0L));
    }

    private StoredApplication put(Application application) {
        return target().put(redis, application);
    }

    /** Returns the parts of an object that a target keeps. */
    private Application kept(Application application) {
        ObjectMeta.Builder metadata = application.metadata().toBuilder().resourceVersion("");
        return ownsGenerationAndStatus()
                ? application.withMetadata(metadata.build())
                : application.withMetadata(metadata.generation(0).build()).withStatus(JsonObject.EMPTY);
    }

    private void assertThatItIs(Application expected, StoredApplication stored) {
        assertThat(kept(stored.application())).isEqualTo(kept(expected));
    }

    @Nested
    class Put {
        @Test
        void objectIsStoredUnchanged() throws InterruptedException {
            StoredApplication before = create("before", spec(1));
            Application brought = brought("a");
            try (WatchStream watch = store.watch(
                    redis, WatchRequest.after(namespace, before.metadata().resourceVersion()))) {

                StoredApplication put = put(brought);

                assertThatItIs(brought, put);
                assertThat(get("a").application()).isEqualTo(put.application());
                assertThat(version(put)).isGreaterThan(version(before));
                assertThat(next(watch)).isEqualTo("ADDED a " + put.metadata().resourceVersion());
            }
        }

        @Test
        void laterStateReplacesTheStoredOne() throws InterruptedException {
            StoredApplication first = put(brought("a"));
            Application later = later(
                            brought("a"),
                            "1001",
                            metadata -> metadata.labels(Map.of("team", "b"))
                                    .annotations(Map.of())
                                    .ownerReferences(JsonArray.EMPTY)
                                    .finalizers(List.of("example.com/other"))
                                    .generation(8))
                    .withSpec(spec(4));
            try (WatchStream watch = store.watch(
                    redis, WatchRequest.after(namespace, first.metadata().resourceVersion()))) {

                StoredApplication put = put(later);

                assertThatItIs(later, put);
                assertThat(get("a").application()).isEqualTo(put.application());
                assertThat(next(watch)).isEqualTo("MODIFIED a " + put.metadata().resourceVersion());
            }
        }

        @Test
        void equalObjectIsNotWrittenAgain() throws InterruptedException {
            StoredApplication first = put(brought("a"));
            try (WatchStream watch = store.watch(
                    redis, WatchRequest.after(namespace, first.metadata().resourceVersion()))) {

                StoredApplication second = put(brought("a"));

                assertThat(second.application()).isEqualTo(first.application());
                create("b", spec(1));
                assertThat(next(watch)).startsWith("ADDED b ");
            }
        }

        @Test
        void terminatingObjectStaysTerminating() {
            Application terminating = terminating(brought("a"), "1001");

            StoredApplication put = put(terminating);

            assertThatItIs(terminating, put);
            assertThat(get("a").application()).isEqualTo(put.application());
            removeFinalizers("a");
            assertThat(errorOf(() -> get("a"))).isInstanceOf(ApiError.NotFound.class);
        }

        @Test
        void laterStateMayBeTerminating() {
            put(brought("a"));
            Application terminating = terminating(brought("a"), "1001");

            assertThatItIs(terminating, put(terminating));
            assertThat(put(terminating).application()).isEqualTo(get("a").application());
            removeFinalizers("a");
        }

        @Test
        void earlierObjectOfTheSameNameIsDeletedFirst() throws InterruptedException {
            StoredApplication earlier = put(brought("a"));
            Application next = later(brought("a"), "1001", metadata -> metadata.uid(OTHER_UID));
            try (WatchStream watch = store.watch(
                    redis, WatchRequest.after(namespace, earlier.metadata().resourceVersion()))) {

                assertThatItIs(next, put(next));

                assertThat(get("a").metadata().uid()).isEqualTo(OTHER_UID);
                List<String> told = new ArrayList<>();
                do {
                    told.add(next(watch));
                } while (!told.getLast().startsWith("ADDED a "));
                assertThat(told).anyMatch(event -> event.startsWith("DELETED a "));
            }
        }

        @Test
        void olderStateChangesNothing() {
            assumeThat(guardsRevisions()).as("a store that guards revisions").isTrue();
            StoredApplication newer = put(later(brought("a"), "2000", metadata -> metadata));

            for (String revision : List.of("1999", "2000")) {
                StoredApplication late = put(later(brought("a"), revision, metadata -> metadata.labels(Map.of()))
                        .withSpec(spec(9)));
                assertThat(late.application()).isEqualTo(newer.application());
            }
            assertThat(errorOf(() -> put(later(brought("a"), "1999", metadata -> metadata.uid(OTHER_UID)))))
                    .isInstanceOf(ApiError.Conflict.class);
            assertThat(get("a").application()).isEqualTo(newer.application());
        }

        @Test
        void storedStateAfterConcurrentPutsIsOneOfTheStates() throws Exception {
            List<Application> states = new ArrayList<>();
            List<Callable<StoredApplication>> puts = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Application state = later(brought("a"), Integer.toString(1000 + i), metadata -> metadata)
                        .withSpec(spec(i));
                states.add(state);
                puts.add(() -> putUntilDone(state));
            }
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<StoredApplication> put : threads.invokeAll(puts)) {
                    assertThat(put.get().metadata().uid()).isEqualTo(UID);
                }
            }
            List<Application> possible = guardsRevisions() ? List.of(states.getLast()) : states;
            assertThat(possible)
                    .extracting(ApplicationTargetContract.this::kept)
                    .contains(kept(get("a").application()));
        }

        private StoredApplication putUntilDone(Application state) {
            while (true) {
                try {
                    return put(state);
                } catch (ApiException e) {
                    if (!(e.error() instanceof ApiError.Conflict)) {
                        throw e;
                    }
                }
            }
        }
    }

    @Nested
    class WhatWasPut {
        @Test
        void updateKeepsUidAndCreationTimestamp() {
            StoredApplication put = put(brought("a"));

            StoredApplication updated = label(put, Map.of("team", "b"));

            assertThat(updated.metadata().uid()).isEqualTo(UID);
            assertThat(updated.metadata().creationTimestamp()).isEqualTo(CREATED);
            assertThat(get("a").metadata()).isEqualTo(updated.metadata());
        }

        @Test
        void deletePreconditionMatchesTheOriginalUid() {
            put(brought("a"));
            NamespacedName name = new NamespacedName(namespace, "a");

            assertThat(errorOf(() -> store.delete(redis, name, new DeleteRequest(OTHER_UID, "", "", false))))
                    .isInstanceOf(ApiError.Conflict.class);
            DeleteOutcome outcome = store.delete(redis, name, new DeleteRequest(UID, "", "", false));

            assertThat(outcome).isInstanceOf(DeleteOutcome.Terminating.class);
            assertThat(outcome.application().metadata().uid()).isEqualTo(UID);
            assertThat(removeFinalizers("a").metadata().uid()).isEqualTo(UID);
        }
    }

    @Nested
    class Remove {
        @Test
        void objectIsRemovedDespiteItsFinalizers() throws InterruptedException {
            StoredApplication put = put(brought("a"));
            put(later(brought("b"), "1001", metadata -> metadata.uid(OTHER_UID)));
            try (WatchStream watch = store.watch(
                    redis, WatchRequest.after(namespace, put.metadata().resourceVersion()))) {

                target().remove(redis, new NamespacedName(namespace, "a"));

                assertThat(errorOf(() -> get("a"))).isInstanceOf(ApiError.NotFound.class);
                assertThat(get("b").metadata().uid()).isEqualTo(OTHER_UID);
                List<String> told = new ArrayList<>();
                do {
                    told.add(next(watch));
                } while (!told.getLast().startsWith("DELETED a "));
                assertThat(told).noneMatch(event -> event.startsWith("DELETED b "));
            }
        }

        @Test
        void terminatingObjectIsRemoved() {
            put(terminating(brought("a"), "1001"));

            target().remove(redis, new NamespacedName(namespace, "a"));

            assertThat(errorOf(() -> get("a"))).isInstanceOf(ApiError.NotFound.class);
        }

        @Test
        void removalOfAMissingObjectSucceeds() {
            target().remove(redis, new NamespacedName(namespace, "nothing"));

            assertThat(store.list(redis, ListRequest.all(namespace)).items()).isEmpty();
        }
    }
}
