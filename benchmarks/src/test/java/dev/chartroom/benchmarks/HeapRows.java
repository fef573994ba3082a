package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.LiveHeap;
import java.net.http.HttpClient.Version;
import java.util.List;
import java.util.function.Function;

/**
 * Measures the live heap of the program after a collection.
 *
 * @param client creates clients of the program that have their own connections and use a version of HTTP
 * @param watches the number of idle watches
 */
record HeapRows(Sides sides, LiveHeap heap, Function<Version, Endpoint> client, int watches) {
    private static final double KIBIBYTE = 1024;

    /** @param empty the live heap of a program that holds no applications, in bytes */
    List<Row> rows(double empty) {
        double json = sides.direct().get(sides.path() + "?resourceVersion=0");
        double held = heap.bytes() - empty;
        return List.of(
                Row.amount("Heap per application held, over its compact JSON", "", List.of(held / json), 1.3),
                Row.amount("Idle watch, HTTP/2, heap", "KiB", List.of(perWatch(Version.HTTP_2)), 12),
                Row.amount("Idle watch, HTTP/1.1 with TLS, heap", "KiB", List.of(perWatch(Version.HTTP_1_1)), 36));
    }

    private double perWatch(Version version) {
        String path = sides.path("bench-idle") + "?watch=1&timeoutSeconds=1800&resourceVersion=0";
        // The first measurement is discarded: it would include everything that the first watches load.
        measured(version, path);
        return measured(version, path);
    }

    private double measured(Version version, String path) {
        Awaiting.noWatch(sides.direct());
        double before = heap.bytes();
        try (Watchers _ = Watchers.open(() -> client.apply(version), path, watches)) {
            return (heap.bytes() - before) / watches / KIBIBYTE;
        }
    }
}
