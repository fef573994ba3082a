package dev.chartroom.adapters.auth;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Function;

/**
 * Sends reviews to the API server, with up to five attempts of at most 10 seconds each (wire contract C5, C11). All
 * attempts end within the {@link dev.chartroom.core.request.RequestDeadline}. The client never logs the API server's
 * answer, because the answer repeats the token. Thread-safe.
 */
public final class ReviewClient {
    private static final System.Logger LOG = System.getLogger(ReviewClient.class.getName());
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 5;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final Pauses pauses;

    /** @param codec writes reviews and reads the answers of the API server */
    public ReviewClient(KubernetesHttp http, JsonCodec codec) {
        this(http, codec, Pauses.ofReviews());
    }

    public ReviewClient(KubernetesHttp http, JsonCodec codec, Pauses pauses) {
        this.http = http;
        this.codec = codec;
        this.pauses = pauses;
    }

    /**
     * Sends a review and reads the status of the answer.
     *
     * @param name the name of the review in errors, such as {@code token review}
     * @param path the path of the review's resource
     * @param review the review, with its apiVersion and kind
     * @param reader reads the status; if it throws a {@link ResponseObject.MalformedException}, the answer counts as
     *     malformed
     * @throws ApiException ServiceUnavailable if the API server cannot be reached or answers 429, 502, 503 or 504;
     *     Timeout if no time is left for an attempt; InternalError if the API server rejects the review or its answer
     *     is malformed
     */
    public <T> T send(String name, String path, JsonObject review, Function<ResponseObject, T> reader) {
        byte[] json = codec.encode(review);
        for (int attempt = 1; ; attempt++) {
            ReviewFailure failure;
            try {
                KubernetesResponse response = http.review(path, json, TIMEOUT);
                if (response.isSuccess()) {
                    return reader.apply(status(response));
                }
                failure = ReviewFailure.of(response);
            } catch (ResponseObject.MalformedException _) {
                LOG.log(Level.WARNING, "{0} failed: the answer is malformed", name);
                throw new ApiException(ApiError.internal(name + " failed: the API server's answer is malformed"));
            } catch (IOException e) {
                failure = ReviewFailure.of(e);
            }
            if (attempt == ATTEMPTS || !failure.retryable()) {
                LOG.log(Level.WARNING, "{0} failed: {1}", name, failure.cause());
                throw new ApiException(failure.error(name));
            }
            pause(name, attempt, failure.retryAfter());
        }
    }

    private ResponseObject status(KubernetesResponse response) {
        try {
            if (codec.parse(response.body()) instanceof JsonObject review
                    && review.get("status") instanceof JsonObject status) {
                return new ResponseObject(status);
            }
        } catch (ApiException _) {
            // The codec's message may repeat a part of the answer.
        }
        throw new ResponseObject.MalformedException("no status");
    }

    private void pause(String name, int attempt, Duration retryAfter) {
        try {
            pauses.pause(attempt, retryAfter);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.unavailable(name + " failed: interrupted"));
        }
    }
}
