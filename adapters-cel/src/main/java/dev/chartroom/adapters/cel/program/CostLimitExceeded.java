package dev.chartroom.adapters.cel.program;

/** Ends an evaluation that became too dear. Has no stack trace, so one instance is enough. */
final class CostLimitExceeded extends RuntimeException {
    static final CostLimitExceeded INSTANCE = new CostLimitExceeded();
    private static final long serialVersionUID = 1;

    private CostLimitExceeded() {
        super("operation cancelled: actual cost limit exceeded", null, false, false);
    }
}
