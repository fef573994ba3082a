package dev.chartroom.e2e.parity;

import dev.chartroom.conformance.cases.Received;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.cases.Transport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests with the HTTP client of the JDK, also those that other clients refuse, such as a GET with a body.
 *
 * @param credentials headers of every request
 */
record HttpTransport(String url, Map<String, String> credentials, HttpClient client) implements Transport {

    /** Returns a side with a client of its own. */
    static Side side(String url, String group, Map<String, String> credentials, SSLContext tls) {
        HttpClient client = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
        return new Side(new HttpTransport(url, credentials, client), group);
    }

    @Override
    public Received send(
            String method, String path, Map<String, String> headers, byte @Nullable [] body, Duration limit)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        headers.forEach(request::setHeader);
        credentials.forEach(request::setHeader);
        var answering = client.sendAsync(request.build(), BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> response = answering.get(limit.toSeconds(), TimeUnit.SECONDS);
            return new Received(response.statusCode(), response.headers(), response.body());
        } catch (ExecutionException | TimeoutException e) {
            answering.cancel(true);
            throw new IOException(
                    e instanceof TimeoutException ? "no end within " + limit : String.valueOf(e.getCause()), e);
        } catch (InterruptedException e) {
            answering.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
