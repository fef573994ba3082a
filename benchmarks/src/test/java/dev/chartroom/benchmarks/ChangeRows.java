package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.report.Spread;
import dev.chartroom.benchmarks.server.Endpoint;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Measures many changes of releases: as many as the kube-apiserver accepts, at most 1,000 a second. Two watches report
 * them at the same time: one of the releases, and one of the Applications through the aggregator.
 *
 * @param client creates clients of the kube-apiserver
 */
record ChangeRows(Sides sides, Supplier<Endpoint> client, Duration time) {
    private static final String NAMESPACE = "bench-changes";
    private static final int WRITERS = 16;
    private static final int A_SECOND = 1_000;
    private static final Pattern MARKER = Pattern.compile("event\":\"t(\\d+)\"");

    /**
     * The delay of each change until a watch reported it, in milliseconds. The key is the time at which the change
     * started.
     */
    private record Delays(Map<Long, Double> millis) {
        void line(String line) {
            Matcher marker = MARKER.matcher(line);
            if (marker.find()) {
                long started = Long.parseLong(marker.group(1));
                millis.putIfAbsent(started, (System.nanoTime() - started) / 1e6);
            }
        }

        double quantile(double part) {
            return Spread.quantile(List.copyOf(millis.values()), part);
        }
    }

    List<Row> rows() {
        Filling filling = new Filling(sides.admin());
        filling.namespace(NAMESPACE);
        List<SampleApplication> objects = IntStream.range(0, WRITERS)
                .mapToObj(number -> new SampleApplication(sides.kind(), NAMESPACE, number))
                .toList();
        filling.store(objects);
        Delays ofReleases = follow(Sides.releases(NAMESPACE));
        Delays ofApplications = follow(sides.path(NAMESPACE));
        int written = write(objects);
        Awaitility.await("all changes")
                .atMost(Duration.ofMinutes(1))
                .until(() -> ofReleases.millis().size() >= written
                        && ofApplications.millis().size() >= written);
        sides.admin().send("DELETE", Sides.releases(NAMESPACE), Endpoint.JSON, "");
        String name = "Changes for %d s, to a watch through the aggregator: ".formatted(time.toSeconds());
        return List.of(
                Row.amount(name + "a second were written", "", List.of(written / (double) time.toSeconds())),
                Row.plain(
                        name + "told",
                        of(
                                "events",
                                ofReleases.millis().size(),
                                ofApplications.millis().size())),
                Row.plain(name + "p50", of("ms", ofReleases.quantile(0.5), ofApplications.quantile(0.5))),
                Row.plain(name + "p99", of("ms", ofReleases.quantile(0.99), ofApplications.quantile(0.99))));
    }

    private static Rounds of(String unit, double reference, double measured) {
        return new Rounds(unit, Double.NaN, Double.NaN, List.of(reference), List.of(measured));
    }

    private Delays follow(String path) {
        Delays delays = new Delays(new ConcurrentHashMap<>());
        Endpoint endpoint = client.get();
        var answer = endpoint.client()
                .sendAsync(
                        endpoint.request(path + "?watch=1&resourceVersion=0&timeoutSeconds=600")
                                .timeout(Duration.ofMinutes(10))
                                .build(),
                        BodyHandlers.fromLineSubscriber(new LineSubscriber(delays::line)));
        if (answer.isCompletedExceptionally()) {
            throw new IllegalStateException("no watch of " + path);
        }
        return delays;
    }

    /** Returns the number of changes. */
    private int write(List<SampleApplication> objects) {
        try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
            long begin = System.nanoTime();
            List<Future<Integer>> running = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                SampleApplication object = objects.get(writer);
                running.add(writers.submit(() -> write(object, begin)));
            }
            int written = 0;
            for (Future<Integer> each : running) {
                written += each.get();
            }
            return written;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a change failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private int write(SampleApplication object, long begin) {
        String label = sides.kind().group() + "-event"; // the label "event" of the application
        long pause = WRITERS * 1_000_000_000L / A_SECOND;
        int written = 0;
        long next = begin;
        while (System.nanoTime() - begin < time.toNanos()) {
            LockSupport.parkNanos(next - System.nanoTime());
            next += pause;
            String body = "{\"metadata\":{\"labels\":{\"" + label + "\":\"t" + System.nanoTime() + "\"}}}";
            sides.admin().send("PATCH", Sides.release(object), Endpoint.MERGE_PATCH, body);
            written++;
        }
        return written;
    }
}
