package dev.chartroom.apimachinery.status;

import java.util.Arrays;
import java.util.Optional;

/** The reasons of metav1.Status, each with its wire name and the HTTP code that goes with it (wire contract D1). */
public enum StatusReason {
    BAD_REQUEST("BadRequest", 400),
    UNAUTHORIZED("Unauthorized", 401),
    FORBIDDEN("Forbidden", 403),
    NOT_FOUND("NotFound", 404),
    METHOD_NOT_ALLOWED("MethodNotAllowed", 405),
    NOT_ACCEPTABLE("NotAcceptable", 406),
    ALREADY_EXISTS("AlreadyExists", 409),
    CONFLICT("Conflict", 409),
    EXPIRED("Expired", 410),
    GONE("Gone", 410),
    REQUEST_ENTITY_TOO_LARGE("RequestEntityTooLarge", 413),
    UNSUPPORTED_MEDIA_TYPE("UnsupportedMediaType", 415),
    INVALID("Invalid", 422),
    TOO_MANY_REQUESTS("TooManyRequests", 429),
    INTERNAL_ERROR("InternalError", 500),
    SERVER_TIMEOUT("ServerTimeout", 500),
    SERVICE_UNAVAILABLE("ServiceUnavailable", 503),
    TIMEOUT("Timeout", 504),
    /** No reason at all, as in upstream for unexpected errors. */
    UNKNOWN("", 500);

    private final String wireName;
    private final int code;

    StatusReason(String wireName, int code) {
        this.wireName = wireName;
        this.code = code;
    }

    public String wireName() {
        return wireName;
    }

    /** The HTTP status code. */
    public int code() {
        return code;
    }

    public static Optional<StatusReason> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(reason -> reason != UNKNOWN)
                .filter(reason -> reason.wireName.equals(wireName))
                .findFirst();
    }
}
