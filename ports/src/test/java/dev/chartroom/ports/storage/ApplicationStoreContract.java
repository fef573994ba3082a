package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.application.Application;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of every store. A store's test extends this class and creates the store. */
@SuppressWarnings("ClassCanBeStatic")
public abstract class ApplicationStoreContract extends WatchContract {
    protected ApplicationStoreContract() {}

    @Nested
    class Crud {
        @Test
        void createdObjectHasServerOwnedFields() {
            StoredApplication created = create("a", spec(3));

            ObjectMeta metadata = created.metadata();
            assertThat(metadata.uid()).hasSize(36);
            assertThat(metadata.creationTimestamp()).isNotNull();
            assertThat(metadata.generation()).isEqualTo(1);
            assertThat(Long.parseLong(metadata.resourceVersion())).isPositive();
            assertThat(created.application().spec()).isEqualTo(spec(3));
            assertThat(get("a").application()).isEqualTo(created.application());
        }

        @Test
        void labelsAnnotationsFinalizersAndOwnersAreReadUnchanged() {
            // The owner's kind does not exist. If a garbage collector runs, it deletes objects whose owners have a
            // known kind and are missing.
            JsonArray owners = JsonArray.of(JsonObject.builder()
                    .put("apiVersion", "owners.test.example.com/v1")
                    .put("kind", "Owner")
                    .put("name", "owner")
                    .put("uid", "5f8f4f9e-5b5e-4a44-9b47-000000000001")
                    .build());
            ObjectMeta metadata = ObjectMeta.builder()
                    .namespace(namespace)
                    .name("a")
                    .labels(Map.of("team", "a", "example.com/tier", "gold"))
                    .annotations(Map.of("example.com/note", "two words, \"quoted\""))
                    .finalizers(List.of("example.com/guard"))
                    .ownerReferences(owners)
                    .build();

            StoredApplication created =
                    store.create(redis, new Application(redis.gvk(), metadata, null, JsonObject.EMPTY), OPTIONS);

            ObjectMeta read = get("a").metadata();
            assertThat(read).isEqualTo(created.metadata());
            assertThat(read.labels()).isEqualTo(metadata.labels());
            assertThat(read.annotations()).isEqualTo(metadata.annotations());
            assertThat(read.finalizers()).containsExactly("example.com/guard");
            assertThat(read.ownerReferences()).isEqualTo(owners);
            removeFinalizers("a");
        }

        @Test
        void recentStateIsTheLastWrittenOne() {
            NamespacedName name = new NamespacedName(namespace, "a");
            assertThat(store.recent(redis, name)).isEmpty();
            StoredApplication created = create("a", spec(3));

            Optional<StoredApplication> recent = store.recent(redis, name);

            assertThat(recent.isPresent()).isEqualTo(knowsRecentStates());
            recent.ifPresent(known -> {
                assertThat(known.application()).isEqualTo(created.application());
                assertThat(update(known, spec(4)).application().spec()).isEqualTo(spec(4));
                assertThat(errorOf(() -> update(known, spec(5)))).isInstanceOf(ApiError.Conflict.class);
                assertThat(get("a").application().spec()).isEqualTo(spec(4));
            });
        }

        @Test
        void specIsStoredWithoutDefaultsAndServedWithThem() {
            create("a", sparseSpec());

            StoredApplication read = get("a");
            assertThat(read.application().spec()).isEqualTo(sparseSpec());
            assertThat(read.shown().spec()).isEqualTo(completedSpec());
        }

        @Test
        void absentSpecIsServedWithDefaults() {
            store.create(
                    redis,
                    new Application(redis.gvk(), ObjectMeta.of(namespace, "a"), null, JsonObject.EMPTY),
                    OPTIONS);

            StoredApplication read = get("a");
            assertThat(read.shown().spec())
                    .isNotNull()
                    .isEqualTo(SchemaDefaulter.ofSpec(
                            redis.schema(), read.application().spec()));
            assertThat(json(read.served()).get("spec")).isEqualTo(read.shown().spec());
        }

