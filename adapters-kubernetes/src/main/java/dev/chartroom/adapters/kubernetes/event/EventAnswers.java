package dev.chartroom.adapters.kubernetes.event;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import java.util.regex.Pattern;

/** Reads the answers to this package's requests. */
final class EventAnswers {
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;

    private static final int FORBIDDEN = 403;
    /** The text of a 403 for a missing right. A quota, a policy and a terminating namespace also cause a 403. */
    private static final Pattern MISSING_RIGHT = Pattern.compile("User \".*\" cannot ");

    private EventAnswers() {}

    /** Returns the object in a successful answer. */
    static JsonObject object(KubernetesResponse response, JsonCodec codec) {
        return codec.parse(response.body()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    static KubernetesResponse successful(KubernetesResponse response, JsonCodec codec) {
        if (response.isSuccess()) {
            return response;
        }
        throw refusal(response, codec);
    }

    /** Returns the error for an answer: Forbidden if Chartroom lacks the right, otherwise ServiceUnavailable. */
    static ApiException refusal(KubernetesResponse response, JsonCodec codec) {
        String message = RemoteStatus.of(response, codec)
                .map(RemoteStatus::message)
                .orElse("the API server answered " + response.code());
        boolean isForbidden =
                response.code() == FORBIDDEN && MISSING_RIGHT.matcher(message).find();
        return new ApiException(
                isForbidden ? ApiError.plain(StatusReason.FORBIDDEN, message) : ApiError.unavailable(message));
    }
}
