package dev.chartroom.kubernetes.client;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusCause;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.json.JsonCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A metav1.Status in an answer of an API server.
 *
 * @param reason the reason in the Status, or else the reason that fits the code
 * @param detailsKind the resource or kind in the details, empty if there is none
 * @param detailsName the object or operation in the details, empty if there is none
 * @param retryAfterSeconds 0 if the Status asks for no retry
 * @param continueToken the token to continue a list with, empty if there is none
 */
public record RemoteStatus(
        StatusReason reason,
        String message,
        String detailsKind,
        String detailsName,
        List<StatusCause> causes,
        int retryAfterSeconds,
        String continueToken) {
    private static final int LONGEST_RETRY = 3600;

    public RemoteStatus {
        causes = List.copyOf(causes);
    }

    /** Reads the Status of an answer; empty if its body is something else, such as a proxy's error. */
    public static Optional<RemoteStatus> of(KubernetesResponse response, JsonCodec codec) {
        try {
            return codec.parse(response.body()) instanceof JsonObject object
                            && object.stringOrEmpty("kind").equals("Status")
                    ? Optional.of(of(object))
                    : Optional.empty();
        } catch (ApiException _) {
            return Optional.empty();
        }
    }

    /** @param status a metav1.Status, such as the object of an ERROR event */
    public static RemoteStatus of(JsonObject status) {
        JsonObject details = status.objectOrEmpty("details");
        List<StatusCause> causes = new ArrayList<>();
        details.arrayOrEmpty("causes").forEach(cause -> {
            if (cause instanceof JsonObject object) {
                causes.add(new StatusCause(
                        object.stringOrEmpty("reason"),
                        object.stringOrEmpty("message"),
                        object.stringOrEmpty("field")));
            }
        });
        return new RemoteStatus(
                reason(status.stringOrEmpty("reason"), number(status, "code")),
                status.stringOrEmpty("message"),
                details.stringOrEmpty("kind"),
                details.stringOrEmpty("name"),
                causes,
                Math.clamp(number(details, "retryAfterSeconds"), 0, LONGEST_RETRY),
                status.objectOrEmpty("metadata").stringOrEmpty("continue"));
    }

    private static StatusReason reason(String wireName, long code) {
        return StatusReason.ofWireName(wireName)
                .orElseGet(() -> Arrays.stream(StatusReason.values())
                        // Clients treat a 409 as a conflict unless it has the reason AlreadyExists.
                        .filter(reason -> reason.code() == code && reason != StatusReason.ALREADY_EXISTS)
                        .findFirst()
                        .orElse(code >= 400 && code < 500 ? StatusReason.BAD_REQUEST : StatusReason.INTERNAL_ERROR));
    }

    private static long number(JsonObject object, String field) {
        return object.get(field) instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
    }
}