        @Test
        void everyReadReturnsTheSameObject() {
            ObjectMeta metadata = ObjectMeta.of(namespace, "a").toBuilder()
                    .labels(Map.of("team", "a"))
                    .annotations(Map.of("example.com/note", "\"metadata\":{}"))
                    .build();
            StoredApplication created =
                    store.create(redis, new Application(redis.gvk(), metadata, spec(3), JsonObject.EMPTY), OPTIONS);
            NamespacedName name = created.metadata().namespacedName();
            String version = created.metadata().resourceVersion();

            assertThat(created.served().metadata()).isEqualTo(created.metadata());
            assertThat(json(created.served())).isEqualTo(created.shown().toJson());
            assertThat(json(store.current(redis, name).served())).isEqualTo(json(created.served()));
            assertThat(store.find(redis, name).map(found -> json(found.served())))
                    .hasValue(json(created.served()));
            assertThat(json(store.get(redis, name, ""))).isEqualTo(json(created.served()));
            assertThat(json(store.get(redis, name, version))).isEqualTo(json(created.served()));
            assertThat(store.list(redis, ListRequest.all(namespace)).items())
                    .singleElement()
                    .satisfies(
                            item -> assertThat(json(item)).isEqualTo(json(created.served())),
                            item -> assertThat(item.labels()).isEqualTo(metadata.labels()),
                            item -> assertThat(item.row())
                                    .isEqualTo(created.served().row()));
        }

        @Test
        void createOfAnExistingObjectReturnsAlreadyExistsAndChangesNothing() {
            StoredApplication created = create("a", spec(3));

            ApiError error = errorOf(() -> create("a", spec(4)));

            assertThat(error).isEqualTo(new ApiError.AlreadyExists(redis.groupResource(), "a", false));
            assertThat(get("a").application()).isEqualTo(created.application());
        }

        @Test
        void generateNameIsStoredAndReportedInAlreadyExists() {
            Application generated = application("gen-x2f4k", spec(3));
            Application named = generated.withMetadata(
                    generated.metadata().toBuilder().generateName("gen-").build());

            StoredApplication created = store.create(redis, named, OPTIONS);

            assertThat(created.metadata().generateName()).isEqualTo("gen-");
            assertThat(get("gen-x2f4k").metadata()).isEqualTo(created.metadata());
            assertThat(update(created, spec(4)).metadata().generateName()).isEqualTo("gen-");
            assertThat(errorOf(() -> store.create(redis, named, OPTIONS)))
                    .isEqualTo(new ApiError.AlreadyExists(redis.groupResource(), "gen-x2f4k", false, true));
        }

        @Test
        void managedFieldsAreReadUnchanged() {
            JsonArray entries = JsonArray.of(
                    entry("alice", "Apply", Kinds.managed("f:spec", "f:replicas")),
                    entry("kubectl-edit", "Update", Kinds.managed("f:metadata", "f:labels")));
            Application application = application("a", spec(3));
            Application managed = application.withMetadata(
                    application.metadata().toBuilder().managedFields(entries).build());

            StoredApplication created = store.create(redis, managed, OPTIONS);
            assertThat(created.metadata().managedFields()).isEqualTo(entries);
            assertThat(get("a").metadata()).isEqualTo(created.metadata());

            StoredApplication same = store.update(redis, created, created.application(), OPTIONS);
            assertThat(same.metadata()).isEqualTo(created.metadata());

            JsonArray fewer = JsonArray.of(entries.get(0));
            StoredApplication changed = change(created, metadata -> metadata.managedFields(fewer));
            assertThat(changed.metadata().managedFields()).isEqualTo(fewer);
            assertThat(version(changed)).isGreaterThan(version(created));
            assertThat(changed.metadata().generation()).isEqualTo(1);
            assertThat(store.list(redis, ListRequest.all(namespace))
                            .items()
                            .getFirst()
                            .metadata())
                    .isEqualTo(get("a").metadata())
                    .isEqualTo(changed.metadata());

            StoredApplication reset = change(changed, metadata -> metadata.managedFields(JsonArray.EMPTY));
            assertThat(reset.metadata().managedFields()).isEmpty();
            assertThat(get("a").metadata().managedFields()).isEmpty();
        }

        private JsonObject entry(String manager, String operation, JsonObject fields) {
            return JsonObject.builder()
                    .put("manager", manager)
                    .put("operation", operation)
                    .put("apiVersion", redis.gvk().apiVersion())
                    .put("time", "2026-01-02T03:04:05Z")
                    .put("fieldsType", "FieldsV1")
                    .put("fieldsV1", fields)
                    .build();
        }

        @Test
        void missingObjectIsNotFound() {
            ApiError notFound = new ApiError.NotFound(redis.groupResource(), "missing");
            NamespacedName missing = new NamespacedName(namespace, "missing");

            assertThat(errorOf(() -> store.get(redis, missing, ""))).isEqualTo(notFound);
            assertThat(errorOf(() -> store.current(redis, missing))).isEqualTo(notFound);
            assertThat(store.find(redis, missing)).isEmpty();
            assertThat(errorOf(() -> store.delete(redis, missing, new DeleteRequest("", "", "", false))))
                    .isEqualTo(notFound);
        }

