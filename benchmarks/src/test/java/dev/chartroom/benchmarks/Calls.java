package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The durations of single calls of a server, in milliseconds. The first block is the warm-up.
 *
 * @param blocks the other blocks, each with the same number of calls
 */
record Calls(double cold, List<List<Double>> blocks) {
    private static final int BLOCKS = 5;

    /**
     * Calls several servers in turn. A different server begins with each call.
     *
     * @param calls the number of calls in a block
     * @param servers each receives the number of the call
     */
    static List<Calls> inTurn(int calls, IntConsumer... servers) {
        List<List<List<Double>>> blocks = Arrays.stream(servers)
                .<List<List<Double>>>map(_ -> new ArrayList<>())
                .toList();
        for (int block = 0; block <= BLOCKS; block++) {
            blocks.forEach(ofServer -> ofServer.add(new ArrayList<>()));
            for (int call = 0; call < calls; call++) {
                int number = block * calls + call;
                for (int turn = 0; turn < servers.length; turn++) {
                    int server = (call + turn) % servers.length;
                    blocks.get(server).getLast().add(Timing.millis(() -> servers[server].accept(number)));
                }
            }
        }
        return blocks.stream()
                .map(ofServer ->
                        new Calls(ofServer.getFirst().getFirst(), List.copyOf(ofServer.subList(1, ofServer.size()))))
                .toList();
    }

    /** Returns the median of each block, compared with that of another server. */
    Rounds medians(Calls reference) {
        return new Rounds("ms", reference.cold, cold, reference.medians(), medians());
    }

    /** Returns a quantile of all calls as one value, compared with that of another server. */
    Rounds quantile(double part, Calls reference) {
        return new Rounds("ms", Double.NaN, Double.NaN, List.of(reference.quantile(part)), List.of(quantile(part)));
    }

    private List<Double> medians() {
        return blocks.stream().map(block -> Spread.quantile(block, 0.5)).toList();
    }

    double quantile(double part) {
        return Spread.quantile(blocks.stream().flatMap(List::stream).toList(), part);
    }
}
