package dev.chartroom.e2e.install;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.JsonClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/**
 * Clients of a kube-apiserver that use an installed kind, and that create and delete namespaces. A request that fails is
 * a fault.
 */
final class InstallLoad implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String NAMESPACE = "load";

    private final JsonClient client;
    private final String objects;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger namespaces = new AtomicInteger();

    private volatile boolean objectsStopped;
    private volatile boolean stopped;

    private InstallLoad(JsonClient client, String group) {
        this.client = client;
        this.objects = "/apis/" + group + "/v1alpha1/namespaces/" + NAMESPACE + "/redises";
    }

    /**
     * Starts two clients that use objects of a group, two that only send POSTs, which no proxy can repeat, and one that
     * creates and deletes namespaces.
     */
    static InstallLoad start(JsonClient client, String group) {
        InstallLoad load = new InstallLoad(client, group);
        load.expect(
                201, client.post("/api/v1/namespaces", namespace(NAMESPACE)), "create the namespace of the objects");
        for (String name : List.of("first", "second")) {
            load.threads.add(Thread.startVirtualThread(() -> load.useObjects(group, name)));
            load.threads.add(Thread.startVirtualThread(() -> load.tryToCreate(group, name)));
        }
        load.threads.add(Thread.startVirtualThread(load::useNamespaces));
        return load;
    }

    /** Returns the failed requests so far. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    /** Returns the number of requests so far. */
    int requests() {
        return requests.get();
    }

    /** Waits until more namespaces were created and deleted. */
    void awaitNamespaces(int more) {
        int goal = namespaces.get() + more;
        Awaitility.await("namespaces are deleted").atMost(LIMIT).until(() -> namespaces.get() >= goal);
    }

    /** Ends the requests for objects. The namespaces go on. */
    void stopObjects() {
        objectsStopped = true;
        Awaitility.await("the clients of objects end")
                .atMost(LIMIT)
                .until(() -> threads.stream().filter(Thread::isAlive).count() <= 1);
    }

    private void tryToCreate(String group, String name) {
        JsonObject object = redis(group, name + "-tried");
        while (!objectsStopped) {
            request(201, () -> client.post(objects + "?dryRun=All", object), "try to create");
        }
    }

    private static JsonObject redis(String group, String name) {
        return JsonClient.object("""
                {"apiVersion": "%s/v1alpha1", "kind": "Redis", "metadata": {"name": "%s", "namespace": "%s"},
                 "spec": {"replicas": 1}}
                """.formatted(group, name, NAMESPACE));
    }

    private void useObjects(String group, String name) {
        JsonObject object = redis(group, name);
        while (!objectsStopped) {
            request(201, () -> client.post(objects, object), "create");
            request(200, () -> client.get(objects + "/" + name), "get");
            request(200, () -> client.mergePatch(objects + "/" + name, "{\"spec\":{\"replicas\":3}}"), "patch");
            request(200, () -> client.get(objects), "list");
            request(200, () -> client.delete(objects + "/" + name), "delete");
        }
    }

    private void useNamespaces() {
        for (int i = 0; !stopped; i++) {
            String name = "short-" + i;
            request(201, () -> client.post("/api/v1/namespaces", namespace(name)), "create " + name);
            request(200, () -> client.delete("/api/v1/namespaces/" + name), "delete " + name);
            Awaitility.await(name + " is deleted")
                    .atMost(LIMIT)
                    .until(() -> client.get("/api/v1/namespaces/" + name).code() == 404);
            namespaces.incrementAndGet();
        }
    }

    private void request(int code, Supplier<JsonClient.Reply> request, String what) {
        requests.incrementAndGet();
        try {
            expect(code, request.get(), what);
        } catch (RuntimeException | AssertionError e) {
            faults.add(what + ": " + e + " " + e.getCause());
        }
    }

    private void expect(int code, JsonClient.Reply reply, String what) {
        if (reply.code() != code) {
            faults.add(what + ": " + reply.code() + " " + reply.body());
        }
    }

    private static JsonObject namespace(String name) {
        return JsonClient.object(
                "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"" + name + "\"}}");
    }

    @Override
    public void close() {
        objectsStopped = true;
        stopped = true;
        Awaitility.await("the clients end")
                .atMost(LIMIT)
                .until(() -> threads.stream().noneMatch(Thread::isAlive));
    }
}
