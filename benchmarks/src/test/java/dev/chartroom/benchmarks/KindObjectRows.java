package dev.chartroom.benchmarks;

import static dev.chartroom.benchmarks.server.Endpoint.JSON;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.ManyKinds;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.Etcd;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Lists of kinds among many, each with as many objects, against lists of their releases by label.
 *
 * @param admin the kube-apiserver
 * @param objects of each
 */
record KindObjectRows(Endpoint admin, List<Listed> kinds, int objects) {
    private static final int PER_NAMESPACE = 50;
    private static final int ROUNDS = 20;

    /**
     * A kind, and what is asked for to list it.
     *
     * @param path of its objects
     * @param releases of them
     */
    record Listed(ApplicationKind kind, String path, String releases) {}

    /** @param kinds how many of {@link ManyKinds} */
    static KindObjectRows of(Endpoint admin, int kinds, int objects) {
        return new KindObjectRows(
                admin,
                IntStream.range(0, kinds)
                        .mapToObj(ManyKinds::kind)
                        .map(KindObjectRows::listed)
                        .toList(),
                objects);
    }

    private static Listed listed(ApplicationKind kind) {
        String selector = URLEncoder.encode(ReleaseLabels.ofKind(kind).toString(), StandardCharsets.UTF_8);
        return new Listed(
                kind,
                "/apis/" + kind.groupVersion() + "/" + kind.names().plural() + "?",
                Sides.releases() + "?labelSelector=" + selector + "&");
    }

    /** Stores them all in etcd. */
    void fill(Etcd etcd) {
        Filling filling = new Filling(admin);
        IntStream.rangeClosed(0, (objects - 1) / PER_NAMESPACE)
                .mapToObj(SampleApplication::namespace)
                .forEach(filling::namespace);
        for (Listed listed : kinds) {
            List<SampleApplication> applications = IntStream.range(0, objects)
                    .mapToObj(index -> new SampleApplication(
                            listed.kind(),
                            SampleApplication.namespace(index / PER_NAMESPACE),
                            index,
                            ManyKinds::values))
                    .toList();
            filling.store(applications, etcd);
        }
    }

    /** @param direct the program */
    List<Row> rows(Endpoint direct) {
        String one = "LIST one kind with %,d objects, ".formatted(objects);
        return List.of(
                Row.plain(one + "rv=0, direct", lists(direct, "resourceVersion=0")),
                Row.plain(one + "rv unset, direct", lists(direct, "")),
                Row.plain(
                        "LIST each kind, one after the other, direct",
                        Rounds.measure(
                                "ms",
                                1,
                                3,
                                () -> Timing.millis(() -> kinds.forEach(each -> admin.get(each.releases(), JSON))),
                                () -> Timing.millis(() -> kinds.forEach(each -> direct.get(each.path(), JSON))))));
    }

    private Rounds lists(Endpoint direct, String parameters) {
        Listed one = kinds.get(kinds.size() / 2);
        return Rounds.measure(
                "ms",
                ROUNDS / 2,
                ROUNDS,
                () -> Timing.millis(() -> admin.get(one.releases() + parameters, JSON)),
                () -> Timing.millis(() -> direct.get(one.path() + parameters, JSON)));
    }
}
