package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.server.Endpoint;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Many open watches of one path that are awaited together. */
final class Watchers implements AutoCloseable {
    private static final int PER_CLIENT = 50;
    private static final int SECONDS = 60;
    private static final int ATTEMPTS = 3;

    private final List<Endpoint> clients = new ArrayList<>();
    private final Collection<CompletableFuture<?>> answers = new ConcurrentLinkedQueue<>();
    private final Collection<String> refusals = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Awaited> awaited = new AtomicReference<>(new Awaited("none", 0));
    private final int count;

    private record Awaited(String marker, CountDownLatch arrivals) {
        Awaited(String marker, int count) {
            this(marker, new CountDownLatch(count));
        }
    }

    private Watchers(int count) {
        this.count = count;
    }

    /**
     * Opens the watches and waits until all are answered.
     *
     * @param client creates clients, each of which carries at most 50 watches
     * @param path the path with its parameters
     */
    static Watchers open(Supplier<Endpoint> client, String path, int count) {
        Watchers watchers = new Watchers(count);
        for (int first = 0; first < count; first += PER_CLIENT) {
            watchers.clients.add(client.get());
            // Opened alone, so that the others use its connection. Otherwise each would open its own.
            watchers.open(path, 1);
            watchers.open(path, Math.min(PER_CLIENT, count - first) - 1);
        }
        return watchers;
    }

    private void open(String path, int some) {
        CountDownLatch opened = new CountDownLatch(some);
        for (int i = 0; i < some; i++) {
            open(clients.getLast(), path, opened, ATTEMPTS);
        }
        await(opened, "watches were answered");
    }

    /** Opens a watch, and retries if it is refused: a server may be busy for a moment. */
    private void open(Endpoint endpoint, String path, CountDownLatch opened, int attempts) {
        AtomicBoolean answered = new AtomicBoolean();
        HttpResponse.BodyHandler<Void> lines = answer -> {
            if (answer.statusCode() == 200 && answered.compareAndSet(false, true)) {
                opened.countDown();
            }
            return BodySubscribers.fromLineSubscriber(new LineSubscriber(this::line));
        };
        CompletableFuture<HttpResponse<Void>> answer =
                endpoint.client().sendAsync(endpoint.request(path).GET().build(), lines);
        answers.add(answer);
        var _ = answer.whenComplete((refusal, failure) -> {
            if (!answered.get()) {
                refusals.add(
                        failure == null
                                ? refusal.statusCode() + " " + refusal.headers().map()
                                : failure.toString());
                if (attempts > 1) {
                    open(endpoint, path, opened, attempts - 1);
                }
            }
        });
    }

    /**
     * Returns the time from the start of a change until the last watcher receives it.
     *
     * @param marker a text that only the events of this change contain
     */
    double millisToLast(String marker, Runnable change) {
        Awaited expected = new Awaited(marker, count);
        awaited.set(expected);
        return Timing.millis(() -> {
            change.run();
            await(expected.arrivals(), "watchers were told");
        });
    }

    private void line(String line) {
        Awaited expected = awaited.get();
        if (line.contains(expected.marker())) {
            expected.arrivals().countDown();
        }
    }

    private void await(CountDownLatch latch, String what) {
        try {
            if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "not all " + what + ": " + latch.getCount() + " are missing; refused: " + refusals);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        answers.forEach(answer -> answer.cancel(true));
        clients.stream().map(Endpoint::client).forEach(HttpClient::shutdownNow);
    }
}
