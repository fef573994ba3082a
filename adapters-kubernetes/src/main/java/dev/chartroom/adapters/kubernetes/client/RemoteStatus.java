package dev.chartroom.adapters.kubernetes.client;

import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.StatusCause;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.json.JsonCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A metav1.Status that an API server answered with.
 *
 * @param reason the one given, otherwise the one that goes with the code
 * @param detailsKind of which resource or kind it speaks, empty where it does not say
 * @param detailsName of which object or operation it speaks, empty where it does not say
 * @param retryAfterSeconds 0 where no retry is asked for
 * @param continueToken with which a list may go on, empty for none
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

    /** The Status in an answer; empty where its body is none, as with an error of a proxy. */
    public static Optional<RemoteStatus> of(Answer answer, JsonCodec codec) {
        try {
            return codec.parse(answer.body()) instanceof JsonObject object
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
                        // A 409 that does not say that something exists is a conflict to clients.
                        .filter(reason -> reason.code() == code && reason != StatusReason.ALREADY_EXISTS)
                        .findFirst()
                        .orElse(code >= 400 && code < 500 ? StatusReason.BAD_REQUEST : StatusReason.INTERNAL_ERROR));
    }

    private static long number(JsonObject object, String field) {
        return object.get(field) instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
    }
}
