package dev.chartroom.bootstrap.chart;

/** A chart cannot be read. The message says why, for people. */
public final class UnreadableChartException extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableChartException(String reason) {
        super(reason);
    }
}