        @Test
        void objectOfOneKindIsNotFoundInAnotherKind() {
            create("a", spec(3));

            NamespacedName name = new NamespacedName(namespace, "a");
            ApiError notFound = new ApiError.NotFound(other.groupResource(), "a");
            assertThat(errorOf(() -> store.get(other, name, ""))).isEqualTo(notFound);
            assertThat(errorOf(() -> store.current(other, name))).isEqualTo(notFound);
            assertThat(store.list(other, ListRequest.all(namespace)).items()).isEmpty();
        }

        @Test
        void updateOfSpecIncreasesResourceVersionAndGeneration() {
            StoredApplication created = create("a", spec(3));

            StoredApplication updated = update(created, spec(4));

            assertThat(updated.application().spec()).isEqualTo(spec(4));
            assertThat(updated.metadata().generation()).isEqualTo(2);
            assertThat(version(updated)).isGreaterThan(version(created));
            assertThat(updated.metadata().uid()).isEqualTo(created.metadata().uid());
            assertThat(get("a").application()).isEqualTo(updated.application());
        }

        @Test
        void updateOfLabelsKeepsGeneration() {
            StoredApplication created = create("a", spec(3));

            StoredApplication updated = label(created, Map.of("team", "b"));

            assertThat(updated.metadata().labels()).isEqualTo(Map.of("team", "b"));
            assertThat(updated.metadata().generation()).isEqualTo(1);
            assertThat(version(updated)).isGreaterThan(version(created));
        }

        @Test
        void updateThatChangesNothingKeepsTheResourceVersion() {
            StoredApplication created = create("a", spec(3));

            StoredApplication updated = update(created, spec(3));

            assertThat(updated.metadata()).isEqualTo(created.metadata());
        }

        @Test
        void dryRunReturnsTheResultAndStoresNothing() {
            StoredApplication dry = store.create(redis, application("dry", spec(3)), DRY_RUN);
            assertThat(dry.metadata().uid()).isNotEmpty();
            assertThat(errorOf(() -> get("dry"))).isInstanceOf(ApiError.NotFound.class);

            StoredApplication created = create("a", spec(3));
            StoredApplication updated =
                    store.update(redis, created, created.application().withSpec(spec(4)), DRY_RUN);
            assertThat(updated.application().spec()).isEqualTo(spec(4));
            store.delete(redis, created.metadata().namespacedName(), new DeleteRequest("", "", "", true));
            assertThat(get("a").application()).isEqualTo(created.application());
        }

        @Test
        void deletedObjectIsGone() {
            StoredApplication created = create("a", spec(3));

            DeleteOutcome outcome = delete("a");

            assertThat(outcome).isInstanceOf(DeleteOutcome.Deleted.class);
            assertThat(outcome.application().metadata().uid())
                    .isEqualTo(created.metadata().uid());
            assertThat(errorOf(() -> get("a"))).isInstanceOf(ApiError.NotFound.class);
        }

        @Test
        void recreatedObjectHasAnotherUid() {
            StoredApplication first = create("a", spec(3));
            delete("a");

            assertThat(create("a", spec(3)).metadata().uid())
                    .isNotEqualTo(first.metadata().uid());
        }
    }

    @Nested
    class OptimisticConcurrency {
        @Test
        void staleUpdateConflictsAndChangesNothing() {
            StoredApplication created = create("a", spec(3));
            StoredApplication winner = update(created, spec(4));

            ApiError error = errorOf(() -> update(created, spec(5)));

            assertThat(error).isEqualTo(new ApiError.Conflict(redis.groupResource(), "a", ApiError.Conflict.MODIFIED));
            assertThat(get("a").application()).isEqualTo(winner.application());
        }

        @Test
        void updateOfADeletedObjectFails() {
            StoredApplication created = create("a", spec(3));
            delete("a");

            assertThat(reasonOf(() -> update(created, spec(5)))).isIn(StatusReason.NOT_FOUND, StatusReason.CONFLICT);
        }

