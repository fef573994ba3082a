package dev.chartroom.core.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusCause;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.application.NamespaceObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of namespaces as objects of a store. */
public abstract class NamespacesContract {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static final DeleteRequest DELETE = new DeleteRequest("", "", "Background", false);
    private static final ApplicationKind NAMESPACES = NamespaceKind.KIND;
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final ApplicationKind POSTGRES = Kinds.postgres();
    private static final List<ApplicationKind> KINDS = List.of(NAMESPACES, REDIS, POSTGRES);

    private final String shop = "shop-" + UUID.randomUUID();
    private final String bank = "bank-" + UUID.randomUUID();
    private final List<NamespaceFollower> followers = new ArrayList<>();
    private ApplicationStore stored;
    private ApplicationStore store;

    protected NamespacesContract() {}

    /** Returns the store without namespaces. It can be the same store for all tests, or a new store for each test. */
    protected abstract ApplicationStore stored();

    @BeforeEach
    void start() {
        stored = stored();
        store = started(stored);
    }

    @AfterEach
    void stop() {
        followers.forEach(NamespaceFollower::close);
    }

    private ApplicationStore started(ApplicationStore behind) {
        NamespaceFollower follower = new NamespaceFollower(behind, () -> KINDS, Clock.systemUTC());
        followers.add(follower);
        follower.start();
        return new NamespacedApplicationStore(behind, follower::changed);
    }

    /** Returns a store without a follower that empties its namespaces. */
    private ApplicationStore unfollowed() {
        return new NamespacedApplicationStore(stored, (_, _) -> {});
    }

    @Test
    void defaultNamespaceExistsFromTheStart() {
        assertThat(namespace("default").shown().status()).isEqualTo(phase("Active"));
    }

    @Test
    void startCreatesEveryNamespaceThatHasObjects() {
        create(stored, REDIS, shop, "a");
        create(stored, POSTGRES, bank, "b");

        started(stored);

        assertThat(namespace(shop).metadata().labels()).isEqualTo(Map.of(NamespaceObject.NAME_LABEL, shop));
        assertThat(namespace(bank).shown().status()).isEqualTo(phase("Active"));
    }

    @Test
    void startLeavesExistingNamespacesUnchanged() {
        JsonObject before = create(shop).shown().toJson();

        started(stored);

        assertThat(namespace(shop).shown().toJson()).isEqualTo(before);
    }

    @Test
    void createdNamespaceHasNameLabelFinalizerAndActivePhase() {
        StoredApplication created = create(shop);

        assertThat(created.metadata().labels()).isEqualTo(Map.of(NamespaceObject.NAME_LABEL, shop));
        assertThat(created.metadata().generation()).isZero();
        assertThat(created.shown().spec()).isEqualTo(finalizers("kubernetes"));
        assertThat(created.shown().status()).isEqualTo(phase("Active"));
    }

    @Test
    void updateChangesNeitherSpecNorNameLabel() {
        StoredApplication created = create(shop);

        StoredApplication updated = store.update(
                NAMESPACES,
                created,
                new Application(
                        NamespaceObject.GVK,
                        created.metadata().toBuilder()
                                .labels(Map.of("team", "a"))
                                .build(),
                        JsonObject.EMPTY,
                        created.application().status()),
                OPTIONS);

        assertThat(updated.metadata().labels()).isEqualTo(Map.of("team", "a", NamespaceObject.NAME_LABEL, shop));
        assertThat(updated.metadata().generation()).isZero();
        assertThat(updated.shown().spec()).isEqualTo(finalizers("kubernetes"));
    }

    @Test
    void createInAMissingNamespace_returns404() {
        Status status = failure(() -> create(store, REDIS, shop, "a"));

        assertThat(status.code()).isEqualTo(404);
        assertThat(status.message()).isEqualTo("namespaces \"" + shop + "\" not found");
        assertThat(objects(REDIS, shop)).isEmpty();
    }

