package dev.chartroom.adapters.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.catalogue.PostgresResources.Allowed;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;

/** The base of tests that have their own catalogue: its kinds, and shortcuts to use them. */
abstract class CatalogueTest {
    static final String NAMESPACE = "team-a";
    static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    static final DeleteRequest DELETE = new DeleteRequest("", "", "", false);
    private static final Duration SECONDS = Duration.ofSeconds(10);
    private static @Nullable PostgresServer started;

    final PostgresServer server = server();
    final Map<String, String> secrets = new ConcurrentHashMap<>();
    final PostgresResources resources = server.open(
            (secret, key) -> Optional.ofNullable(secrets.get(secret.key() + ":" + key))
                    .map(text -> text.getBytes(StandardCharsets.UTF_8)),
            allowed());
    final ApplicationStore store = resources.store();
    final ApplicationKind databases = PostgresServer.kinds(resources).get(0);
    final ApplicationKind roles = PostgresServer.kinds(resources).get(1);
    final ApplicationKind grants = PostgresServer.kinds(resources).get(2);

    /** Returns the names that specs in {@link #NAMESPACE} may use although psql created these objects. */
    Allowed allowed() {
        return allowed(Set.of(), Set.of(), Set.of());
    }

    static Allowed allowed(Set<String> roles, Set<String> databases, Set<String> schemas) {
        return new Allowed(Set.of(NAMESPACE), roles, databases, schemas);
    }

    @BeforeAll
    static void start(TestInfo tests) {
        started = new PostgresServer(tests.getTestClass().orElseThrow());
    }

    @AfterAll
    static void stop() {
        server().close();
    }

    private static PostgresServer server() {
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started;
    }

    @AfterEach
    void clear() {
        resources.close();
        server.clear();
    }

    String latest(ApplicationKind kind) {
        return store.list(kind, ListRequest.all("")).resourceVersion();
    }

    StoredApplication create(ApplicationKind kind, String name, JsonObject spec) {
        return createIn(NAMESPACE, kind, name, spec);
    }

    StoredApplication createIn(String namespace, ApplicationKind kind, String name, JsonObject spec) {
        return store.create(
                kind, new Application(kind.gvk(), ObjectMeta.of(namespace, name), spec, JsonObject.EMPTY), OPTIONS);
    }

    static Application application(ApplicationKind kind, String name, JsonObject spec) {
        return new Application(kind.gvk(), ObjectMeta.of(NAMESPACE, name), spec, JsonObject.EMPTY);
    }

    static NamespacedName in(String namespace, String name) {
        return new NamespacedName(namespace, name);
    }

    static ServedApplication changed(WatchStream watch, Class<?> type) throws InterruptedException {
        WatchEvent<ServedApplication> event = watch.next(SECONDS);
        assertThat(event).isInstanceOf(type);
        return switch (event) {
            case WatchEvent.Added<ServedApplication>(var object) -> object;
            case WatchEvent.Modified<ServedApplication>(var object) -> object;
            case WatchEvent.Deleted<ServedApplication>(var object) -> object;
            case null, default -> throw new AssertionError(event);
        };
    }

    static JsonObject spec(ServedApplication application) {
        return ((JsonObject) PostgresServer.CODEC.parse(application.json())).objectOrEmpty("spec");
    }

    static JsonString text(String text) {
        return new JsonString(text);
    }

    static Status status(ThrowingCallable call) {
        @Nullable ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return Status.of(thrown.error());
    }

    static String reason(ThrowingCallable call) {
        return status(call).wireReason();
    }
}
