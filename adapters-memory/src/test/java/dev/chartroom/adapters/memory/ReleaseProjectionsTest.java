package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.release.ProjectedStores;
import dev.chartroom.core.release.ReleaseProjections;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.RecordedIdentity;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReleaseProjectionsTest {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static final ApplicationKind KIND =
            Kinds.projectedRedis().store("memory").build();

    private final ReleasesInMemory releases = new ReleasesInMemory(KIND);
    private final List<ReleaseProjections> started = new ArrayList<>();
    private MemoryApplicationStore objects =
            new MemoryApplicationStore(new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC());

    @AfterEach
    void close() {
        started.forEach(ReleaseProjections::close);
    }

    private ReleaseProjections start() {
        return start(new ProjectedStores(objects, releases.watched(), releases, releases, _ -> true));
    }

    private ReleaseProjections start(ProjectedStores stores) {
        ReleaseProjections projections =
                new ReleaseProjections(stores, kind -> Optional.of(kind.store()), Clock.systemUTC());
        projections.use(List.of(KIND));
        started.add(projections);
        return projections;
    }

    @Test
    void objectGetsAReleaseThatFollowsIt() {
        start();

        StoredApplication created = create("a", 3);
        awaitValues("a", 3);
        assertThat(identity("a").uid()).isEqualTo(created.metadata().uid());
        update("a", 4);
        awaitValues("a", 4);

        assertThat(identity("a").generation()).isEqualTo(2);
        assertThatNothingElseIsWritten("create a", "update a");
    }

    @Test
    void editedOrDeletedReleaseIsRestoredAndForeignFieldsStay() {
        start();
        create("a", 3);
        awaitValues("a", 3);

        releases.edit(
                name("a"),
                release -> release.with(
                        "spec",
                        release.objectOrEmpty("spec").toBuilder()
                                .put("values", Kinds.replicas(9))
                                .put("suspend", true)
                                .build()));

        awaitValues("a", 3);
        assertThat(release("a").objectOrEmpty("spec").isTrue("suspend")).isTrue();
        releases.delete(name("a"));
        awaitValues("a", 3);
        assertThatNothingElseIsWritten("create a", "update a", "create a");
    }

    @Test
    void statusOfAReleaseIsCopiedToTheObjectWithoutAReleaseWrite() {
        start();
        create("a", 3);
        update("a", 4);
        update("a", 5);
        awaitValues("a", 5);

        flux("a", "True");

        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(object("a").application().status()).isEqualTo(JsonText.parse("""
                        {"observedGeneration":3,"conditions":[
                         {"type":"Ready","status":"True","observedGeneration":3}]}""")));
        assertThat(object("a").metadata().generation()).isEqualTo(3);
        long writes = releases.writes().size();
        update("a", 6);
        awaitValues("a", 6);
        // Flux has not observed the update.
        assertThat(object("a").application().status().get("observedGeneration")).isEqualTo(JsonNumber.of(3));
        create("b", 1);
        awaitValues("b", 1);
        assertThat(releases.writes()).hasSize((int) writes + 2);
    }

    @Test
    void statusIsCopiedEvenIfTheClusterChangesTheRelease() {
        releases.keep(
                release -> release.with("spec", release.objectOrEmpty("spec").with("values", Kinds.replicas(1))));
        start();

        create("a", 7);
        awaitValues("a", 1);
        flux("a", "True");

        Awaitility.await().until(() -> object("a").application().status().has("conditions"));
        awaitSettled();
    }

    @Test
    void releaseIsRemovedWithItsObject() {
        start();
        create("a", 3);
        awaitValues("a", 3);

        delete("a");

        awaitGone("a");
        assertThatNothingElseIsWritten("create a", "remove a");
    }

    @Test
    void releaseOfATerminatingObjectIsDeletedAndNotRecreated() {
        start();
        Application guarded = application("a", 3);
        objects.create(
                KIND,
                guarded.withMetadata(guarded.metadata().toBuilder()
                        .finalizers(List.of("example.com/guard"))
                        .build()),
                OPTIONS);
        awaitValues("a", 3);
        flux("a", "True");

        delete("a");
        Awaitility.await().until(() -> release("a").objectOrEmpty("metadata").has("deletionTimestamp"));
        awaitUninstalling("");
        // Simulates an uninstall by Flux.
        releases.delete(name("a"));
        update("a", 4);
        create("b", 1);
        awaitValues("b", 1);
        assertThat(releases.release(name("a"))).isEmpty();
        awaitUninstalling("The deletion waits for the finalizer example.com/guard.");

        StoredApplication last = object("a");
        objects.update(
                KIND,
                last,
                last.application()
                        .withMetadata(last.metadata().toBuilder()
                                .finalizers(List.of())
                                .build()),
                OPTIONS);
        create("a", 7);
        awaitValues("a", 7);
    }

    @Test
    void startWritesOnlyReleasesThatChangedMeanwhile() {
        ReleaseProjections before = start();
        for (String name : List.of("same", "edited", "changed", "gone")) {
            create(name, 1);
            awaitValues(name, 1);
            flux(name, "True");
            Awaitility.await().until(() -> object(name).application().status().has("conditions"));
        }
        before.close();
        int writes = releases.writes().size();
        update("changed", 2);
        delete("gone");
        create("new", 3);
        releases.edit(
                name("edited"),
                release -> release.with("spec", release.objectOrEmpty("spec").with("values", Kinds.replicas(9))));
        foreign("foreign");

        start();

        awaitValues("changed", 2);
        awaitValues("new", 3);
        awaitValues("edited", 1);
        awaitGone("gone");
        awaitSettled();
        assertThat(releases.writes().subList(writes, releases.writes().size()))
                .containsExactlyInAnyOrder("update changed", "update edited", "create new", "remove gone");
        assertThat(releases.release(name("foreign"))).isPresent();
    }

    @Test
    void rejectedReleaseIsRetriedAndDoesNotBlockOthers() {
        ReleaseProjections projections = start();
        releases.refuse("a");
        create("a", 1);
        create("b", 1);

        awaitValues("b", 1);
        Awaitility.await()
                .untilAsserted(() -> assertThat(projections.progress(KIND))
                        .hasValueSatisfying(
                                progress -> assertThat(progress).hasToString("1 objects to reconcile, 1 failed")));
        releases.allow("a");
        awaitValues("a", 1);
        awaitSettled();
    }

    @Test
    void recreatedObjectGetsANewRelease() {
        ReleaseProjections before = start();
        create("a", 1);
        awaitValues("a", 1);
        before.close();
        delete("a");
        StoredApplication second = create("a", 2);

        start();

        awaitValues("a", 2);
        assertThat(identity("a").uid()).isEqualTo(second.metadata().uid());
    }

    /** Simulates a restored backup. */
    @Test
    void releaseNewerThanTheStoreIsNotRemoved() {
        ReleaseProjections before = start();
        for (String name : List.of("a", "b", "c")) {
            create(name, 1);
            awaitValues(name, 1);
        }
        before.close();
        MemoryApplicationStore restored = new MemoryApplicationStore(
                new TextCodec(), PendingChanges.ofHeap(), Clock.fixed(Instant.ofEpochMilli(1), ZoneOffset.UTC));
        restored.put(KIND, object("b").application());
        restored.put(KIND, object("c").application());
        objects = restored;

        ReleaseProjections after = start();

        awaitProgress(after, "0 objects to reconcile, 0 failed, 1 releases kept without their objects");
        assertThat(releases.writes()).containsExactly("create a", "create b", "create c");
    }

    /** Simulates a server that is started with another database. */
    @Test
    void releasesOfUnknownObjectsAreLeftAlone() {
        ReleaseProjections before = start();
        for (String name : List.of("a", "b", "c")) {
            create(name, 1);
            awaitValues(name, 1);
        }
        before.close();
        MemoryApplicationStore other =
                new MemoryApplicationStore(new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC());
        other.put(KIND, object("c").application());
        objects = other;

        ReleaseProjections after = start();

        awaitProgress(after, "0 objects to reconcile, 0 failed, 2 releases kept without their objects");
        flux("a", "True");
        // The new object is another one. If its release were replaced, Flux would uninstall the first object's
        // resources.
        create("b", 5);
        awaitProgress(after, "1 objects to reconcile, 1 failed, 2 releases kept without their objects");
        assertThat(releases.writes()).containsExactly("create a", "create b", "create c");
        releases.delete(name("b"));
        awaitValues("b", 5);
        awaitProgress(after, "0 objects to reconcile, 0 failed, 1 releases kept without their objects");
        delete("b");
        awaitGone("b");
        assertThat(releases.release(name("a"))).isPresent();
    }

    /** Simulates releases that are restored before the database. */
    @Test
    void releaseThatAppearsWithoutItsObjectIsLeftAlone() {
        ReleaseProjections projections = start();
        create("a", 1);
        awaitValues("a", 1);

        JsonObject copied = release("a");
        releases.edit(
                name("b"),
                _ -> copied.with("metadata", copied.objectOrEmpty("metadata").with("name", new JsonString("redis-b"))));

        awaitProgress(projections, "0 objects to reconcile, 0 failed, 1 releases kept without their objects");
        assertThat(releases.writes()).containsExactly("create a");
        assertThat(releases.release(name("b"))).isPresent();
    }

    @Test
    void endedWatchOfReleasesIsReopenedAndAllReleasesAreChecked() {
        CuttableStore cuttable = new CuttableStore(releases.watched());
        start(new ProjectedStores(objects, cuttable, releases, releases, _ -> true));
        create("a", 3);
        awaitValues("a", 3);

        cuttable.cut(() -> releases.edit(
                name("a"),
                release -> release.with("spec", release.objectOrEmpty("spec").with("values", Kinds.replicas(9)))));

        awaitValues("a", 3);
        assertThat(cuttable.watches()).isEqualTo(2);
    }

    @Test
    void failedWatchIsRetriedAndWatchesWaitUntilTheKindIsCached() {
        CuttableStore cuttable = new CuttableStore(releases.watched());
        cuttable.refuseOnce();
        AtomicInteger asked = new AtomicInteger();
        create("a", 3);

        start(new ProjectedStores(
                objects, cuttable, releases, releases, _ -> asked.incrementAndGet() > 2 || cuttable.watches() > 0));

        awaitValues("a", 3);
        assertThat(asked).hasValueGreaterThan(2);
        assertThat(cuttable.watches()).isEqualTo(2);
    }

    @Test
    void severalReplicasCreateEachReleaseOnce() {
        start();
        start();
        start();
        for (int i = 0; i < 20; i++) {
            create("n" + i, 1);
        }
        for (int i = 0; i < 20; i++) {
            update("n" + i, 2);
            awaitValues("n" + i, 2);
            flux("n" + i, "True");
        }
        for (int i = 0; i < 20; i++) {
            String name = "n" + i;
            Awaitility.await().until(() -> object(name).application().status().has("conditions"));
        }
        awaitSettled();
        assertThat(releases.writes().stream().filter(write -> write.startsWith("create")))
                .hasSize(20);
        assertThat(releases.writes().size()).isLessThanOrEqualTo(40);
    }

    @Test
    void projectionStopsAndResumesWithItsDefinition() {
        ReleaseProjections projections = start();
        create("a", 1);
        awaitValues("a", 1);

        projections.use(List.of(Kinds.redis()));

        assertThat(projections.progress(KIND)).isEmpty();
        create("b", 1);
        projections.use(List.of(KIND));
        awaitValues("b", 1);
    }

    private StoredApplication create(String name, long replicas) {
        return objects.create(KIND, application(name, replicas), OPTIONS);
    }

    private static Application application(String name, long replicas) {
        return new Application(
                KIND.gvk(), ObjectMeta.of("team-a", name), Kinds.replicas(replicas), Application.UNOBSERVED);
    }

    private void update(String name, long replicas) {
        while (true) {
            try {
                StoredApplication current = object(name);
                objects.update(KIND, current, current.application().withSpec(Kinds.replicas(replicas)), OPTIONS);
                return;
            } catch (ApiException _) {
                // The projection wrote the status meanwhile.
            }
        }
    }

    private void delete(String name) {
        objects.delete(KIND, name(name), new DeleteRequest("", "", "", false));
    }

    /** Sets the status of a release as Flux does. */
    private void flux(String name, String ready) {
        releases.edit(name(name), release -> {
            JsonNumber generation = Objects.requireNonNull(
                    (JsonNumber) release.objectOrEmpty("metadata").get("generation"));
            JsonObject condition = JsonObject.builder()
                    .put("type", "Ready")
                    .put("status", ready)
                    .put("observedGeneration", generation)
                    .build();
            return release.with(
                    "status",
                    JsonObject.builder()
                            .put("observedGeneration", generation)
                            .put("conditions", JsonArray.of(condition))
                            .build());
        });
    }

    /** Waits until the status of a terminating object has the given message for its current generation. */
    private void awaitUninstalling(String message) {
        Awaitility.await().until(() -> {
            StoredApplication object = object("a");
            JsonNumber generation = JsonNumber.of(object.metadata().generation());
            return object.application().status().arrayOrEmpty("conditions").objects().stream()
                    .anyMatch(condition -> condition.stringOrEmpty("reason").equals("Uninstalling")
                            && condition.stringOrEmpty("message").contains(message)
                            && condition.get("observedGeneration") instanceof JsonNumber observed
                            && observed.equals(generation));
        });
    }

    /** Creates a release of the kind that belongs to no object of this store. */
    private void foreign(String name) {
        releases.edit(name(name), _ -> ReleaseConverter.newRelease(KIND, application(name, 1)));
    }

    private StoredApplication object(String name) {
        return objects.current(KIND, name(name));
    }

    private JsonObject release(String name) {
        return releases.release(name(name)).orElseThrow();
    }

    private RecordedIdentity identity(String name) {
        return RecordedIdentity.on(KIND, release(name)).orElseThrow();
    }

    private void awaitValues(String name, long replicas) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(releases.release(name(name)))
                        .hasValueSatisfying(release -> assertThat(
                                        release.objectOrEmpty("spec").get("values"))
                                .isEqualTo(Kinds.replicas(replicas))));
    }

    private void awaitGone(String name) {
        Awaitility.await().until(() -> releases.release(name(name)).isEmpty());
    }

    private void awaitSettled() {
        started.stream()
                .filter(projections -> projections.progress(KIND).isPresent())
                .forEach(projections -> awaitProgress(projections, "0 objects to reconcile, 0 failed"));
    }

    private static void awaitProgress(ReleaseProjections projections, String expected) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(projections.progress(KIND))
                        .hasValueSatisfying(progress -> assertThat(progress).hasToString(expected)));
    }

    /** Waits until a later object is projected, so all earlier changes have been processed. */
    private void assertThatNothingElseIsWritten(String... writes) {
        create("last", 1);
        awaitValues("last", 1);
        awaitSettled();
        assertThat(releases.writes())
                .startsWith(writes)
                .hasSize(writes.length + 1)
                .endsWith("create last");
    }

    private static NamespacedName name(String name) {
        return new NamespacedName("team-a", name);
    }
}