        @Test
        void exactlyOneOfConcurrentUpdatesSucceeds() throws InterruptedException {
            StoredApplication created = create("a", spec(3));
            List<Thread> writers = new ArrayList<>();
            List<StatusReason> losers = java.util.Collections.synchronizedList(new ArrayList<>());
            List<StoredApplication> winners = java.util.Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 8; i++) {
                long number = 10L + i;
                writers.add(Thread.startVirtualThread(() -> {
                    try {
                        winners.add(update(created, spec(number)));
                    } catch (ApiException e) {
                        losers.add(Status.of(e.error()).reason());
                    }
                }));
            }
            for (Thread writer : writers) {
                writer.join();
            }

            assertThat(winners).hasSize(1);
            assertThat(losers).hasSize(7).containsOnly(StatusReason.CONFLICT);
            assertThat(get("a").application()).isEqualTo(winners.getFirst().application());
        }

        @Test
        void deleteWithMatchingPreconditionsDeletes() {
            ObjectMeta metadata = create("a", spec(3)).metadata();

            DeleteOutcome outcome = store.delete(
                    redis,
                    metadata.namespacedName(),
                    new DeleteRequest(metadata.uid(), metadata.resourceVersion(), "Background", false));

            assertThat(outcome).isInstanceOf(DeleteOutcome.Deleted.class);
        }
    }

    @Nested
    class Selection {
        @Test
        void listIsOrderedAndHasAResourceVersionToWatchFrom() {
            create("b", spec(1));
            create("a", spec(1));
            StoredApplication last = create("c", spec(1));

            ApplicationPage page = store.list(redis, ListRequest.all(namespace));

            assertThat(names(page)).containsExactly("a", "b", "c");
            assertThat(Long.parseLong(page.resourceVersion())).isGreaterThanOrEqualTo(version(last));
            assertThat(page.continueToken()).isEmpty();
        }

        @Test
        void emptyListHasAResourceVersionToo() {
            ApplicationPage page = store.list(redis, ListRequest.all(namespace));

            assertThat(page.items()).isEmpty();
            assertThat(Long.parseLong(page.resourceVersion())).isPositive();
        }

        @Test
        void listOfAllNamespacesIncludesOtherNamespaces() {
            create("a", spec(1));
            String elsewhere = emptyNamespace();
            store.create(
                    redis,
                    new Application(redis.gvk(), ObjectMeta.of(elsewhere, "b"), null, JsonObject.EMPTY),
                    OPTIONS);

            assertThat(store.list(redis, ListRequest.all("")).items())
                    .extracting(item -> item.metadata().namespacedName())
                    .contains(new NamespacedName(namespace, "a"), new NamespacedName(elsewhere, "b"));
            assertThat(names(store.list(redis, ListRequest.all(namespace)))).containsExactly("a");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "team=a | a",
                    "team!=a | b c",
                    "team in (a,b) | a b",
                    "team notin (a,b) | c",
                    "team | a b",
                    "!team | c",
                    "team=a,tier=gold | a",
                    "team=b,tier=gold | ''",
                    "example.com/tier=x | c",
                })
        void labelSelectorSelectsMatchingObjects(String selector, String expected) {
            label(create("a", spec(1)), Map.of("team", "a", "tier", "gold"));
            label(create("b", spec(1)), Map.of("team", "b"));
            label(create("c", spec(1)), Map.of("example.com/tier", "x"));

            ApplicationPage page = store.list(redis, select(selector, ""));

            assertThat(String.join(" ", names(page))).isEqualTo(expected);
        }

        @ParameterizedTest
        @CsvSource({"metadata.name=a, a", "metadata.name!=a, b", "metadata.name=missing, ''"})
        void fieldSelectorSelectsMatchingObjects(String selector, String expected) {
            create("a", spec(1));
            create("b", spec(1));

            ApplicationPage page = store.list(redis, select("", selector));

            assertThat(String.join(" ", names(page))).isEqualTo(expected);
        }

        @Test
        void pagesOfALimitedListContainEveryObjectOnce() {
            for (String name : List.of("a", "b", "c", "d", "e")) {
                create(name, spec(1));
            }
            List<String> seen = new ArrayList<>();
            ListRequest request =
                    new ListRequest(namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, 2, "", "", "");

            ApplicationPage page = store.list(redis, request);
            seen.addAll(names(page));
            while (!page.continueToken().isEmpty()) {
                page = store.list(redis, request.withContinue(page.continueToken()));
                seen.addAll(names(page));
            }

            assertThat(seen).containsExactly("a", "b", "c", "d", "e");
        }

        private ListRequest select(String labels, String fields) {
            return new ListRequest(namespace, LabelSelector.parse(labels), FieldSelector.parse(fields), 0, "", "", "");
        }
    }
}