    @Test
    void emptyNamespaceIsDeleted() {
        create(shop);

        DeleteOutcome outcome = store.delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        assertThat(outcome).isInstanceOfSatisfying(DeleteOutcome.Terminating.class, terminating -> {
            assertThat(terminating.application().shown().status()).isEqualTo(phase("Terminating"));
            assertThat(terminating.application().metadata().isTerminating()).isTrue();
            assertThat(terminating.application().metadata().deletionGracePeriodSeconds())
                    .isNull();
        });
        awaitGone(shop);
    }

    @Test
    void namespaceDeletionDeletesItsObjectsOnly() {
        create(shop);
        create(bank);
        create(store, REDIS, shop, "a");
        create(store, REDIS, shop, "b");
        create(store, POSTGRES, shop, "a");
        create(store, REDIS, bank, "a");

        store.delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        awaitGone(shop);
        assertThat(objects(REDIS, shop)).isEmpty();
        assertThat(objects(POSTGRES, shop)).isEmpty();
        assertThat(objects(REDIS, bank)).hasSize(1);
        assertThat(namespace(bank).shown().status()).isEqualTo(phase("Active"));
    }

    @Test
    void objectWithFinalizerDelaysNamespaceDeletionAndIsReportedInConditions() {
        create(shop);
        create(store, REDIS, shop, "free");
        StoredApplication held = create(store, REDIS, shop, "held", "example.com/guard");

        store.delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        Awaitility.await()
                .untilAsserted(() -> assertThat(messages(shop))
                        .containsExactly(
                                "Some resources are remaining: redises.apps.test.example.com has 1 resource instances",
                                "Some content in the namespace has finalizers remaining: example.com/guard in 1 resource"
                                        + " instances"));
        ApiException refused = catchThrowableOfType(ApiException.class, () -> create(store, POSTGRES, shop, "late"));
        assertThat(refused.error())
                .isEqualTo(new ApiError.Refused(
                        StatusReason.FORBIDDEN,
                        POSTGRES.groupResource(),
                        "late",
                        "postgreses.apps.test.example.com \"late\" is forbidden: unable to create new content in namespace "
                                + shop + " because it is being terminated",
                        List.of(new StatusCause(
                                "NamespaceTerminating",
                                "namespace " + shop + " is being terminated",
                                "metadata.namespace")),
                        0));

        release(store, held.metadata().namespacedName());
        awaitGone(shop);
    }

    @Test
    void protectedObjectDelaysNamespaceDeletionAndIsReportedInConditions() {
        create(shop);
        create(store, REDIS, shop, "free");
        StoredApplication held = create(store, REDIS, shop, "held");
        StoredApplication guarded = protect(held, "true");

        store.delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(messages(shop))
                                .containsExactly(
                                        "Failed to delete all resource types, 1 remaining:"
                                                + " redises.apps.test.example.com \"held\" is forbidden: the object is protected from"
                                                + " deletion; to delete it, set the annotation chartroom.dev/deletion-protection=false"));
        Awaitility.await().untilAsserted(() -> assertThat(objects(REDIS, shop)).hasSize(1));

