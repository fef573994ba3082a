package dev.chartroom.benchmarks.report;

import java.util.List;

/**
 * A row of the table, as text.
 *
 * @param reference the values of the kube-apiserver; empty if there is no comparison
 * @param goal empty if there is none
 * @param reached yes, no, or empty
 */
public record Row(
        String name,
        String reference,
        String measured,
        String coldReference,
        String cold,
        String ratio,
        String goal,
        String reached) {

    /** The measured value may be at most {@code limit} times the reference. */
    public static Row ratio(String name, Rounds rounds, double limit) {
        return ratio(name, rounds, limit, " of K");
    }

    /** As above, if the reference is not the kube-apiserver but {@code of}. */
    public static Row ratio(String name, Rounds rounds, double limit, String of) {
        Spread ratio = rounds.ratio();
        return compared(name, rounds, "at most " + limit + of, yes(ratio.median() <= limit));
    }

    /** The measured value may be at most {@code limit} above the reference. */
    public static Row difference(String name, Rounds rounds, double limit) {
        return compared(
                name,
                rounds,
                "at most K + " + Spread.number(limit) + " " + rounds.unit(),
                yes(rounds.difference() <= limit));
    }

    /** The median of the measured values may be at most {@code limit}. */
    public static Row limited(String name, Rounds rounds, double limit) {
        return compared(
                name,
                rounds,
                "at most " + Spread.number(limit) + " " + rounds.unit(),
                yes(Spread.of(rounds.measured()).median() <= limit));
    }

    /** A comparison without a goal. */
    public static Row plain(String name, Rounds rounds) {
        return compared(name, rounds, "", "");
    }

    /** A value without a reference, of at least one measurement. */
    public static Row amount(String name, String unit, List<Double> values, double limit) {
        return amount(
                name,
                unit,
                values,
                "at most " + Spread.number(limit) + " " + unit,
                yes(Spread.of(values).median() <= limit));
    }

    /** As above, without a goal. */
    public static Row amount(String name, String unit, List<Double> values) {
        return amount(name, unit, values, "", "");
    }

    private static Row amount(String name, String unit, List<Double> values, String goal, String reached) {
        return new Row(
                name,
                "",
                Spread.of(values) + " " + unit,
                "",
                values.size() > 1 ? Spread.number(values.getFirst()) : "",
                "",
                goal,
                reached);
    }

    private static Row compared(String name, Rounds rounds, String goal, String reached) {
        return new Row(
                name,
                Spread.of(rounds.reference()) + " " + rounds.unit(),
                Spread.of(rounds.measured()) + " " + rounds.unit(),
                cold(rounds.coldReference()),
                cold(rounds.cold()),
                rounds.ratio().toString(),
                goal,
                reached);
    }

    private static String cold(double value) {
        return Double.isNaN(value) ? "" : Spread.number(value);
    }

    private static String yes(boolean reached) {
        return reached ? "yes" : "no";
    }

    List<String> cells() {
        return List.of(name, reference, measured, ratio, coldReference, cold, goal, reached);
    }
}
