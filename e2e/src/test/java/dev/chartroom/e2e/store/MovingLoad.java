package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.JsonClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/**
 * Writers that change objects on one of two replicas and read them at once on the other. Every request must succeed,
 * and each read must return the acknowledged state.
 */
final class MovingLoad implements AutoCloseable {
    private static final int WRITERS = 3;

    private final String path;
    private final List<JsonClient> replicas;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger rounds = new AtomicInteger();
    /** The last acknowledged size of each object; -1 for a deletion. */
    private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();

    private volatile boolean stopped;

    private MovingLoad(String path, JsonClient first, JsonClient second) {
        this.path = path;
        this.replicas = List.of(first, second);
    }

    /** Starts to write objects in a collection. */
    static MovingLoad start(String path, JsonClient first, JsonClient second) {
        MovingLoad load = new MovingLoad(path, first, second);
        for (int writer = 0; writer < WRITERS; writer++) {
            String name = "busy-" + writer;
            load.threads.add(Thread.startVirtualThread(() -> load.write(name)));
        }
        return load;
    }

    /** Waits until the writers have finished {@code more} rounds each on average. */
    void awaitRounds(int more) {
        int goal = rounds.get() + more * WRITERS;
        Awaitility.await("writers")
                .atMost(Duration.ofSeconds(60))
                .until(() -> rounds.get() >= goal || !faults.isEmpty());
        assertThat(faults).isEmpty();
    }

    private void write(String name) {
        try {
            for (int round = 1; !stopped && faults.isEmpty(); round++) {
                JsonClient writer = replicas.get(round % 2);
                JsonClient reader = replicas.get((round + 1) % 2);
                expect(201, writer.post(path, object(name)), "create " + name);
                shows(reader, name, 0);
                for (int size = 1; size <= 5; size++) {
                    expect(
                            200,
                            writer.mergePatch(path + "/" + name, "{\"spec\":{\"size\":" + size + "}}"),
                            "patch " + name);
                    shows(reader, name, size);
                }
                expect(200, reader.delete(path + "/" + name), "delete " + name);
                acknowledged.put(name, -1);
                expect(404, writer.get(path + "/" + name), "get what is gone, " + name);
                rounds.incrementAndGet();
            }
            expect(201, replicas.getFirst().post(path, object(name)), "create " + name);
            acknowledged.put(name, 0);
        } catch (RuntimeException e) {
            faults.add(name + ": " + e);
        }
    }

    private void shows(JsonClient reader, String name, int size) {
        acknowledged.put(name, size);
        JsonClient.Reply found = reader.get(path + "/" + name);
        expect(200, found, "get " + name);
        if (size(found.body()) != size) {
            faults.add(name + " has size " + size(found.body()) + " after " + size + " was acknowledged");
        }
    }

    private void expect(int code, JsonClient.Reply reply, String what) {
        if (reply.code() != code) {
            faults.add(what + ": " + reply.code() + " " + reply.body());
            throw new IllegalStateException("stopped");
        }
    }

    private static long size(JsonObject object) {
        return object.objectOrEmpty("spec").get("size") instanceof JsonNumber number
                ? number.asLong().orElseThrow()
                : -1;
    }

    private JsonObject object(String name) {
        String[] parts = path.split("/");
        return JsonClient.object("""
                {"apiVersion": "%s/%s", "kind": "Anvil", "metadata": {"name": "%s", "namespace": "%s"}, "spec": {"size": 0}}
                """.formatted(parts[2], parts[3], name, parts[5]));
    }

    /** Stops, and checks that both replicas return the acknowledged state. */
    @Override
    public void close() {
        stopped = true;
        Awaitility.await("the end of the writers")
                .atMost(Duration.ofSeconds(60))
                .until(() -> threads.stream().noneMatch(Thread::isAlive));
        assertThat(faults).isEmpty();
        for (JsonClient replica : replicas) {
            acknowledged.forEach((name, size) ->
                    assertThat(size(replica.get(path + "/" + name).body())).isEqualTo((long) size));
        }
        acknowledged
                .keySet()
                .forEach(name -> expect(200, replicas.getFirst().delete(path + "/" + name), "delete " + name));
    }
}
