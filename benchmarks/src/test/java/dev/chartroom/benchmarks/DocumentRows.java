package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.ManyKinds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.report.Spread;
import dev.chartroom.benchmarks.server.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Measures how fast documents of discovery and OpenAPI are answered.
 *
 * @param program the program itself
 */
record DocumentRows(Endpoint program) {
    static final String DISCOVERY = "/apis";
    static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    static final String OPEN_API_V2 = "/openapi/v2";

    private static final double MILLIS = 5;
    private static final int BLOCKS = 5;
    private static final int CALLS = 100;
    /** The number of calls for documents of 20 MB and more. */
    private static final int LARGE_CALLS = 10;

    static String openApiV3(String group) {
        return "/openapi/v3/apis/" + group + "/v1alpha1";
    }

    List<Row> rows() {
        String group = ManyKinds.group(0);
        List<Row> rows = new ArrayList<>();
        rows.addAll(rows("Aggregated discovery", DISCOVERY, AGGREGATED, CALLS));
        rows.addAll(rows("Discovery of a group version", "/apis/" + group + "/v1alpha1", Endpoint.JSON, CALLS));
        rows.addAll(rows("OpenAPI v3, root", "/openapi/v3", Endpoint.JSON, CALLS));
        rows.addAll(rows("OpenAPI v3 of a group version", openApiV3(group), Endpoint.JSON, CALLS));
        rows.addAll(rows("OpenAPI v2", OPEN_API_V2, Endpoint.JSON, LARGE_CALLS));
        return rows;
    }

    private List<Row> rows(String name, String path, String accept, int calls) {
        List<Row> rows = new ArrayList<>();
        String etag = program.timed(path, accept, "").etag();
        if (!etag.isEmpty()) {
            List<List<Endpoint.Timed>> known = blocks(path, accept, etag, CALLS);
            rows.add(goal(name + ", 304, p50", known, Endpoint.Timed::millis, 0.5));
            rows.add(goal(name + ", 304, p99", known, Endpoint.Timed::millis, 0.99));
        }
        List<List<Endpoint.Timed>> whole = blocks(path, accept, "", calls);
        rows.add(goal(name + ", to the first byte, p50", whole, Endpoint.Timed::millisToFirstByte, 0.5));
        rows.add(goal(name + ", to the first byte, p99", whole, Endpoint.Timed::millisToFirstByte, 0.99));
        double mebibytes = program.get(path, accept) / 1024.0 / 1024.0;
        rows.add(Row.amount(
                name + ", all " + Spread.number(mebibytes) + " MiB, p50",
                "ms",
                quantiles(whole, Endpoint.Timed::millis, 0.5)));
        return rows;
    }

    private static Row goal(
            String name, List<List<Endpoint.Timed>> blocks, ToDoubleFunction<Endpoint.Timed> millis, double part) {
        return Row.amount(name, "ms", quantiles(blocks, millis, part), MILLIS);
    }

    private static List<Double> quantiles(
            List<List<Endpoint.Timed>> blocks, ToDoubleFunction<Endpoint.Timed> millis, double part) {
        return blocks.stream()
                .map(block -> Spread.quantile(
                        block.stream().map(millis::applyAsDouble).toList(), part))
                .toList();
    }

    /** Omits the first block, which is the warm-up. */
    private List<List<Endpoint.Timed>> blocks(String path, String accept, String etag, int calls) {
        List<List<Endpoint.Timed>> blocks = new ArrayList<>();
        for (int block = 0; block <= BLOCKS; block++) {
            List<Endpoint.Timed> answers = new ArrayList<>();
            for (int call = 0; call < calls; call++) {
                answers.add(program.timed(path, accept, etag));
            }
            blocks.add(answers);
        }
        return blocks.subList(1, blocks.size());
    }
}
