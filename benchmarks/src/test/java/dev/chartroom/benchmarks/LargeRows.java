package dev.chartroom.benchmarks;

import static dev.chartroom.benchmarks.server.Endpoint.JSON;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Objects of 1 MB, through the aggregator, against releases of the same size that are not of a kind of Chartroom. */
record LargeRows(Sides sides, int rounds) {
    private static final String MEASURED = "bench-large";
    private static final String REFERENCE = "bench-large-k";
    private static final int OBJECTS = 10;
    private static final int FIRST = 700_000;
    private static final int PARAMETERS = 100;
    private static final int LENGTH = 10_000;
    /** As long as the group that it stands for. */
    private static final String OTHER_LETTER = "x";

    List<Row> rows() {
        List<SampleApplication> applications = stored(MEASURED, sides.kind().group());
        List<SampleApplication> releases =
                stored(REFERENCE, OTHER_LETTER + sides.kind().group().substring(1));
        List<Row> rows = List.of(
                row(
                        "GET",
                        number -> sides.user().get(Sides.release(releases.get(number % OBJECTS))),
                        number -> sides.user().get(sides.path(applications.get(number % OBJECTS)))),
                row(
                        "PATCH",
                        number -> patch(Sides.release(releases.getFirst()), "{\"spec\":{\"values\":%s}}", number),
                        number -> patch(sides.path(applications.getFirst()), "{\"spec\":%s}", number)),
                row(
                        "LIST of 10",
                        _ -> sides.user().get(Sides.releases(REFERENCE)),
                        _ -> sides.user().get(sides.path(MEASURED))));
        sides.admin().send("DELETE", Sides.releases(MEASURED), JSON, "");
        sides.admin().send("DELETE", Sides.releases(REFERENCE), JSON, "");
        return rows;
    }

    private Row row(String what, IntConsumer reference, IntConsumer measured) {
        int[] calls = new int[2];
        return Row.plain(
                "Objects of 1 MB: " + what + ", aggregator",
                Rounds.measure(
                        "ms",
                        rounds,
                        2 * rounds,
                        () -> Timing.millis(() -> reference.accept(calls[0]++)),
                        () -> Timing.millis(() -> measured.accept(calls[1]++))));
    }

    private void patch(String path, String body, int number) {
        String spec = "{\"replicas\":" + (1 + number % 7) + "}";
        sides.user().send("PATCH", path, Endpoint.MERGE_PATCH, body.formatted(spec));
    }

    private List<SampleApplication> stored(String namespace, String group) {
        new Filling(sides.admin()).namespace(namespace);
        List<SampleApplication> objects = IntStream.range(0, OBJECTS)
                .mapToObj(number -> new SampleApplication(sides.kind(), namespace, FIRST + number))
                .toList();
        for (SampleApplication object : objects) {
            String release =
                    large(object.release()).toString().replace(sides.kind().group(), group);
            sides.admin().send("POST", Sides.releases(namespace), JSON, release);
        }
        return objects;
    }

    private static JsonObject large(JsonObject release) {
        JsonObject spec = release.objectOrEmpty("spec");
        JsonObject.Builder parameters = JsonObject.builder();
        for (int number = 0; number < PARAMETERS; number++) {
            parameters.put(
                    "setting_" + number,
                    String.valueOf((char) ('a' + number % 26)).repeat(LENGTH));
        }
        JsonObject values = spec.objectOrEmpty("values").with("parameters", parameters.build());
        return release.with("spec", spec.with("values", values));
    }
}
