package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.report.Rounds;
import dev.chartroom.benchmarks.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Wall time, in milliseconds. */
final class Timing {
    private static final int BLOCKS = 5;

    private Timing() {}

    static double millis(Runnable task) {
        long start = System.nanoTime();
        task.run();
        return (System.nanoTime() - start) / 1e6;
    }

    /**
     * Single calls of two servers in turn, in blocks; the first block is the warm-up.
     *
     * @param calls in a block
     * @param reference is told the number of the call
     * @param parts the quantiles of each block that are wanted
     * @return one for each quantile; a round is a block
     */
    static List<Rounds> calls(int calls, IntConsumer reference, IntConsumer measured, double... parts) {
        List<List<Double>> first = new ArrayList<>();
        List<List<Double>> second = new ArrayList<>();
        for (int block = 0; block <= BLOCKS; block++) {
            first.add(new ArrayList<>());
            second.add(new ArrayList<>());
            for (int call = 0; call < calls; call++) {
                int number = block * calls + call;
                first.getLast().add(millis(() -> reference.accept(number)));
                second.getLast().add(millis(() -> measured.accept(number)));
            }
        }
        List<Rounds> rounds = new ArrayList<>();
        for (double part : parts) {
            rounds.add(new Rounds(
                    "ms",
                    first.getFirst().getFirst(),
                    second.getFirst().getFirst(),
                    quantiles(first, part),
                    quantiles(second, part)));
        }
        return rounds;
    }

    private static List<Double> quantiles(List<List<Double>> blocks, double part) {
        return blocks.stream()
                .skip(1)
                .map(block -> Spread.quantile(block, part))
                .toList();
    }
}
