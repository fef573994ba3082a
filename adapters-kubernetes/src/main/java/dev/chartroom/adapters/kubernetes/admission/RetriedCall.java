package dev.chartroom.adapters.kubernetes.admission;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Retries a request if the answer is a 429 or 5xx with a Retry-After header. It waits for the time in that header
 * before each retry. It makes up to ten retries, as client-go does for all requests.
 *
 * @param end the value of {@link System#nanoTime} at which the call times out, with all its retries
 */
record RetriedCall(OkHttpClient client, Request request, long end) {
    private static final int MAX_RETRIES = 10;
    private static final int TOO_MANY_REQUESTS = 429;

    static RetriedCall within(Duration time, OkHttpClient client, Request request) {
        return new RetriedCall(client, request, System.nanoTime() + time.toNanos());
    }

    /** @throws InterruptedIOException if the call times out before the final answer */
    Response execute() throws IOException {
        for (int retries = 0; ; retries++) {
            Response response = attempt();
            Optional<Duration> retryAfter = retryAfter(response);
            if (retryAfter.isEmpty() || retries == MAX_RETRIES) {
                return response;
            }
            response.close();
            pause(retryAfter.get());
        }
    }

    private Response attempt() throws IOException {
        Call call = client.newCall(request);
        call.timeout().timeout(nanosLeft(), TimeUnit.NANOSECONDS);
        return call.execute();
    }

    private static Optional<Duration> retryAfter(Response response) {
        String seconds = response.header("Retry-After");
        return seconds != null
                        && seconds.matches("[0-9]{1,9}")
                        && (response.code() == TOO_MANY_REQUESTS || response.code() >= 500)
                ? Optional.of(Duration.ofSeconds(Long.parseLong(seconds)))
                : Optional.empty();
    }

    private void pause(Duration retryAfter) throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(retryAfter.toNanos(), nanosLeft()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private long nanosLeft() throws IOException {
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw new InterruptedIOException("the timeout of the request has passed");
        }
        return left;
    }
}
