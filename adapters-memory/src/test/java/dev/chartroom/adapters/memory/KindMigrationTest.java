package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.core.migration.KindMigration;
import dev.chartroom.core.migration.MigratedStore;
import dev.chartroom.core.migration.MigrationException;
import dev.chartroom.core.migration.MigrationPlan;
import dev.chartroom.core.placement.StoreSwitch;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.placement.Placements;
import dev.chartroom.ports.placement.ReplicasInMemory;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the migration of objects between two stores in memory, with concurrent changes. */
class KindMigrationTest {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");

    private final ApplicationKind redis = Kinds.redis();
    private final MemoryApplicationStore source = memory();
    private final MemoryApplicationStore target = memory();
    private final ScriptedPlacementRecord stores = new ScriptedPlacementRecord();
    private final List<String> progress = new ArrayList<>();
    private Consumer<String> onProgress = _ -> {};
    private Duration longestPause = Duration.ofSeconds(5);

    @Test
    void migratedObjectsAreEqualAndInTheOrderOfResourceVersions() {
        IntStream.range(0, 100).forEach(this::create);
        update("n7", 70);
        update("n3", 30);
        delete("n5");
        delete("n9");
        List<Application> before = objects(source);

        KindMigration.Outcome outcome = migration().run(false);

        assertThat(objects(target)).isEqualTo(before);
        assertThat(outcome.objects()).isEqualTo(before.size());
        assertThat(outcome.digest()).matches("[0-9a-f]{64}");
        assertThat(stores.moved).containsExactly("target");
        assertThat(objects(source)).isEqualTo(before);
    }

