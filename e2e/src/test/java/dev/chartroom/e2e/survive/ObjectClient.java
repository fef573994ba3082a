package dev.chartroom.e2e.survive;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that creates, reads, updates, lists and deletes a few objects, which it shares with other clients. Each write has a
 * value of its own in an annotation. Used by one thread at a time.
 */
final class ObjectClient {
    static final String NAMESPACE = "survive";

    private static final String JSON = "application/json";
    /** The prefix of the names of objects of these clients. */
    private static final String PREFIX = "o-";

    private static final int NAMES = 4;
    private static final AtomicLong VALUES = new AtomicLong();

    private final String name;
    private final Resource resource;
    private final TimedClient client;
    private final History history;
    private final Random random;
    private final IntSupplier round;
    /** The version of each object that the client received last. */
    private final Map<String, Known> known = new HashMap<>();

    private record Known(String value, String resourceVersion) {}

    /** @param round a number that is part of the objects' names, so that a history does not become too long */
    ObjectClient(
            String name, Resource resource, TimedClient client, History history, Random random, IntSupplier round) {
        this.name = name;
        this.resource = resource;
        this.client = client;
        this.history = history;
        this.random = random;
        this.round = round;
    }

    /** Sends one request. */
    void next() {
        String object = PREFIX + random.nextInt(NAMES) + "-" + round.getAsInt();
        int choice = random.nextInt(100);
        if (choice < 35) {
            read(object);
        } else if (choice < 42) {
            list();
        } else if (choice < 54) {
            delete(object);
        } else if (choice < 70 || !known.containsKey(object)) {
            create(object);
        } else {
            update(object, known.get(object));
        }
    }

    private void read(String object) {
        long start = System.nanoTime();
        Optional<TimedClient.Answer> answer = send("GET", resource.objects() + "/" + object, "");
        add(object, new Operation.Read(), answer.map(this::read), start);
        answer.ifPresent(each -> remember(object, each));
    }

    private Operation.Outcome read(TimedClient.Answer answer) {
        return switch (answer.code()) {
            case 200 -> new Operation.Done(History.value(answer.body()));
            case 404 -> new Operation.Done(null);
            default -> new Operation.Unknown();
        };
    }

    /** A list reads all objects. An object that is not in it does not exist. */
    private void list() {
        Set<String> absent = new HashSet<>();
        for (int i = 0; i < NAMES; i++) {
            absent.add(PREFIX + i + "-" + round.getAsInt());
        }
        long start = System.nanoTime();
        Optional<TimedClient.Answer> answer = send("GET", resource.objects(), "");
        if (answer.isEmpty() || answer.get().code() != 200) {
            return;
        }
        for (JsonObject item : answer.get().body().arrayOrEmpty("items").objects()) {
            String object = item.objectOrEmpty("metadata").stringOrEmpty("name");
            absent.remove(object);
            if (object.startsWith(PREFIX)) {
                add(object, new Operation.Read(), Optional.of(new Operation.Done(History.value(item))), start);
            }
        }
        absent.forEach(object -> add(object, new Operation.Read(), Optional.of(new Operation.Done(null)), start));
    }

    private void create(String object) {
        String value = value();
        long start = System.nanoTime();
        Optional<TimedClient.Answer> answer = send("POST", resource.objects(), body(object, value, null));
        add(object, new Operation.Create(value), answer.map(each -> written(each, 201, value)), start);
        answer.ifPresent(each -> remember(object, each));
    }

    private void update(String object, Known before) {
        String value = value();
        long start = System.nanoTime();
        Optional<TimedClient.Answer> answer =
                send("PUT", resource.objects() + "/" + object, body(object, value, before.resourceVersion()));
        add(object, new Operation.Update(before.value(), value), answer.map(each -> written(each, 200, value)), start);
        answer.ifPresent(each -> remember(object, each));
    }

    private void delete(String object) {
        long start = System.nanoTime();
        Optional<TimedClient.Answer> answer = send("DELETE", resource.objects() + "/" + object, "");
        add(
                object,
                new Operation.Delete(),
                answer.map(each -> switch (each.code()) {
                    case 200 -> new Operation.Done(null);
                    case 404 -> new Operation.Missing();
                    default -> new Operation.Unknown();
                }),
                start);
        known.remove(object);
    }

    private Operation.Outcome written(TimedClient.Answer answer, int success, String value) {
        if (answer.code() == success) {
            history.wrote(History.resourceVersion(answer.body()), value);
            return new Operation.Done(null);
        }
        return switch (answer.body().stringOrEmpty("reason")) {
            case "AlreadyExists" -> new Operation.Exists();
            case "Conflict" -> new Operation.Conflict();
            case "NotFound" -> new Operation.Missing();
            default -> new Operation.Unknown();
        };
    }

    private void add(
            String object, Operation.Action action, Optional<? extends Operation.Outcome> outcome, long start) {
        Operation.Outcome known = outcome.isPresent() ? outcome.get() : new Operation.Unknown();
        history.add(object, new Operation(action, known, start, System.nanoTime()));
    }

    private void remember(String object, TimedClient.Answer answer) {
        if (answer.code() == 200 || answer.code() == 201) {
            JsonObject body = answer.body();
            known.put(
                    object,
                    new Known(
                            History.value(body), body.objectOrEmpty("metadata").stringOrEmpty("resourceVersion")));
        } else if (answer.code() == 404) {
            known.remove(object);
        }
    }

    private Optional<TimedClient.Answer> send(String method, String path, String body) {
        history.requested();
        Optional<TimedClient.Answer> answer = client.send(method, path, JSON, body);
        if (answer.isEmpty()) {
            history.failed(name, method + ": no answer");
        } else if (!List.of(200, 201, 404, 409).contains(answer.get().code())) {
            history.failed(
                    name,
                    method + ": " + answer.get().code() + " "
                            + answer.get().body().stringOrEmpty("message")
                            + answer.get().reason());
        } else {
            history.answered(name);
        }
        return answer;
    }

    private String value() {
        return name + "-" + VALUES.incrementAndGet();
    }

    private String body(String object, String value, @Nullable String resourceVersion) {
        JsonObject metadata = JsonObject.builder()
                .put("name", object)
                .put("namespace", NAMESPACE)
                .put("annotations", JsonObject.builder().put("value", value).build())
                .putIfPresent("resourceVersion", resourceVersion == null ? "" : resourceVersion)
                .build();
        return JsonObject.builder()
                .put("apiVersion", Deployment.GROUP + "/v1alpha1")
                .put("kind", resource.kind())
                .put("metadata", metadata)
                .put("spec", JsonObject.builder().put("replicas", 1).build())
                .build()
                .toString();
    }
}
