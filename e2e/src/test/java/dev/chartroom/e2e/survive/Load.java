package dev.chartroom.e2e.survive;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.awaitility.Awaitility;

/** The clients of a kind: some use objects, many watch them, and one asks which kinds there are. All go through the aggregator. */
final class Load implements AutoCloseable {
    private static final int CLIENTS = 6;
    /** A connection to a kube-apiserver has at most 100 streams. */
    private static final int WATCHES_PER_CONNECTION = 50;

    private static final Duration PERIOD = Duration.ofMillis(400);
    private static final Duration ROUND = Duration.ofMinutes(1);
    private static final String DISCOVERY = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final ControlPlane controlPlane;
    private final Resource resource;
    private final History history = new History();
    private final List<WatchClient> watches = new ArrayList<>();
    private final List<HttpClient> connections = new ArrayList<>();
    private final List<Undiscovered> discoveryFailures = new ArrayList<>();
    private boolean isUndiscovered;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().factory());
    private final AtomicInteger markers = new AtomicInteger();
    private final TimedClient own;

    private Load(ControlPlane controlPlane, Resource resource) {
        this.controlPlane = controlPlane;
        this.resource = resource;
        own = new TimedClient(connection(), controlPlane.url());
    }

    /** Starts the clients in a namespace that exists. */
    static Load start(ControlPlane controlPlane, Resource resource, int watches, long seed) {
        Load load = new Load(controlPlane, resource);
        // The kube-apiserver asks a new API for its kinds some time after it serves requests to it.
        Awaitility.await("the kind can be discovered")
                .atMost(Duration.ofMinutes(1))
                .until(load::isDiscovered);
        long start = System.nanoTime();
        for (int i = 0; i < CLIENTS; i++) {
            ObjectClient client = new ObjectClient(
                    resource.plural() + "-client-" + i,
                    resource,
                    new TimedClient(load.connection(), controlPlane.url()),
                    load.history,
                    new Random(seed + i),
                    () -> (int) ((System.nanoTime() - start) / ROUND.toNanos()));
            load.repeat(client::next);
        }
        HttpClient shared = load.connection();
        for (int i = 0; i < watches; i++) {
            if (i % WATCHES_PER_CONNECTION == 0) {
                shared = load.connection();
            }
            load.watches.add(new WatchClient(
                            resource.plural() + "-watch-" + i, resource, shared, controlPlane.url(), load.history)
                    .start());
        }
        load.repeat(load::discover);
        Awaitility.await("all watches have begun")
                .atMost(Duration.ofMinutes(1))
                .until(() -> load.watches.stream().allMatch(watch -> watch.position() > 0));
        return load;
    }

    private HttpClient connection() {
        HttpClient connection = HttpClient.newBuilder()
                .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        connections.add(connection);
        return connection;
    }

    /** Runs an action in each period, unless it still runs. */
    private void repeat(Runnable action) {
        ReentrantLock running = new ReentrantLock();
        var _ = clock.scheduleAtFixedRate(
                () -> Thread.startVirtualThread(() -> {
                    if (running.tryLock()) {
                        try {
                            action.run();
                        } finally {
                            running.unlock();
                        }
                    }
                }),
                0,
                PERIOD.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void discover() {
        Optional<String> failure = undiscovered();
        synchronized (discoveryFailures) {
            failure.ifPresent(
                    what -> discoveryFailures.add(new Undiscovered(Instant.now() + ": " + what, isUndiscovered)));
            isUndiscovered = failure.isPresent();
        }
    }

    /**
     * An incomplete answer of discovery.
     *
     * @param isRepeated whether the answer before was incomplete, too
     */
    record Undiscovered(String what, boolean isRepeated) {}

    /** Returns whether the kind can be discovered now. */
    boolean isDiscovered() {
        return undiscovered().isEmpty();
    }

    /** Returns what is missing in an answer as {@code kubectl api-resources} gets it; empty if it is complete. */
    private Optional<String> undiscovered() {
        Optional<TimedClient.Answer> answer = own.send("GET", "/apis", DISCOVERY, "");
        List<JsonObject> versions = answer.map(TimedClient.Answer::body).stream()
                .flatMap(body -> body.arrayOrEmpty("items").objects().stream())
                .filter(group ->
                        group.objectOrEmpty("metadata").stringOrEmpty("name").equals(Deployment.GROUP))
                .flatMap(group -> group.arrayOrEmpty("versions").objects().stream())
                .toList();
        boolean isServed = versions.stream()
                .anyMatch(version -> version.stringOrEmpty("freshness").equals("Current")
                        && version.arrayOrEmpty("resources").objects().stream()
                                .anyMatch(each -> each.stringOrEmpty("resource").equals(resource.plural())));
        return isServed
                ? Optional.empty()
                : Optional.of(
                        answer.map(each -> each.code() + " with " + versions).orElse("no answer"));
    }

    /** Returns the failures of discovery since the last call. */
    List<Undiscovered> discoveryFailures() {
        synchronized (discoveryFailures) {
            List<Undiscovered> failures = List.copyOf(discoveryFailures);
            discoveryFailures.clear();
            return failures;
        }
    }

    Resource resource() {
        return resource;
    }

    History history() {
        return history;
    }

    List<WatchClient> watches() {
        return watches;
    }

    /** Returns whether a new object can be written, and returns its resource version. */
    Optional<Long> mark() {
        String name = "marker-" + markers.incrementAndGet();
        String body =
                "{\"metadata\":{\"name\":\"" + name + "\",\"annotations\":{\"value\":\"" + name + "\"}},\"spec\":{}}";
        Optional<TimedClient.Answer> answer =
                own.send("POST", resource.objects(), "application/json", body).filter(each -> each.code() == 201);
        answer.ifPresent(each -> history.wrote(History.resourceVersion(each.body()), name));
        return answer.map(each -> History.resourceVersion(each.body()));
    }

    /** Ends the clients that write. */
    void stopWrites() throws InterruptedException {
        clock.shutdown();
        clock.awaitTermination(10, TimeUnit.SECONDS);
    }

    /** Returns the values of all objects, by name. */
    Map<String, String> objects() {
        TimedClient.Answer answer =
                own.send("GET", resource.objects(), "application/json", "").orElseThrow();
        Map<String, String> objects = new TreeMap<>();
        for (JsonObject item : answer.body().arrayOrEmpty("items").objects()) {
            objects.put(item.objectOrEmpty("metadata").stringOrEmpty("name"), History.value(item));
        }
        return objects;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        watches.forEach(WatchClient::close);
        connections.forEach(HttpClient::shutdownNow);
    }
}
