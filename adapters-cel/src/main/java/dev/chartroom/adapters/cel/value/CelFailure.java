package dev.chartroom.adapters.cel.value;

/** Thrown if a value cannot be computed; becomes a {@link CelError}. It has no stack trace, so it is cheap. */
public final class CelFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message the error in upstream's words */
    public CelFailure(String message) {
        super(message, null, false, false);
    }

    public static CelFailure noSuchOverload() {
        return new CelFailure(CelError.NO_SUCH_OVERLOAD.message());
    }

    public CelError toError() {
        return new CelError(String.valueOf(getMessage()));
    }
}