    @Test
    void defaultsAreNotStored() {
        create(1, JsonObject.EMPTY);

        migration().run(false);

        assertThat(target.current(redis, name("n1")).application().spec()).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void writesDuringTheMigrationAreCopied() {
        IntStream.range(0, 200).forEach(this::create);
        onProgress = line -> {
            if (line.contains("objects copied")) {
                onProgress = _ -> {};
                update("n8", 80);
                delete("n6");
                delete("n4");
                create(4);
                create(300);
            }
        };
        stores.onPause = () -> update("n2", 20);

        migration().run(false);

        assertThat(objects(target)).isEqualTo(objects(source)).hasSize(200);
        assertThat(number("n2")).isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void interruptedMigrationsAndWritesBetweenThemKeepTheOrder(long seed) {
        Random random = new Random(seed);
        IntStream.range(0, 40).forEach(this::create);
        for (int attempt = 0; attempt < 6; attempt++) {
            for (int write = random.nextInt(8); write > 0; write--) {
                String name = "n" + (6 + random.nextInt(34));
                if (random.nextInt(5) == 0) {
                    delete(name);
                    create(Integer.parseInt(name.substring(1)));
                } else {
                    update(name, random.nextInt(3));
                }
            }
            int until = random.nextInt(40);
            List<Application> put = new ArrayList<>();
            try {
                migration(application -> {
                            put.add(application);
                            if (put.size() > until) {
                                throw new IllegalStateException("interrupted");
                            }
                            return application;
                        })
                        .run(true);
            } catch (IllegalStateException e) {
                assertThat(stores.moved).isEmpty();
            }
            stores.moved.clear();
            stores.latest = Placements.NONE;
        }

        migration().run(true);

        assertThat(objects(target)).isEqualTo(objects(source));
    }

    @Test
    void secondRunDoesNotCopyEqualObjectsAgain() {
        IntStream.range(0, 100).forEach(this::create);
        List<Application> put = new ArrayList<>();
        KindMigration interrupted = migration(application -> {
            put.add(application);
            if (put.size() > 60) {
                throw new IllegalStateException("interrupted");
            }
            return application;
        });
        assertThatThrownBy(() -> interrupted.run(false)).hasMessage("interrupted");
        assertThat(stores.moved).isEmpty();
        put.clear();

        KindMigration again = migration(application -> {
            put.add(application);
            return application;
        });

        assertThat(again.plan()).isEqualTo(new MigrationPlan(100, 60, List.of(), List.of()));
        again.run(false);
        assertThat(put).hasSize(40);
        assertThat(objects(target)).isEqualTo(objects(source));
    }

    @Test
    void planWritesNothing() {
        IntStream.range(0, 3).forEach(this::create);

        assertThat(migration().plan().toString()).isEqualTo("3 objects, 0 of them copied already");

        assertThat(objects(target)).isEmpty();
    }

    @Test
    void objectsOnlyInTheTargetAreRemovedOnlyOnRequest() {
        create(1);
        target.create(redis, application(1, Kinds.replicas(1)), OPTIONS);
        target.create(redis, application(2, Kinds.replicas(1)), OPTIONS);

        assertThatThrownBy(() -> migration().run(false))
                .isInstanceOf(MigrationException.class)
                .hasMessage("in the store target, 1 of the names belong to other objects (team-a/n1),"
                        + " 1 of the objects exist only there (team-a/n2)");
        assertThat(stores.moved).isEmpty();

        migration().run(true);
        assertThat(objects(target)).isEqualTo(objects(source));
    }

    @Test
    void targetObjectIsForeignIfItsSourceObjectIsDeletedDuringPlanning() {
        create(1);
        create(2);
        target.create(redis, application(2, Kinds.replicas(1)), OPTIONS);
        ApplicationListerWatcher listed = mock(ApplicationListerWatcher.class);
        when(listed.versions(any(), any())).thenAnswer(call -> {
            ObjectVersions versions = source.versions(call.getArgument(0), call.getArgument(1));
            delete("n2");
            return versions;
        });

        MigrationPlan plan = migration(new MigratedStore(redis.store(), source, listed, source), target)
                .plan();

        assertThat(plan.foreign()).containsExactly(name("n2"));
    }

    @Test
    void migrationFailsIfTheTargetStoresObjectsDifferently() {
        create(1);

        KindMigration migration = migration(application -> application.withMetadata(
                application.metadata().toBuilder().labels(Map.of()).build()));

        assertThatThrownBy(() -> migration.run(false))
                .isInstanceOf(MigrationException.class)
                .hasMessage("target does not match the copied objects: 1 differ (team-a/n1)");
        assertThat(stores.moved).isEmpty();
    }

    @Test
    void migrationFailsIfAnotherClientAddsObjectsToTheTarget() {
        IntStream.range(0, 100).forEach(this::create);
        onProgress = line -> {
            if (line.equals("100 objects copied")) {
                target.create(redis, application(200, Kinds.replicas(1)), OPTIONS);
            }
        };

        assertThatThrownBy(() -> migration().run(false))
                .isInstanceOf(MigrationException.class)
                .hasMessage("target does not match the copied objects: 1 exist only there (team-a/n200)");
        assertThat(stores.pauses).isZero();
    }

    @Test
    void migrationFailsIfACopyMadeInThePauseDiffers() {
        IntStream.range(0, 3).forEach(this::create);
        stores.onPause = () -> update("n2", 20);

        KindMigration migration =
                migration(application -> stores.pauses == 0 ? application : application.withSpec(Kinds.replicas(7)));

        assertThatThrownBy(() -> migration.run(false))
                .isInstanceOf(MigrationException.class)
                .hasMessage("target does not match the copied objects: 1 differ (team-a/n2)");
        assertThat(stores.reopened).isEqualTo(1);
        assertThat(stores.moved).isEmpty();
    }

    @Test
    void movedKindIsNotCopiedAgain() {
        create(1);
        migration().run(false);
        target.remove(redis, name("n1"));

        assertThatThrownBy(() -> migration().run(false))
                .isInstanceOf(MigrationException.class)
                .hasMessage("its objects are in the store target");
        assertThat(objects(target)).isEmpty();
    }

    @Test
    void migrationFailsAfterFiveTooShortPauses() {
        create(1);
        longestPause = Duration.ZERO;

        assertThatThrownBy(() -> migration().run(false))
                .isInstanceOf(MigrationException.class)
                .hasMessage("the last changes were not copied in 5 pauses of 0 ms");
        assertThat(stores.pauses).isEqualTo(5);
        assertThat(stores.reopened).isEqualTo(5);
        assertThat(stores.moved).isEmpty();
    }

    @Test
    void writesInTheOldStoreAfterTheMoveAreReported() {
        IntStream.range(0, 3).forEach(this::create);
        KindMigration migration = migration();
        migration.run(false);
        assertThat(migration.leftBehind()).isEmpty();

        update("n1", 10);
        delete("n2");
        create(7);

        assertThat(migration.leftBehind()).containsExactlyInAnyOrder(name("n1"), name("n2"), name("n7"));
    }

    /** Simulates a source with slow lists, which is listed per namespace in the pause. */
    @Test
    void writesBeforeThePauseAreFoundInEveryNamespace() {
        IntStream.range(0, 40).forEach(n -> createIn("team-" + n % 20, "n" + n));
        stores.onPause = () -> {
            createIn("team-3", "another");
            createIn("team-new", "one");
            source.delete(redis, new NamespacedName("team-18", "n18"), new DeleteRequest("", "", "", false));
        };

        migration().run(false);

        assertThat(objects(target)).isEqualTo(objects(source)).hasSize(41);
        assertThat(stores.pauses).isEqualTo(1);
    }

    /** A pause does not stop clients that write behind the store, such as Flux. */
    @Test
    void objectsChangedDuringThePauseAreCheckedAgain() {
        IntStream.range(0, 3).forEach(this::create);
        ApplicationListerWatcher listed = mock(ApplicationListerWatcher.class, delegatesTo(source));
        stores.onPause = () -> {
            update("n1", 7);
            // Namespaces are listed concurrently.
            AtomicBoolean moved = new AtomicBoolean();
            doAnswer(call -> {
                        ObjectVersions versions = source.versions(call.getArgument(0), call.getArgument(1));
                        if (moved.compareAndSet(false, true)) {
                            update("n1", 70);
                        }
                        return versions;
                    })
                    .when(listed)
                    .versions(any(), any());
        };

        migration(new MigratedStore(redis.store(), source, listed, source), target)
                .run(false);

        assertThat(objects(target)).isEqualTo(objects(source));
        assertThat(number("n1")).isEqualTo(70);
        assertThat(stores.pauses).isEqualTo(1);
    }

    @Test
    void constantlyChangingObjectPreventsTheMove() {
        IntStream.range(0, 3).forEach(this::create);
        ApplicationStore restless = mock(ApplicationStore.class, delegatesTo(source));
        doAnswer(call -> {
                    update("n1", number(source, "n1") + 1);
                    return source.find(redis, name("n1"));
                })
                .when(restless)
                .find(redis, name("n1"));
        longestPause = Duration.ofMillis(100);

        assertThatThrownBy(() -> migration(new MigratedStore(redis.store(), restless, source, source), target)
                        .run(false))
                .isInstanceOf(MigrationException.class)
                .hasMessage("the last changes were not copied in 5 pauses of 100 ms");
        assertThat(stores.reopened).isEqualTo(5);
    }

    /** A database may have lost objects in a failover to a standby that was behind. */
    @Test
    void targetWithFastListsIsVerifiedCompletelyInThePause() {
        IntStream.range(0, 3).forEach(this::create);
        ApplicationListerWatcher fast = mock(ApplicationListerWatcher.class, delegatesTo(target));
        doReturn(Optional.of(new ResourceVersion(1))).when(fast).latest(any());
        stores.onPause = () -> target.remove(redis, name("n2"));

        assertThatThrownBy(() -> new KindMigration(
                                redis,
                                new MigratedStore(redis.store(), source, source, source),
                                new MigratedStore("target", target, fast, target),
                                new StoreSwitch(stores, new ReplicasInMemory()),
                                longestPause,
                                progress::add)
                        .run(false))
                .isInstanceOf(MigrationException.class)
                .hasMessage("target does not match the copied objects: 1 differ (team-a/n2)");
        assertThat(stores.moved).isEmpty();
    }

    private KindMigration migration() {
        return migration(UnaryOperator.identity());
    }

    /** @param change applied to each object before the target stores it */
    private KindMigration migration(UnaryOperator<Application> change) {
        ApplicationTarget changing = new ApplicationTarget() {
            @Override
            public StoredApplication put(ApplicationKind kind, Application application) {
                return target.put(kind, change.apply(application));
            }

            @Override
            public void remove(ApplicationKind kind, NamespacedName name) {
                target.remove(kind, name);
            }

            @Override
            public boolean ownsStatus() {
                return true;
            }
        };
        return migration(new MigratedStore(redis.store(), source, source, source), changing);
    }

    private KindMigration migration(MigratedStore from, ApplicationTarget changing) {
        return new KindMigration(
                redis,
                from,
                new MigratedStore("target", target, target, changing),
                new StoreSwitch(stores, new ReplicasInMemory()),
                longestPause,
                line -> {
                    progress.add(line);
                    onProgress.accept(line);
                });
    }

    private void create(int number) {
        create(number, Kinds.replicas(number));
    }

    private void create(int number, JsonObject spec) {
        Application application = application(number, spec);
        StoredApplication created = source.create(redis, application, OPTIONS);
        if (number % 3 == 0) {
            source.update(
                    redis, created, created.application().withStatus(JsonObject.of("n", JsonNumber.of(1))), OPTIONS);
        }
    }

    private void createIn(String namespace, String name) {
        source.create(
                redis,
                new Application(redis.gvk(), ObjectMeta.of(namespace, name), Kinds.replicas(1), JsonObject.EMPTY),
                OPTIONS);
    }

    private Application application(int number, JsonObject spec) {
        ObjectMeta metadata = ObjectMeta.of("team-a", "n" + number).toBuilder()
                .labels(Map.of("number", "" + number))
                .annotations(Map.of("note", "as it is"))
                .finalizers(number == 5 ? List.of("example.com/wait") : List.of())
                .managedFields(JsonArray.of(JsonObject.ofStrings(Map.of("manager", "kubectl", "operation", "Update"))))
                .build();
        return new Application(redis.gvk(), metadata, spec, JsonObject.EMPTY);
    }

    private void update(String name, long replicas) {
        StoredApplication current = source.current(redis, name(name));
        source.update(redis, current, current.application().withSpec(Kinds.replicas(replicas)), OPTIONS);
    }

    private void delete(String name) {
        source.delete(redis, name(name), new DeleteRequest("", "", "", false));
    }

    private long number(String name) {
        return number(target, name);
    }

    private long number(MemoryApplicationStore store, String name) {
        JsonObject spec = store.current(redis, name(name)).application().spec();
        return spec != null && spec.get("replicas") instanceof JsonNumber number
                ? number.asLong().orElseThrow()
                : -1;
    }

    private static NamespacedName name(String name) {
        return new NamespacedName("team-a", name);
    }

    /** Returns the objects without their resource versions, but in the order of these. */
    private List<Application> objects(MemoryApplicationStore store) {
        return store.list(redis, ListRequest.all("")).items().stream()
                .sorted(Comparator.comparingLong(object -> Long.parseLong(object.resourceVersion())))
                .map(ServedApplication::namespacedName)
                .map(name -> store.current(redis, name).application())
                .map(object -> object.withMetadata(
                        object.metadata().toBuilder().resourceVersion("").build()))
                .toList();
    }

    private static MemoryApplicationStore memory() {
        return new MemoryApplicationStore(
                new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC(), Duration.ofMillis(50));
    }
}
