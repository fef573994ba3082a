package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Measures how long an informer takes to sync: a watch sends all existing objects and then a bookmark. */
record SyncRows(Sides sides, int rounds) {
    static final String WATCH_LIST = "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
            + "&allowWatchBookmarks=true&timeoutSeconds=600";
    private static final String END = "\"k8s.io/initial-events-end\":\"true\"";

    List<Row> rows() {
        return List.of(direct(), Row.ratio("Informer sync by WatchList, aggregator", syncs(sides.admin()), 0.15));
    }

    Row direct() {
        return Row.ratio("Informer sync by WatchList, direct", syncs(sides.direct()), 0.15);
    }

    private Rounds syncs(Endpoint endpoint) {
        return Rounds.measure(
                "ms",
                rounds / 4,
                rounds,
                () -> Timing.millis(() -> sync(sides.admin(), Sides.releases())),
                () -> Timing.millis(() -> sync(endpoint, sides.path())));
    }

    private void sync(Endpoint endpoint, String path) {
        HttpRequest request = endpoint.request(path + WATCH_LIST).build();
        try {
            HttpResponse<Stream<String>> response = endpoint.client().send(request, BodyHandlers.ofLines());
            try (Stream<String> lines = response.body()) {
                int events = 0;
                for (Iterator<String> each = lines.iterator(); each.hasNext(); events++) {
                    if (each.next().contains(END)) {
                        check(events);
                        return;
                    }
                }
                throw new IllegalStateException(path + " ended after " + events + " events");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void check(int events) {
        if (events < sides.applications()) {
            throw new IllegalStateException("only " + events + " objects were told");
        }
    }
}
