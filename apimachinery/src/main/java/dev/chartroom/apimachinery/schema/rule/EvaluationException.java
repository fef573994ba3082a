package dev.chartroom.apimachinery.schema.rule;

/** Thrown if a compiled expression has no value for its input. Cheap: it has no stack trace. */
public final class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message a sentence without a full stop, such as {@code the expression self.x failed: no such key: x} */
    public EvaluationException(String message) {
        super(message, null, false, false);
    }
}
