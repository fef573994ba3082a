package dev.chartroom.apimachinery.status;

/** Carries an {@link ApiError} to the code that answers the request. An expected outcome, so it has no stack trace. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ApiError error;

    public ApiException(ApiError error) {
        super(Status.of(error).message(), null, false, false);
        this.error = error;
    }

    public static ApiException badRequest(String message) {
        return new ApiException(ApiError.badRequest(message));
    }

    public ApiError error() {
        return error;
    }
}
