package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** The common parts of the store contract: the store under test and shortcuts to use it. */
abstract class StoreContract {
    protected static final WriteOptions OPTIONS = new WriteOptions(false, "contract");
    protected static final WriteOptions DRY_RUN = new WriteOptions(true, "contract");
    protected static final Duration PATIENCE = Duration.ofSeconds(10);

    protected final ApplicationKind redis = kind();
    protected final ApplicationKind other = otherKind();
    protected ApplicationStore store;
    protected String namespace;

    /** Returns {@link Kinds#redis} in the version in which the tests use the store. */
    protected ApplicationKind kind() {
        return Kinds.redis();
    }

    /** Returns another kind of the same store. */
    protected ApplicationKind otherKind() {
        return Kinds.postgres();
    }

    /** Returns a spec of the kind with only a number. */
    protected JsonObject spec(long number) {
        return Kinds.replicas(number);
    }

    /** Returns the number in a spec, as clients see it. */
    protected long number(JsonObject spec) {
        return spec.get("replicas") instanceof JsonNumber replicas
                ? replicas.asLong().orElseThrow()
                : -1;
    }

    /** Returns a spec without the fields that have defaults. */
    protected JsonObject sparseSpec() {
        return JsonObject.builder().put("name", "x").build();
    }

    /** Returns {@link #sparseSpec} with its defaults. */
    protected JsonObject completedSpec() {
        return JsonObject.builder()
                .put("name", "x")
                .put("replicas", 2)
                .put("cache", JsonObject.builder().put("size", "1Gi").build())
                .build();
    }

    /** Returns whether the store remembers the results of its last writes as the basis of the next write. */
    protected boolean knowsRecentStates() {
        return false;
    }

    /** Returns the store under test. It can be the same store for all tests, or a new store for each test. */
    protected abstract ApplicationStore store();

    /** Returns the name of an existing namespace without objects. */
    protected abstract String emptyNamespace();

    @BeforeEach
    void setUp() {
        store = store();
        namespace = emptyNamespace();
    }

    protected StoredApplication create(String name, JsonObject spec) {
        return store.create(redis, application(name, spec), OPTIONS);
    }

    protected Application application(String name, JsonObject spec) {
        return new Application(redis.gvk(), ObjectMeta.of(namespace, name), spec, JsonObject.EMPTY);
    }

    protected StoredApplication get(String name) {
        return store.current(redis, new NamespacedName(namespace, name));
    }

    protected StoredApplication update(StoredApplication current, JsonObject spec) {
        return store.update(redis, current, current.application().withSpec(spec), OPTIONS);
    }

    protected StoredApplication label(StoredApplication current, Map<String, String> labels) {
        return change(current, metadata -> metadata.labels(labels));
    }

    protected StoredApplication removeFinalizers(String name) {
        for (int tries = 1; ; tries++) {
            try {
                return change(get(name), metadata -> metadata.finalizers(List.of()));
            } catch (ApiException e) {
                // If a garbage collector runs, it removes its own finalizer meanwhile, which causes the conflict.
                if (!(e.error() instanceof ApiError.Conflict) || tries == 10) {
                    throw e;
                }
            }
        }
    }

    protected StoredApplication change(StoredApplication current, UnaryOperator<ObjectMeta.Builder> change) {
        ObjectMeta metadata = change.apply(current.metadata().toBuilder()).build();
        return store.update(redis, current, current.application().withMetadata(metadata), OPTIONS);
    }

    /** Creates an object with finalizers. */
    protected StoredApplication guarded(String name, String... finalizers) {
        ObjectMeta metadata = ObjectMeta.of(namespace, name).toBuilder()
                .finalizers(List.of(finalizers))
                .build();
        return store.create(redis, new Application(redis.gvk(), metadata, spec(3), JsonObject.EMPTY), OPTIONS);
    }

    protected DeleteOutcome delete(String name) {
        return delete(name, "", false);
    }

    protected DeleteOutcome delete(String name, String propagationPolicy, boolean dryRun) {
        return store.delete(
                redis, new NamespacedName(namespace, name), new DeleteRequest("", "", propagationPolicy, dryRun));
    }

    protected static String next(WatchStream watch) throws InterruptedException {
        WatchEvent<ServedApplication> event = watch.next(PATIENCE);
        return switch (event) {
            case null -> "nothing";
            case WatchEvent.Added<ServedApplication>(var object) -> "ADDED " + line(object);
            case WatchEvent.Modified<ServedApplication>(var object) -> "MODIFIED " + line(object);
            case WatchEvent.Deleted<ServedApplication>(var object) -> "DELETED " + line(object);
            case WatchEvent.Bookmark<ServedApplication>(var version, var end) ->
                (end ? "INITIAL-EVENTS-END " : "BOOKMARK ") + version;
            case WatchEvent.Failed<ServedApplication>(var error) -> "FAILED " + error;
            case WatchEvent.Ended<ServedApplication> _ -> "ENDED";
        };
    }

    protected static String line(ServedApplication object) {
        return object.namespacedName().name() + " " + object.resourceVersion();
    }

    protected static List<String> names(ApplicationPage page) {
        return page.items().stream().map(item -> item.namespacedName().name()).toList();
    }

    protected static long version(StoredApplication application) {
        return Long.parseLong(application.metadata().resourceVersion());
    }

    protected static long version(ServedApplication application) {
        return Long.parseLong(application.resourceVersion());
    }

    /** Returns the object as clients see it. */
    protected static JsonObject json(ServedApplication application) {
        return (JsonObject) new TextCodec().parse(application.json());
    }

    protected long numberOf(ServedApplication application) {
        return number(json(application).objectOrEmpty("spec"));
    }

    protected static ApiError errorOf(ThrowingCallable call) {
        @Nullable ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return thrown.error();
    }

    protected static StatusReason reasonOf(ThrowingCallable call) {
        return Status.of(errorOf(call)).reason();
    }
}
