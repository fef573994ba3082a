package dev.chartroom.e2e.survive;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.JsonClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client that waits ten seconds for a complete answer. */
record TimedClient(HttpClient http, String url) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** @param reason the text of a body that is no JSON object */
    record Answer(int code, JsonObject body, String reason) {

        /** Returns whether the request can have had an effect although the client cannot know it. */
        boolean isUncertain() {
            return code >= 500;
        }
    }

    /**
     * Sends a request.
     *
     * @param body empty for none
     * @return the answer; empty if there was no complete answer in time
     */
    Optional<Answer> send(String method, String path, String accept, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .header("Accept", accept)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request, BodyHandlers.ofByteArray());
        try {
            return Optional.of(answer(answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)));
        } catch (ExecutionException | TimeoutException _) {
            answer.cancel(true);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        try {
            return new Answer(response.statusCode(), JsonClient.object(response), "");
        } catch (AssertionError e) {
            // The aggregator answers in plain text for a server that it does not reach.
            return new Answer(response.statusCode(), JsonObject.EMPTY, String.valueOf(e.getMessage()));
        }
    }
}
