package dev.chartroom.benchmarks.report;

import java.util.List;
import java.util.Locale;

/** The median of some values, and the range of the middle eight tenths of them. */
public record Spread(double median, double p10, double p90) {

    /** Returns the spread of at least one value, in any order. */
    public static Spread of(List<Double> values) {
        return new Spread(quantile(values, 0.5), quantile(values, 0.1), quantile(values, 0.9));
    }

    /**
     * Returns the value below which a part of the values lies, interpolated between neighbours.
     *
     * @param part from 0, the least, to 1, the greatest
     */
    public static double quantile(List<Double> values, double part) {
        List<Double> sorted = values.stream().sorted().toList();
        double position = part * (sorted.size() - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
    }

    /** Formats a number with about three significant digits. */
    public static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** Returns text such as {@code 12.0 (11.0-14.0)}. */
    @Override
    public String toString() {
        return p10 == p90 ? number(median) : number(median) + " (" + number(p10) + "-" + number(p90) + ")";
    }
}
