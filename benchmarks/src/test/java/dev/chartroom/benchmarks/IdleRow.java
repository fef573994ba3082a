package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Row;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.ProcessorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Measures the load of one processor by the program while nothing happens. Its caches are filled, watches are open, and
 * only the aggregator sends requests.
 *
 * @param client creates clients
 * @param path the path that is watched
 */
record IdleRow(Supplier<Endpoint> client, String path, ProcessorTime measured) {
    private static final int WATCHES = 100;
    private static final int ROUNDS = 3;
    private static final Duration WHILE = Duration.ofSeconds(30);

    Row row() {
        List<Double> percents = new ArrayList<>();
        try (Watchers _ = Watchers.open(client, path + "?watch=1&timeoutSeconds=1800", WATCHES)) {
            Awaiting.rest();
            for (int round = 0; round < ROUNDS; round++) {
                percents.add(percent());
            }
        }
        return Row.amount("Idle with %d watches: of one processor".formatted(WATCHES), "%", percents, 1);
    }

    private double percent() {
        Duration before = measured.total();
        double millis = Timing.millis(() -> Awaiting.rest(WHILE));
        return 100 * measured.total().minus(before).toMillis() / millis;
    }
}
