package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.ProcessorTime;
import dev.chartroom.benchmarks.server.ProgramProcess;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Many informers that begin with everything at the same time, as they do after a restart of the program: a watch each, up to
 * its last initial event.
 *
 * @param program that has just become ready
 * @param client makes clients of the kube-apiserver, each of which carries at most 50 of them
 */
record InformerRows(
        Sides sides, ProgramProcess program, ProcessorTime kubeApiserver, Supplier<Endpoint> client, int informers) {
    private static final int PER_CLIENT = 50;
    private static final int MINUTES = 15;
    private static final int ATTEMPTS = 100;

    List<Row> rows() {
        AtomicLong refusals = new AtomicLong();
        double requests = requests();
        double ofKubeApiserver = seconds(kubeApiserver);
        double ofProgram = seconds(program.processorTime());
        program.memory().forgetPeak();
        double millis = Timing.millis(() -> sync(refusals));
        String name = "%d informers of all at once after a start, aggregator: ".formatted(informers);
        return List.of(
                Row.amount(name + "until all are in sync", "s", List.of(millis / 1_000)),
                Row.amount(
                        name + "watches that were refused or cut, and begun again",
                        "",
                        List.of(refusals.doubleValue())),
                Row.amount(
                        name + "the most resident memory",
                        "MiB",
                        List.of(program.memory().peak())),
                Row.amount(
                        name + "processor time of Chartroom",
                        "s",
                        List.of(seconds(program.processorTime()) - ofProgram)),
                Row.amount(
                        name + "processor time of K, which passes everything on",
                        "s",
                        List.of(seconds(kubeApiserver) - ofKubeApiserver)),
                Row.amount(name + "requests for releases that K had", "", List.of(requests() - requests)));
    }

    private void sync(AtomicLong refusals) {
        List<Endpoint> clients = new ArrayList<>();
        CountDownLatch synced = new CountDownLatch(informers);
        for (int number = 0; number < informers; number++) {
            if (number % PER_CLIENT == 0) {
                clients.add(client.get());
            }
            begin(clients.getLast(), synced, refusals, ATTEMPTS);
        }
        try {
            if (!synced.await(MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException(synced.getCount() + " informers are not in sync");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            clients.stream().map(Endpoint::client).forEach(HttpClient::shutdownNow);
        }
    }

    private void begin(Endpoint endpoint, CountDownLatch synced, AtomicLong refusals, int attempts) {
        Lines lines = new Lines(sides.applications() + 1, synced);
        var request = endpoint.request(sides.path() + SyncRows.WATCH_LIST).build();
        var _ = endpoint.client()
                .sendAsync(request, BodyHandlers.fromSubscriber(lines))
                .whenComplete((_, _) -> {
                    // Refused, or ended too early.
                    if (lines.missing > 0 && attempts > 1) {
                        refusals.incrementAndGet();
                        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS)
                                .execute(() -> begin(endpoint, synced, refusals, attempts - 1));
                    }
                });
    }

    /** How many requests for releases the kube-apiserver has had. */
    private double requests() {
        return sides.admin()
                .text("/metrics")
                .lines()
                .filter(line ->
                        line.startsWith("apiserver_request_total{") && line.contains("resource=\"helmreleases\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private static double seconds(ProcessorTime time) {
        return time.total().toMillis() / 1e3;
    }

    /** Counts lines, of which each is an event, and parses none of them. */
    private static final class Lines implements Flow.Subscriber<List<ByteBuffer>> {
        private final CountDownLatch synced;
        private int missing;

        Lines(int expected, CountDownLatch synced) {
            this.missing = expected;
            this.synced = synced;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> some) {
            for (ByteBuffer bytes : some) {
                while (bytes.hasRemaining()) {
                    if (bytes.get() == '\n' && --missing == 0) {
                        synced.countDown();
                    }
                }
            }
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
