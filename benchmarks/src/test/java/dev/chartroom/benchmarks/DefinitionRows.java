package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.ManyKinds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Measures the time from the write of a file until its definition is served.
 *
 * @param program the program itself
 * @param folder the folder of the definitions
 * @param kinds the number of definitions in the folder
 */
record DefinitionRows(Endpoint program, Path folder, int kinds) {
    /** The number of kinds that are added. */
    static final int CHANGES = 20;

    private static final int WARM_UPS = 5;
    private static final double MILLIS = 1_000;
    private static final long POLL_NANOS = 1_000_000;
    private static final long LIMIT_NANOS = 60_000_000_000L;

    List<Row> rows() {
        Map<String, List<Double>> millis = new LinkedHashMap<>();
        for (int change = 0; change < CHANGES; change++) {
            measure(millis, "New definition", added(kinds + change), kinds + change, "");
        }
        for (int change = 0; change < CHANGES; change++) {
            measure(millis, "Changed definition", published(change), change, " Since change " + change + ".");
        }
        List<Row> rows = new ArrayList<>();
        millis.forEach((what, each) -> rows.add(Row.amount(
                what, "ms", each.subList(Math.min(WARM_UPS, each.size() - 1), each.size()), MILLIS)));
        return rows;
    }

    private void measure(
            Map<String, List<Double>> millis,
            String what,
            Map<String, BooleanSupplier> awaited,
            int number,
            String remark) {
        long start = System.nanoTime();
        ManyKinds.write(folder, number, remark);
        awaited.forEach((where, seen) -> {
            while (!seen.getAsBoolean()) {
                if (System.nanoTime() - start > LIMIT_NANOS) {
                    throw new IllegalStateException("kind " + number + " is not to be seen in " + where);
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            millis.computeIfAbsent(what + " to " + where, _ -> new ArrayList<>())
                    .add((System.nanoTime() - start) / 1e6);
        });
    }

    /** Returns the conditions in the order in which they are awaited. */
    private Map<String, BooleanSupplier> added(int number) {
        String objects = "/apis/" + ManyKinds.group(number) + "/v1alpha1/" + ManyKinds.plural(number) + "?limit=1";
        Map<String, BooleanSupplier> awaited = new LinkedHashMap<>();
        awaited.put("routes", () -> program.answers(objects));
        awaited.put("discovery", another(DocumentRows.DISCOVERY, DocumentRows.AGGREGATED));
        awaited.putAll(published(number));
        return awaited;
    }

    private Map<String, BooleanSupplier> published(int number) {
        Map<String, BooleanSupplier> awaited = new LinkedHashMap<>();
        awaited.put("OpenAPI v3 of its group", another(DocumentRows.openApiV3(ManyKinds.group(number)), Endpoint.JSON));
        awaited.put("OpenAPI v2", another(DocumentRows.OPEN_API_V2, Endpoint.JSON));
        return awaited;
    }

    /** Returns a condition that is true once the document differs from the current one. */
    private BooleanSupplier another(String path, String accept) {
        String etag = program.timed(path, accept, "none").etag();
        return () -> {
            Endpoint.Timed answer = program.timed(path, accept, etag);
            return answer.code() == 200;
        };
    }
}
