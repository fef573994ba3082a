package dev.chartroom.ports.kind;

/** Signals that a chart cannot be read. The message is the reason, for users. */
public final class UnreadableChartException extends Exception {
    private static final long serialVersionUID = 1;

    public UnreadableChartException(String reason) {
        super(reason);
    }
}
