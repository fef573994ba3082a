package dev.chartroom.adapters.auth;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.ports.audit.AuditId;
import io.kubernetes.client.openapi.ApiClient;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/**
 * Sends reviews to the API server: 10 seconds for each attempt, up to five attempts, no redirects (wire contract C5,
 * C11). All attempts end within the {@link RequestDeadline}. The client never logs the API server's answer, because the
 * answer repeats the token. Thread-safe.
 */
public final class ReviewClient {
    private static final System.Logger LOG = System.getLogger(ReviewClient.class.getName());
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 5;

    private final ApiClient client;
    private final OkHttpClient http;
    private final Pauses pauses;

    /** Builds a review with client-java and the current credentials. Called for each attempt. */
    @FunctionalInterface
    public interface Review {
        Call build() throws io.kubernetes.client.openapi.ApiException;
    }

    /** @param client a configured client; only the timeouts and the redirects of its HTTP client are overridden */
    public ReviewClient(ApiClient client) {
        this(client, Pauses.ofReviews());
    }

    public ReviewClient(ApiClient client, Pauses pauses) {
        this.client = client;
        this.pauses = pauses;
        this.http = client.getHttpClient()
                .newBuilder()
                .connectTimeout(TIMEOUT)
                .readTimeout(TIMEOUT)
                .writeTimeout(TIMEOUT)
                .callTimeout(TIMEOUT)
                .followRedirects(false)
                .build();
    }

    /** Returns the client that builds the reviews. */
    public ApiClient apiClient() {
        return client;
    }

    /**
     * Sends a review and reads the status of the answer.
     *
     * @param name the name of the review in errors, such as {@code token review}
     * @param answer reads the status; if it throws a JsonParseException, the answer counts as malformed
     * @throws ApiException ServiceUnavailable if the API server cannot be reached or answers 429, 502, 503 or 504;
     *     Timeout if no time is left for an attempt; InternalError if the API server rejects the review or its answer
     *     is malformed
     */
    public <T> T send(String name, Review review, Function<ResponseObject, T> answer) {
        for (int attempt = 1; ; attempt++) {
            try {
                return answer.apply(attempt(review));
            } catch (JsonParseException malformed) {
                LOG.log(Level.WARNING, "{0} failed: the answer is malformed", name);
                throw new ApiException(ApiError.internal(name + " failed: the API server's answer is malformed"));
            } catch (io.kubernetes.client.openapi.ApiException e) {
                ReviewFailure failure = ReviewFailure.of(e);
                if (attempt == ATTEMPTS || !failure.retryable()) {
                    LOG.log(Level.WARNING, "{0} failed: {1}", name, failure.cause());
                    throw new ApiException(failure.error(name));
                }
                pause(name, attempt, failure.retryAfter());
            }
        }
    }

    private ResponseObject attempt(Review review) throws io.kubernetes.client.openapi.ApiException {
        Request.Builder request = review.build().request().newBuilder();
        AuditId.current().ifPresent(id -> request.header(AuditId.HEADER, id));
        Call call = http.newCall(request.build());
        call.timeout().timeout(RequestDeadline.current().orLess(TIMEOUT).toNanos(), TimeUnit.NANOSECONDS);
        JsonObject answer = client.<JsonObject>execute(call, JsonObject.class).getData();
        if (answer != null && answer.get("status") instanceof JsonObject status) {
            return new ResponseObject(status);
        }
        throw new JsonParseException("no status");
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
