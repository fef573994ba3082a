package dev.chartroom.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * The values of two servers for the same task, measured in turn, one for each round.
 *
 * @param unit such as {@code ms}
 * @param coldReference the very first value of the reference server
 * @param cold the very first value of the measured server
 * @param reference the values of the reference server after the warm-up
 * @param measured the values of the measured server after the warm-up, as many
 */
public record Rounds(String unit, double coldReference, double cold, List<Double> reference, List<Double> measured) {
    public Rounds {
        reference = List.copyOf(reference);
        measured = List.copyOf(measured);
    }

    /**
     * Measures both servers in turn. The first round is cold, and the next {@code warmUps} do not count. The order
     * alternates from round to round.
     */
    public static Rounds measure(
            String unit, int warmUps, int rounds, DoubleSupplier reference, DoubleSupplier measured) {
        List<Double> first = new ArrayList<>();
        List<Double> second = new ArrayList<>();
        for (int round = 0; round < 1 + warmUps + rounds; round++) {
            if (round % 2 == 0) {
                first.add(reference.getAsDouble());
                second.add(measured.getAsDouble());
            } else {
                second.add(measured.getAsDouble());
                first.add(reference.getAsDouble());
            }
        }
        return new Rounds(
                unit,
                first.getFirst(),
                second.getFirst(),
                first.subList(1 + warmUps, first.size()),
                second.subList(1 + warmUps, second.size()));
    }

    /** Returns the ratios of the measured server's values to the reference, round by round. */
    public Spread ratio() {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < measured.size(); round++) {
            ratios.add(measured.get(round) / reference.get(round));
        }
        return Spread.of(ratios);
    }

    /** Returns how far the measured server's median is above that of the reference. */
    public double difference() {
        return Spread.of(measured).median() - Spread.of(reference).median();
    }
}
