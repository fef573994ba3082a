package dev.chartroom.e2e.survive;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** The requests of all clients with their outcomes. Thread-safe. */
final class History {
    private final Map<String, Queue<Operation>> byObject = new ConcurrentSkipListMap<>();
    private final Map<Long, String> writes = new ConcurrentHashMap<>();
    private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong requests = new AtomicLong();
    /** The clients whose last request failed. */
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /**
     * A request without a definite answer.
     *
     * @param end as of {@link System#nanoTime}
     * @param isRepeated whether the request of this client before it failed, too
     */
    record Failure(String client, String reason, long end, boolean isRepeated) {

        /** Returns the sort of client with the reason. */
        String kind() {
            return client.replaceAll("-\\d+", "") + ": " + reason.substring(0, Math.min(reason.length(), 160));
        }
    }

    void add(String object, Operation operation) {
        byObject.computeIfAbsent(object, _ -> new ConcurrentLinkedQueue<>()).add(operation);
    }

    /** Adds a deletion by others of all objects that clients have used so far. */
    void deletedByOthers(long start, long end) {
        byObject.keySet()
                .forEach(object ->
                        add(object, new Operation(new Operation.Delete(), new Operation.Unknown(), start, end)));
    }

    /** Adds an acknowledged write that is not a delete. */
    void wrote(long resourceVersion, String value) {
        writes.put(resourceVersion, value);
    }

    void requested() {
        requests.incrementAndGet();
    }

    void failed(String client, String reason) {
        failures.add(new Failure(client, reason, System.nanoTime(), !failing.add(client)));
    }

    void answered(String client) {
        failing.remove(client);
    }

    /** Returns the number of requests so far. */
    long requests() {
        return requests.get();
    }

    /** Returns the failures since a moment. */
    List<Failure> failuresSince(long nanos) {
        return failures.stream().filter(failure -> failure.end() > nanos).toList();
    }

    /** Returns the values of acknowledged creates and updates, by their resource version. */
    Map<Long, String> writes() {
        return Map.copyOf(writes);
    }

    /** Returns the number of operations on objects. */
    long operations() {
        return byObject.values().stream().mapToLong(Queue::size).sum();
    }

    /** Returns the objects whose histories are not linearizable, each with its history. */
    List<String> violations() {
        List<String> violations = new ArrayList<>();
        byObject.forEach((object, operations) -> {
            List<Operation> history = List.copyOf(operations);
            if (!Linearizability.holds(history)) {
                StringBuilder text = new StringBuilder(object + ":\n");
                history.stream()
                        .sorted((a, b) -> Long.compare(a.start(), b.start()))
                        .forEach(each -> text.append("  ").append(each).append('\n'));
                violations.add(text.toString());
            }
        });
        return violations;
    }

    /** Returns the value that a client gave an object. */
    static String value(JsonObject object) {
        return object.objectOrEmpty("metadata").objectOrEmpty("annotations").stringOrEmpty("value");
    }

    static long resourceVersion(JsonObject object) {
        return Long.parseLong(object.objectOrEmpty("metadata").stringOrEmpty("resourceVersion"));
    }
}
