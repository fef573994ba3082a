package dev.chartroom.conformance.cluster;

/** The run cannot begin or continue. The message is for the user. */
public final class ConformanceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConformanceException(String message) {
        super(message);
    }
}
