package dev.chartroom.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * What two servers needed for the same, in turn, one value for each round.
 *
 * @param unit such as {@code ms}
 * @param coldReference the first value of all of the server that is compared with
 * @param cold the first value of all of the server that is measured
 * @param reference the values of the one, warm
 * @param measured those of the other, as many
 */
public record Rounds(String unit, double coldReference, double cold, List<Double> reference, List<Double> measured) {
    public Rounds {
        reference = List.copyOf(reference);
        measured = List.copyOf(measured);
    }

    /**
     * Measures both in turn. The first round is the cold one, the next {@code warmUps} do not count; who begins changes
     * from round to round.
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

    /** The measured server's value over the other's, round by round. */
    public Spread ratio() {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < measured.size(); round++) {
            ratios.add(measured.get(round) / reference.get(round));
        }
        return Spread.of(ratios);
    }

    /** By how much the measured server's median is above the other's. */
    public double difference() {
        return Spread.of(measured).median() - Spread.of(reference).median();
    }
}