        protect(guarded, "false");
        awaitGone(shop);
    }

    private StoredApplication protect(StoredApplication object, String value) {
        return store.update(
                REDIS,
                object,
                object.application()
                        .withMetadata(object.metadata().toBuilder()
                                .annotations(Map.of(DeletionPolicy.ANNOTATION, value))
                                .build()),
                OPTIONS);
    }

    @Test
    void statusUpdateDoesNotReviveATerminatingNamespace() {
        create(shop);
        create(store, REDIS, shop, "held", "example.com/guard");
        ApplicationStore quiet = unfollowed();
        quiet.delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        StoredApplication going = namespace(shop);
        quiet.update(NAMESPACES, going, going.application().withStatus(phase("Active")), OPTIONS);

        assertThat(namespace(shop).shown().status()).isEqualTo(phase("Terminating"));
        assertThat(failure(() -> create(store, REDIS, shop, "late")).code()).isEqualTo(403);
    }

    @Test
    void statusUpdateDoesNotTerminateANamespace() {
        StoredApplication created = create(shop);

        store.update(NAMESPACES, created, created.application().withStatus(phase("Terminating")), OPTIONS);

        assertThat(namespace(shop).shown().status()).isEqualTo(phase("Active"));
        create(store, REDIS, shop, "a");
    }

    @Test
    void namespaceWithMetadataFinalizersWaitsForTheirRemoval() {
        StoredApplication created = create(shop);
        store.update(
                NAMESPACES,
                created,
                created.application()
                        .withMetadata(created.metadata().toBuilder()
                                .finalizers(List.of("example.com/guard"))
                                .build()),
                OPTIONS);

        store.delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        Awaitility.await()
                .untilAsserted(() -> assertThat(namespace(shop).shown().spec()).isEqualTo(JsonObject.EMPTY));
        assertThat(namespace(shop).shown().status()).isEqualTo(phase("Terminating"));
        StoredApplication emptied = namespace(shop);
        store.update(
                NAMESPACES,
                emptied,
                emptied.application()
                        .withMetadata(emptied.metadata().toBuilder()
                                .finalizers(List.of())
                                .build()),
                OPTIONS);
        awaitGone(shop);
    }

    @Test
    void deletionOfTheDefaultNamespaceIsForbidden() {
        Status status = failure(() -> store.delete(NAMESPACES, NamespaceKind.key("default"), DELETE));

        assertThat(status.code()).isEqualTo(403);
        assertThat(status.message())
                .isEqualTo("namespaces \"default\" is forbidden: this namespace may not be deleted");
    }

    @Test
    void dryRunDeletesNothing() {
        create(shop);
        create(store, REDIS, shop, "a");

        store.delete(NAMESPACES, NamespaceKind.key(shop), new DeleteRequest("", "", "", true));

        assertThat(namespace(shop).metadata().isTerminating()).isFalse();
        assertThat(objects(REDIS, shop)).hasSize(1);
    }

    @Test
    void startResumesAPendingDeletion() {
        ApplicationStore before = unfollowed();
        create(shop);
        create(before, REDIS, shop, "a");
        before.delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        started(stored);

        awaitGone(shop);
        assertThat(objects(REDIS, shop)).isEmpty();
    }

    @Test
    void failedDeletionStepsAreRetried() {
        create(shop);
        create(store, REDIS, shop, "a");
        Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
        ApplicationStore other = started(failing(failures));
        failures.add(new ApiException(ApiError.unavailable("not now")));
        failures.add(new IllegalStateException("nor now"));

        other.delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        awaitGone(shop);
        assertThat(failures).isEmpty();
        assertThat(objects(REDIS, shop)).isEmpty();
    }

    @Test
    void startContinuesIfOneKindCannotBeListed() {
        create(store, REDIS, "default", "a");
        create(shop);
        unfollowed().delete(NAMESPACES, NamespaceKind.key(shop), DELETE);

        started(failing(new ConcurrentLinkedQueue<>(List.of(new ApiException(ApiError.unavailable("not now"))))));

        awaitGone(shop);
    }

    @Test
    void deletionWithALostAnswerContinues() {
        create(shop);
        create(store, REDIS, shop, "a");
        ApplicationStore silent = started((ApplicationStore) Proxy.newProxyInstance(
                ApplicationStore.class.getClassLoader(),
                new Class<?>[] {ApplicationStore.class},
                (_, method, arguments) -> {
                    Object outcome = invoked(method, arguments);
                    if (method.getName().equals("delete") && arguments[0].equals(NAMESPACES)) {
                        throw new ApiException(ApiError.unavailable("it may be done"));
                    }
                    return outcome;
                }));

        assertThat(failure(() -> silent.delete(NAMESPACES, NamespaceKind.key(shop), DELETE))
                        .code())
                .isEqualTo(503);

        awaitGone(shop);
    }

    private Object invoked(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(stored, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Returns the store with lists that fail for one kind, as long as the queue contains failures. */
    private ApplicationStore failing(Queue<RuntimeException> failures) {
        return (ApplicationStore) Proxy.newProxyInstance(
                ApplicationStore.class.getClassLoader(),
                new Class<?>[] {ApplicationStore.class},
                (_, method, arguments) -> {
                    if (method.getName().equals("list") && arguments[0].equals(POSTGRES) && !failures.isEmpty()) {
                        throw failures.remove();
                    }
                    return invoked(method, arguments);
                });
    }

    /**
     * If an object is created while its namespace is deleted, either the creation is rejected, or the object is deleted
     * with the namespace.
     */
    @Test
    void concurrentCreatesLeaveNothingInADeletedNamespace() throws Exception {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 10; round++) {
                String name = shop + round;
                create(name);
                CountDownLatch begun = new CountDownLatch(4);
                List<Future<Status>> ends = new ArrayList<>();
                for (int client = 0; client < 4; client++) {
                    String prefix = "client-" + client + "-";
                    ends.add(clients.submit(() -> createUntilRefused(name, prefix, begun)));
                }
                begun.await();

                store.delete(NAMESPACES, NamespaceKind.key(name), DELETE);

                for (Future<Status> end : ends) {
                    assertThat(end.get().code()).isIn(403, 404);
                }
                awaitGone(name);
                assertThat(objects(REDIS, name)).isEmpty();
            }
        }
    }

    private Status createUntilRefused(String namespace, String prefix, CountDownLatch begun) {
        for (int i = 0; ; i++) {
            try {
                create(store, REDIS, namespace, prefix + i);
                begun.countDown();
            } catch (ApiException e) {
                return Status.of(e.error());
            }
        }
    }

    private StoredApplication create(String name) {
        return store.create(
                NAMESPACES,
                new Application(NamespaceObject.GVK, ObjectMeta.of("", name), null, Application.UNOBSERVED),
                OPTIONS);
    }

    private static StoredApplication create(
            ApplicationStore in, ApplicationKind kind, String namespace, String name, String... finalizers) {
        ObjectMeta metadata = ObjectMeta.of(namespace, name).toBuilder()
                .finalizers(List.of(finalizers))
                .build();
        return in.create(kind, new Application(kind.gvk(), metadata, JsonObject.EMPTY, JsonObject.EMPTY), OPTIONS);
    }

    private static void release(ApplicationStore in, NamespacedName name) {
        StoredApplication held = in.current(REDIS, name);
        in.update(
                REDIS,
                held,
                held.application()
                        .withMetadata(held.metadata().toBuilder()
                                .finalizers(List.of())
                                .build()),
                OPTIONS);
    }

    private StoredApplication namespace(String name) {
        return store.current(NAMESPACES, NamespaceKind.key(name));
    }

    private List<String> messages(String name) {
        return namespace(name).shown().status().arrayOrEmpty("conditions").objects().stream()
                .map(condition -> condition.stringOrEmpty("message"))
                .toList();
    }

    private List<ServedApplication> objects(ApplicationKind kind, String namespace) {
        return stored.list(kind, ListRequest.all(namespace)).items();
    }

    private void awaitGone(String name) {
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(failure(() -> namespace(name)).code()).isEqualTo(404));
    }

    private static Status failure(ThrowingCallable call) {
        ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).isNotNull();
        return Status.of(thrown.error());
    }

    private static JsonObject phase(String phase) {
        return JsonObject.of("phase", new JsonString(phase));
    }

    private static JsonObject finalizers(String... names) {
        return JsonObject.of("finalizers", JsonArray.ofStrings(List.of(names)));
    }
}
