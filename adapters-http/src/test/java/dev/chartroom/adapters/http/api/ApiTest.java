package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A test over a socket, with one server per class and one namespace per test. */
@Timeout(30)
abstract class ApiTest {
    static final String API_VERSION = Kinds.GROUP + "/v1alpha1";
    static final String ROOT = "/apis/" + API_VERSION;
    static final String MERGE = "application/merge-patch+json";
    static final String JSON_PATCH = "application/json-patch+json";
    /** The numbers have equally many digits, so lists contain namespaces in the order in which they were named. */
    private static final AtomicInteger NAMESPACES = new AtomicInteger(1_000);

    static TestServer server;
    String namespace;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void nameNamespace() {
        namespace = "ns-" + NAMESPACES.incrementAndGet();
    }

    String collection() {
        return ROOT + "/namespaces/" + namespace + "/redises";
    }

    String path(String name) {
        return collection() + "/" + name;
    }

    TestResponse get(String path, String... headers) {
        return server.send("GET", path, null, headers);
    }

    TestResponse post(String body, String... headers) {
        return server.send("POST", collection(), body, headers);
    }

    TestResponse put(String name, JsonObject body) {
        return server.send("PUT", path(name), body.toString(), "Content-Type", "application/json");
    }

    TestResponse patch(String name, String contentType, String body) {
        return server.send("PATCH", path(name), body, "Content-Type", contentType);
    }

    TestResponse delete(String path) {
        return server.send("DELETE", path, null);
    }

    /** Creates an object and returns it as the server responds with it. */
    JsonObject created(String name, String spec) {
        return post("{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":" + spec + "}")
                .assertCode(201)
                .json();
    }

    /** Creates an object that stays until its finalizer is removed. */
    JsonObject createdWithFinalizer(String name) {
        return post("{\"metadata\":{\"name\":\"" + name + "\",\"finalizers\":[\"example.com/wait\"]},\"spec\":{}}")
                .assertCode(201)
                .json();
    }

    /** Returns the object in the store, without defaults. */
    StoredApplication stored(String name) {
        return server.store.current(Kinds.redis(), new NamespacedName(namespace, name));
    }

    static JsonObject withSpec(JsonObject object, String spec) {
        return object.with("spec", Json.value(spec));
    }

    static JsonObject withMetadata(JsonObject object, String field, String value) {
        return object.with("metadata", object.objectOrEmpty("metadata").with(field, new JsonString(value)));
    }

    static String resourceVersion(JsonObject object) {
        return object.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
    }

    static String uid(JsonObject object) {
        return object.objectOrEmpty("metadata").stringOrEmpty("uid");
    }
}
