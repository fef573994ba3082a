package dev.chartroom.adapters.cel.program;

/** Ends an evaluation that exceeds its cost limit. It has no stack trace, so it is cheap. */
final class CostLimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    CostLimitExceeded() {
        super("operation cancelled: actual cost limit exceeded", null, false, false);
    }
}
