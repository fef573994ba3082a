package dev.chartroom.adapters.auth;

import dev.chartroom.apimachinery.status.ApiError;
import io.kubernetes.client.openapi.ApiException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The failure of one attempt of a review.
 *
 * @param code the HTTP status code, 0 if there was no answer
 * @param cause the failure, for the log; contains no text of the API server
 * @param connectionReset true if the connection was reset
 * @param retryAfterHeader the API server's Retry-After header, null if there is none
 */
record ReviewFailure(
        int code,
        String cause,
        boolean connectionReset,
        @Nullable String retryAfterHeader) {

    static ReviewFailure of(ApiException failure) {
        Throwable cause = failure.getCause();
        return new ReviewFailure(
                failure.getCode(),
                cause == null ? "the API server answered " + failure.getCode() : cause.toString(),
                isConnectionReset(cause),
                retryAfter(failure.getResponseHeaders()));
    }

    /** Applies the rule of wire contract C5. */
    boolean retryable() {
        return connectionReset || code == 429 || code == 500 || code == 504 || retryAfterHeader != null;
    }

    /**
     * Returns the pause that the API server asks for; zero if the header is absent, is a date, or has more than four
     * digits.
     */
    Duration retryAfter() {
        return retryAfterHeader != null && retryAfterHeader.matches("[0-9]{1,4}")
                ? Duration.ofSeconds(Integer.parseInt(retryAfterHeader))
                : Duration.ZERO;
    }

    ApiError error(String review) {
        return switch (code) {
            case 0 -> ApiError.unavailable(review + " failed: the API server cannot be reached");
            case 429, 502, 503, 504 -> ApiError.unavailable(review + " failed: the API server is unavailable");
            default -> ApiError.internal(review + " failed: the API server answered " + code);
        };
    }

    private static boolean isConnectionReset(@Nullable Throwable failure) {
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

    private static @Nullable String retryAfter(@Nullable Map<String, List<String>> headers) {
        if (headers == null) {
            return null;
        }
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Retry-After"))
                .flatMap(header -> header.getValue().stream())
                .findFirst()
                .orElse(null);
    }
}
