package dev.chartroom.adapters.auth;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Locale;

/**
 * The failure of one attempt of a review.
 *
 * @param code the HTTP status code, 0 if there was no answer
 * @param cause the failure, for the log; contains no text from the API server
 * @param retryable whether the rule of wire contract C5 allows another attempt
 * @param retryAfter the pause that the API server asks for; zero if it asks for no pause in seconds
 */
record ReviewFailure(int code, String cause, boolean retryable, Duration retryAfter) {

    /** @param response an answer without success */
    static ReviewFailure of(KubernetesResponse response) {
        int code = response.code();
        return new ReviewFailure(
                code,
                "the API server answered " + code,
                code == 429 || code == 500 || code == 504 || response.hasRetryAfter(),
                Duration.ofSeconds(response.retryAfterSeconds()));
    }

    /** @param failure the reason why there is no answer */
    static ReviewFailure of(IOException failure) {
        return new ReviewFailure(0, failure.toString(), isConnectionReset(failure), Duration.ZERO);
    }

    ApiError error(String review) {
        return switch (code) {
            case 0 -> ApiError.unavailable(review + " failed: the API server cannot be reached");
            case 429, 502, 503, 504 -> ApiError.unavailable(review + " failed: the API server is unavailable");
            default -> ApiError.internal(review + " failed: the API server answered " + code);
        };
    }

    private static boolean isConnectionReset(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketException
                    && String.valueOf(cause.getMessage())
                            .toLowerCase(Locale.ROOT)
                            .contains("connection reset")) {
                return true;
            }
        }
        return false;
    }
}
