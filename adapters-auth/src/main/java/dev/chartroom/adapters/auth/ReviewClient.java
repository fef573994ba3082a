package dev.chartroom.adapters.auth;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.audit.AuditId;
import dev.chartroom.ports.deadline.RequestDeadline;
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
 * C11), and all of them within the {@link RequestDeadline}. What the API server says is never logged, as it repeats the token. Thread-safe.
 */
public final class ReviewClient {
    private static final System.Logger LOG = System.getLogger(ReviewClient.class.getName());
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 5;

    private final ApiClient client;
    private final OkHttpClient http;
    private final Pauses pauses;

    /** A review that client-java has built, with the credentials of now. Built anew for each attempt. */
    @FunctionalInterface
    public interface Review {
        Call build() throws io.kubernetes.client.openapi.ApiException;
    }

    /** @param client already configured; only its HTTP client's timeouts and redirects are not used */
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

    /** What reviews are built with. */
    public ApiClient apiClient() {
        return client;
    }

    /**
     * Sends a review and reads the status of the answer.
     *
     * @param name what the review is called in errors, such as {@code token review}
     * @param answer reads the status; a JsonParseException of it counts as a malformed answer
     * @throws ApiException ServiceUnavailable where the API server cannot be reached or asks to be left alone,
     *     Timeout where there is no time for an attempt, InternalError where it refuses the review or answers with something else than one
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
