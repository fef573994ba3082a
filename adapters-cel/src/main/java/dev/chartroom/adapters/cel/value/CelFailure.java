package dev.chartroom.adapters.cel.value;

/** Thrown by what computes a value where there is none; becomes a {@link CelError}. Cheap: it has no stack trace. */
public final class CelFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message in the words of upstream */
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
