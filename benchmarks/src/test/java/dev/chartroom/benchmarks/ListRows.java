package dev.chartroom.benchmarks;

import static dev.chartroom.benchmarks.server.Endpoint.JSON;
import static dev.chartroom.benchmarks.server.Endpoint.TABLE;

import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import java.util.ArrayList;
import java.util.List;

/** Measures lists. Each is compared with the kube-apiserver's list of the same objects with the same parameters. */
record ListRows(Sides sides, int rounds) {
    private static final String ANY = "?resourceVersion=0";

    List<Row> rows() {
        List<Row> rows = new ArrayList<>(withGoals());
        Endpoint admin = sides.admin();
        Endpoint direct = sides.direct();
        String all = sides.path();
        String one = namespace();
        rows.add(Row.plain("LIST all, rv unset, aggregator", lists("", JSON, admin, all)));
        rows.add(Row.plain("The first page of 500, aggregator", lists("?limit=500", JSON, admin, all)));
        rows.add(Row.plain("All pages of 500, aggregator", pages(all)));
        rows.add(Row.plain("LIST all, rv unset, direct, gzip", compressed(direct, Sides.releases(), all)));
        rows.add(Row.plain(inOne() + ", aggregator, gzip", compressed(admin, Sides.releases(one), sides.path(one))));
        rows.add(Row.plain(
                inOne() + " as Table, aggregator", lists(Sides.releases(one), "", TABLE, admin, sides.path(one))));
        return rows;
    }

    /** Measures only the lists that have a goal. */
    List<Row> withGoals() {
        Endpoint admin = sides.admin();
        Endpoint direct = sides.direct();
        String all = sides.path();
        String one = namespace();
        return List.of(
                Row.ratio("LIST all, rv=0, direct", lists(ANY, JSON, direct, all), 0.04),
                Row.ratio("LIST all, rv unset, direct", lists("", JSON, direct, all), unsetLimit()),
                Row.ratio("LIST all as Table, aggregator", lists("", TABLE, admin, all), 0.25),
                Row.ratio("The first page of 500 as Table, aggregator", lists("?limit=500", TABLE, admin, all), 0.6),
                Row.ratio(
                        inOne() + ", aggregator", lists(Sides.releases(one), "", JSON, admin, sides.path(one)), 0.35));
    }

    /** The goal is lower if there are many applications. */
    private double unsetLimit() {
        return sides.applications() < 100_000 ? 0.08 : 0.05;
    }

    private static String namespace() {
        return SampleApplication.namespace(0);
    }

    private String inOne() {
        return "LIST one namespace of " + Math.min(SampleApplication.PER_NAMESPACE, sides.applications());
    }

    private Rounds compressed(Endpoint endpoint, String releases, String path) {
        return Rounds.measure(
                "ms",
                rounds / 2,
                rounds,
                () -> Timing.millis(() -> sides.admin().getCompressed(releases, JSON)),
                () -> Timing.millis(() -> endpoint.getCompressed(path, JSON)));
    }

    /** Reads the pages in sequence, as clients read a long list. */
    private Rounds pages(String path) {
        return Rounds.measure(
                "ms",
                rounds / 4,
                rounds,
                () -> Timing.millis(() -> sides.admin().pages(Sides.releases() + "?limit=500")),
                () -> Timing.millis(() -> sides.admin().pages(path + "?limit=500")));
    }

    /** Measures lists of a peer through the aggregator, whatever objects the peer makes of the releases. */
    List<Row> rows(Peer peer) {
        return List.of(
                Row.plain("Peer: LIST all, rv=0, aggregator", lists(ANY, JSON, sides.admin(), peer.path())),
                Row.plain("Peer: LIST all, rv unset, aggregator", lists("", JSON, sides.admin(), peer.path())),
                Row.plain("Peer: LIST all as Table, aggregator", lists("", TABLE, sides.admin(), peer.path())));
    }

    private Rounds lists(String parameters, String accept, Endpoint endpoint, String path) {
        return lists(Sides.releases(), parameters, accept, endpoint, path);
    }

    private Rounds lists(String releases, String parameters, String accept, Endpoint endpoint, String path) {
        return Rounds.measure(
                "ms",
                rounds / 2,
                rounds,
                () -> Timing.millis(() -> sides.admin().get(releases + parameters, accept)),
                () -> Timing.millis(() -> endpoint.get(path + parameters, accept)));
    }
}
