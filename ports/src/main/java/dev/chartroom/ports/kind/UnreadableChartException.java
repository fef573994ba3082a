package dev.chartroom.ports.kind;

/** A chart cannot be read. The message says why, for people. */
public final class UnreadableChartException extends Exception {
    private static final long serialVersionUID = 1;

    public UnreadableChartException(String reason) {
        super(reason);
    }
}
