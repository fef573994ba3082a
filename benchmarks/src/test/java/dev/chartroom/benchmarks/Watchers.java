package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.server.Endpoint;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Many open watches of one path, which are waited for together. */
final class Watchers implements AutoCloseable {
    private static final int PER_CLIENT = 50;
    private static final int SECONDS = 60;

    private final List<Endpoint> clients = new ArrayList<>();
    private final List<CompletableFuture<?>> answers = new ArrayList<>();
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
     * Opens them and waits until all are answered.
     *
     * @param client makes clients, each of which carries at most 50 of them
     * @param path with its parameters
     */
    static Watchers open(Supplier<Endpoint> client, String path, int count) {
        Watchers watchers = new Watchers(count);
        CountDownLatch opened = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            if (i % PER_CLIENT == 0) {
                watchers.clients.add(client.get());
            }
            Endpoint endpoint = watchers.clients.getLast();
            HttpResponse.BodyHandler<Void> lines = answer -> {
                if (answer.statusCode() == 200) {
                    opened.countDown();
                }
                return BodySubscribers.fromLineSubscriber(new LineSubscriber(watchers::line));
            };
            watchers.answers.add(
                    endpoint.client().sendAsync(endpoint.request(path).GET().build(), lines));
        }
        await(opened, "watches were answered");
        return watchers;
    }

    /**
     * How long it takes from the start of a change until the last watcher was told of it.
     *
     * @param marker what only the events of this change hold
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

    private static void await(CountDownLatch latch, String what) {
        try {
            if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not all " + what + ": " + latch.getCount() + " are missing");
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
